import { findInstalledPostgres, startRealPostgres } from '@ductwise/postgres/testing'
import postgres, { type Sql } from 'postgres'
import { findFreePort } from '../../../packages/local-server/tests/servers.ts'
import { sampleOrganization } from '../../../scripts/support/sample-accounts.ts'
import { COMPANY } from '../../../scripts/support/sample-data/content.ts'
import { insertSampleData } from '../../../scripts/support/sample-data/insert.ts'
import { openDatabase } from '../../../lib/platform/db/client.ts'
import { runInOrganization } from '../../../lib/platform/db/organization.ts'
import { organizationSettings } from '../../../lib/dashboard/schema/settings.ts'
import { type Metric, parseMetrics } from '../../operate/support/metrics.ts'
import { startSite } from '../../operate/support/sites.ts'
import { stack } from '../../support/stack/addresses.ts'
import { measureLiveMegabytes } from '../../support/stack/live-memory.ts'
import { startIsolatedPostgres } from '../../support/stack/isolated-postgres.ts'

const OPERATOR_TOKEN = 'an-operator-token-of-some-length'

type Company = { organization: string; agentId: string }

export type LoadSite = {
  url: string
  /** The sample company, with 90 days of calls, and additional companies without calls. */
  companies: Company[]
  sql: Sql
  readMetrics: () => Promise<Metric[]>
  /** Returns the heap size in MB after a garbage collection. */
  measureHeapMb: () => Promise<number>
  stop: () => Promise<void>
}

async function startDatabase(): Promise<{ url: string; close: () => Promise<void> }> {
  const programs = findInstalledPostgres()
  if (programs) return startRealPostgres(programs)
  const { url, stop } = await startIsolatedPostgres('load-postgres')
  return { url, close: stop }
}

const EXTRA_COMPANY_COUNT = 4

/** Adds companies with the sample company's settings. @returns all companies */
async function addCompanies(url: string, sql: Sql): Promise<Company[]> {
  const agentId = COMPANY.settings.voiceAgentId
  const [sample] = await sql<{ id: string }[]>`
    select organization_id as id from organization_settings where voice_agent_id = ${agentId}`
  if (!sample) throw new Error('No sample company')
  const extraCompanies = Array.from({ length: EXTRA_COMPANY_COUNT }, (_, index) => ({
    organization: `org_load_${index}`,
    agentId: `agent_load_${index}`,
  }))
  const { db, close } = await openDatabase(url)
  for (const { organization, agentId: voiceAgentId } of extraCompanies) {
    await runInOrganization(db, organization, (tx) =>
      tx.db.insert(organizationSettings).values({ ...COMPANY.settings, voiceAgentId, organizationId: organization }),
    )
  }
  await close()
  return [{ organization: sample.id, agentId }, ...extraCompanies]
}

/** Starts a site with metrics and heap measurement, behind one trusted proxy. */
export async function startLoadSite(): Promise<LoadSite> {
  const database = await startDatabase()
  const target = { ...stack, localVoice: false, env: { ...stack.env, databaseUrl: database.url } }
  await insertSampleData(target, sampleOrganization.slug)
  const port = await findFreePort()
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
    companies: await addCompanies(database.url, sql),
    sql,
    readMetrics: async () => {
      const response = await fetch(`${url}/api/metrics`, { headers: { authorization: `Bearer ${OPERATOR_TOKEN}` } })
      return parseMetrics(await response.text())
    },
    measureHeapMb: () => measureLiveMegabytes({ pid: child.pid ?? 0, logFile }),
    stop: async () => {
      await site.stop()
      await sql.end()
      await database.close()
    },
  }
}
