import { installedPostgres, startRealPostgres } from '@ductwise/postgres/testing'
import postgres, { type Sql } from 'postgres'
import { freePort } from '../../../packages/local-server/testing.ts'
import { COMPANY } from '../../../scripts/support/sample-data/content.ts'
import { insertSampleData } from '../../../scripts/support/sample-data/insert.ts'
import { openDatabase } from '../../../lib/db/client.ts'
import { inOrganization } from '../../../lib/db/organization.ts'
import { organizationSettings } from '../../../lib/db/schema/index.ts'
import { type Figure, figuresIn } from '../../operate/support/figures.ts'
import { startSite } from '../../operate/support/sites.ts'
import { stack } from '../../support/stack/addresses.ts'
import { liveMegabytes } from '../../support/stack/live-memory.ts'
import { startOwnPostgres } from '../../support/stack/own-postgres.ts'

const OPERATOR_TOKEN = 'an-operator-token-of-some-length'

/** A company, and the assistant that takes its calls. */
type Company = { organization: string; agentId: string }

/** One process of the release on a database of its own, which has the sample company. */
export type LoadSite = {
  url: string
  /** The sample company, which has 90 days of calls, and some that have just begun. */
  companies: Company[]
  /** A connection of who owns the tables. */
  sql: Sql
  figures: () => Promise<Figure[]>
  /** Once what nobody needs has been collected. */
  megabytes: () => Promise<number>
  stop: () => Promise<void>
}

async function startDatabase(): Promise<{ url: string; close: () => Promise<void> }> {
  const programs = installedPostgres()
  if (programs) return startRealPostgres(programs)
  const { url, stop } = await startOwnPostgres('load-postgres')
  return { url, close: stop }
}

/** Companies beside the sample company. */
const FURTHER = 4

/** Makes further companies, whose settings are those of the sample company. @returns all of them */
async function companiesOf(url: string, sql: Sql): Promise<Company[]> {
  const agentId = COMPANY.settings.voiceAgentId
  const [sample] = await sql<{ id: string }[]>`
    select organization_id as id from organization_settings where voice_agent_id = ${agentId}`
  if (!sample) throw new Error('There is no sample company')
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

/** Starts a site that tells its figures and can be asked for what it holds on to, behind one proxy that says who asks. */
export async function startLoadSite(): Promise<LoadSite> {
  const database = await startDatabase()
  await insertSampleData({ ...stack, localVoice: false, env: { ...stack.env, databaseUrl: database.url } })
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
