import { installedPostgres, startRealPostgres } from '../../../packages/postgres/tests/postgres-servers.ts'
import { type Site, startSite } from '../../operate/support/sites.ts'
import { look } from '../../support/pages/known-pages.ts'
import { deliverTo, publish } from '../../support/pages/publishing.ts'
import { lake } from '../../support/stack/lake.ts'
import { atEnd } from './endings.ts'
import { type Times, timesOf } from './statistics.ts'

const PROCESSES = 3
const CITY = 'city-chicago'
const PATH = '/hvac-ai-sdr/chicago'

/**
 * Milliseconds from Publish to the webhook response, and to the slowest first view on any process. `old` counts stale
 * views.
 */
export type PublishesEverywhere = { count: number; processes: number; webhook: Times; firstLook: Times; old: number }

async function start(programs: string): Promise<Site[]> {
  const postgres = await startRealPostgres(programs)
  atEnd(() => postgres.close())
  const sites: Site[] = []
  // Starts the processes sequentially, because the first one creates the tables.
  for (let index = 0; index < PROCESSES; index++) {
    const site = await startSite({ name: `bench-process-${index}`, variables: { DATABASE_URL: postgres.url } })
    atEnd(() => site.stop())
    sites.push(site)
  }
  return sites
}

/** Publishes, sends the webhook and checks each process in turn. @returns undefined if PostgreSQL is not installed */
export async function publishEverywhere(count: number): Promise<PublishesEverywhere | undefined> {
  const programs = installedPostgres()
  if (!programs) return undefined
  const sites = await start(programs)
  const headline = String((await lake.getDocument(CITY))?.headline)
  await Promise.all(sites.map(({ url }) => look(url, PATH)))
  const webhook: number[] = []
  const firstLook: number[] = []
  let old = 0
  for (let round = 0; round < count; round++) {
    const words = `Headline ${round} of the benchmark`
    const { transactionId, sentAt } = await publish(CITY, { headline: words })
    const answeredAt = await deliverTo(sites[round % sites.length]?.url ?? '', transactionId)
    const looks = await Promise.all(sites.map(({ url }) => look(url, PATH)))
    webhook.push(answeredAt - sentAt)
    firstLook.push(Date.now() - sentAt)
    old += looks.filter(({ text }) => !text.includes(words)).length
  }
  await publish(CITY, { headline })
  return { count, processes: sites.length, webhook: timesOf(webhook), firstLook: timesOf(firstLook), old }
}
