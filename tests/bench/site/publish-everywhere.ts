import { findInstalledPostgres, startRealPostgres } from '../../../packages/postgres/tests/postgres-servers.ts'
import { type Site, startSite } from '../../operate/support/sites.ts'
import { requestPage } from '../../support/pages/known-pages.ts'
import { deliverWebhook, publish } from '../../support/pages/publishing.ts'
import { lake } from '../../support/stack/lake.ts'
import { addCleanup } from './cleanups.ts'
import { type Times, summarizeTimes } from './statistics.ts'

const PROCESS_COUNT = 3
const CITY_ID = 'city-chicago'
const CITY_PATH = '/hvac-ai-sdr/chicago'

/**
 * Times from Publish to the webhook response, and to the slowest first view on any process. `old` counts stale views.
 */
export type PublishesEverywhere = { count: number; processes: number; webhook: Times; firstLook: Times; old: number }

async function start(programs: string): Promise<Site[]> {
  const postgres = await startRealPostgres(programs)
  addCleanup(() => postgres.close())
  const sites: Site[] = []
  // Starts the processes sequentially, because the first one creates the tables.
  for (let index = 0; index < PROCESS_COUNT; index++) {
    const site = await startSite({ name: `bench-process-${index}`, variables: { DATABASE_URL: postgres.url } })
    addCleanup(() => site.stop())
    sites.push(site)
  }
  return sites
}

/** Publishes, sends the webhook and checks each process in turn. @returns undefined if PostgreSQL is not installed */
export async function publishEverywhere(count: number): Promise<PublishesEverywhere | undefined> {
  const programs = findInstalledPostgres()
  if (!programs) return undefined
  const sites = await start(programs)
  const headline = String((await lake.getDocument(CITY_ID))?.headline)
  await Promise.all(sites.map(({ url }) => requestPage(url, CITY_PATH)))
  const webhook: number[] = []
  const firstLook: number[] = []
  let staleCount = 0
  for (let round = 0; round < count; round++) {
    const newHeadline = `Headline ${round} of the benchmark`
    const { transactionId, sentAt } = await publish(CITY_ID, { headline: newHeadline })
    const answeredAt = await deliverWebhook(sites[round % sites.length]?.url ?? '', transactionId)
    const views = await Promise.all(sites.map(({ url }) => requestPage(url, CITY_PATH)))
    webhook.push(answeredAt - sentAt)
    firstLook.push(Date.now() - sentAt)
    staleCount += views.filter(({ text }) => !text.includes(newHeadline)).length
  }
  await publish(CITY_ID, { headline })
  return {
    count,
    processes: sites.length,
    webhook: summarizeTimes(webhook),
    firstLook: summarizeTimes(firstLook),
    old: staleCount,
  }
}
