import { installedPostgres, startRealPostgres } from '@ductwise/postgres/testing'
import postgres, { type Sql } from 'postgres'
import { freePort } from '../../../packages/local-server/tests/servers.ts'
import { sampleOrganization } from '../../../scripts/support/sample-accounts.ts'
import { COMPANY } from '../../../scripts/support/sample-data/content.ts'
import { insertSampleData } from '../../../scripts/support/sample-data/insert.ts'
import { openDatabase } from '../../../lib/platform/db/client.ts'
import { inOrganization } from '../../../lib/platform/db/organization.ts'
import { organizationSettings } from '../../../lib/dashboard/schema/settings.ts'
import { type Figure, figuresIn } from '../../operate/support/figures.ts'
import { startSite } from '../../operate/support/sites.ts'
import { stack } from '../../support/stack/addresses.ts'
import { liveMegabytes } from '../../support/stack/live-memory.ts'
import { startOwnPostgres } from '../../support/stack/own-postgres.ts'

const OPERATOR_TOKEN = 'an-operator-token-of-some-length'

type Company = { organization: string; agentId: string }

export type LoadSite = {
  url: string
  /** The sample company, with 90 days of calls, and additional companies without calls. */
  companies: Company[]
  sql: Sql
  figures: () => Promise<Figure[]>
  /** Returns the heap size in MB after a garbage collection. */
  megabytes: () => Promise<number>
  stop: () => Promise<void>
}

async function startDatabase(): Promise<{ url: string; close: () => Promise<void> }> {
  const programs = installedPostgres()
  if (programs) return startRealPostgres(programs)
  const { url, stop } = await startOwnPostgres('load-postgres')
  return { url, close: stop }
}

const FURTHER = 4

/** Adds companies with the sample company's settings. @returns all companies */
async function companiesOf(url: string, sql: Sql): Promise<Company[]> {
  const agentId = COMPANY.settings.voiceAgentId
  const [sample] = await sql<{ id: string }[]>`
    select organization_id as id from organization_settings where voice_agent_id = ${agentId}`
  if (!sample) throw new Error('No sample company')
  const further = Array.from({ length: FURTHER }, (_, index) => ({
    organization: `org_load_${index}`,
    agentId: `agent_load_${index}`,
  }))
  const { db, close } = await openDatabase(url)
  for (const { organization, agentId: voiceAgentId } of further) {
    await inOrganization(db, organization, (tx) =>
      tx.db.insert(organizationSettings).values({ ...COMPANY.settings, voiceAgentId, organizationId: organization }),
    )
  }
  await close()
  return [{ organization: sample.id, agentId }, ...further]
}

/** Starts a site with metrics and heap measurement, behind one trusted proxy. */
export async function startLoadSite(): Promise<LoadSite> {
  const database = await startDatabase()
  const target = { ...stack, localVoice: false, env: { ...stack.env, databaseUrl: database.url } }
  await insertSampleData(target, sampleOrganization.slug)
  const port = await freePort()
  const site = await startSite({
    name: 'load',
    port,
    variables: {
      SITE_URL: `http://localhost:${port}`,
      DATABASE_URL: database.url,
      TRUSTED_PROXIES: '1',
      OPERATOR_TOKEN,
      NODE_OPTIONS: '--inspect-port=0',
    },
  })
  const { url, child, logFile } = site
  const sql = postgres(database.url, { max: 1, onnotice: () => undefined })
  return {
    url,
    companies: await companiesOf(database.url, sql),
    sql,
    figures: async () => {
      const answer = await fetch(`${url}/api/metrics`, { headers: { authorization: `Bearer ${OPERATOR_TOKEN}` } })
      return figuresIn(await answer.text())
    },
    megabytes: () => liveMegabytes({ pid: child.pid ?? 0, logFile }),
    stop: async () => {
      await site.stop()
      await sql.end()
      await database.close()
    },
  }
}
