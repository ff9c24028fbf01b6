import { installedPostgres, startRealPostgres } from '@ductwise/postgres/testing'
import postgres, { type Sql } from 'postgres'
import { freePort } from '../../../packages/local-server/testing.ts'
import { COMPANY } from '../../../scripts/support/sample-data/content.ts'
import { insertSampleData } from '../../../scripts/support/sample-data/insert.ts'
import { type Figure, figuresIn } from '../../operate/support/figures.ts'
import { startSite } from '../../operate/support/sites.ts'
import { stack } from '../../support/stack/addresses.ts'
import { liveMegabytes } from '../../support/stack/live-memory.ts'
import { startOwnPostgres } from '../../support/stack/own-postgres.ts'

const OPERATOR_TOKEN = 'an-operator-token-of-some-length'

/** One process of the release on a database of its own, which has the sample company. */
export type LoadSite = {
  url: string
  /** The sample company. */
  organization: string
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

async function sampleOrganization(sql: Sql): Promise<string> {
  const [found] = await sql<{ id: string }[]>`
    select organization_id as id from organization_settings where voice_agent_id = ${COMPANY.settings.voiceAgentId ?? ''}`
  if (!found) throw new Error('There is no sample company')
  return found.id
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
    organization: await sampleOrganization(sql),
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
