import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { COMPANY } from '../../../scripts/support/sample-data/content.ts'
import { simulateCall } from '../../../scripts/support/simulate.ts'
import { sumMetric } from '../../operate/support/metrics.ts'
import { mapConcurrently } from '../../support/until.ts'
import { stack } from '../../support/stack/addresses.ts'
import { waitForWebhookBodies } from '../../support/pages/publishing.ts'
import type { Crowd, CrowdResult } from './crowd.ts'
import { startCrowd } from './crowd-process.ts'
import {
  setDescription,
  publishRepeatedly,
  listPosts,
  type PublishedPost,
  type PublishResult,
  hasText,
  sendWebhookOnce,
} from './editors.ts'
import type { LoadSite } from './load-site.ts'

const VOICE = { secret: stack.env.voice.webhookSecret ?? '', zone: COMPANY.settings.timeZone }

const EMPTY_CROWD = {
  pages: [],
  visitors: 0,
  pause: [0, 0],
  searches: 0,
  owners: 0,
  callEvery: 0,
  messageEvery: 0,
} as const

const buildCrowd = ({ url, companies }: LoadSite, overrides: Partial<Crowd>): Crowd => ({
  ...EMPTY_CROWD,
  pages: [],
  pause: [0, 0],
  voice: VOICE,
  mark: '',
  url,
  companies,
  ...overrides,
})

async function fetchSitemapPaths(site: string): Promise<string[]> {
  const response = await fetch(`${site}/sitemap.xml`)
  return [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  )
}

export async function visitAll(site: string): Promise<string[]> {
  const pages = await fetchSitemapPaths(site)
  await mapConcurrently(pages, async (path) => (await fetch(site + path)).arrayBuffer(), 4)
  return pages
}

async function countNextResponses(site: LoadSite): Promise<number> {
  const name = 'http_server_request_duration_seconds_count'
  return sumMetric(await site.readMetrics(), name, { ductwise_handler: 'next' }) ?? 0
}

export type LongPolls = {
  /** Live heap before the dashboards connect, and while they wait. */
  beforeMb: number
  openMb: number
  told: number
}

/** Maximum time to wait for the dashboards. */
const MAX_DASHBOARD_WAIT_MS = 10_000

async function waitForNextResponses(site: LoadSite, count: number): Promise<void> {
  const end = Date.now() + MAX_DASHBOARD_WAIT_MS
  while (Date.now() < end && (await countNextResponses(site)) < count) await wait(100)
}

const call = ({ url, companies: [first] }: LoadSite): Promise<string> =>
  simulateCall({ siteUrl: url, agentId: first?.agentId ?? '', ...VOICE }).catch(String)

export async function openDashboards(site: LoadSite, count: number): Promise<LongPolls> {
  const beforeMb = await site.measureHeapMb()
  const responsesBefore = await countNextResponses(site)
  const crowd = await startCrowd(buildCrowd(site, { owners: count, companies: site.companies.slice(0, 1) }))
  // Waits until each dashboard has loaded its screen and started a long poll.
  await waitForNextResponses(site, responsesBefore + count)
  const openMb = await site.measureHeapMb()
  await call(site)
  // Waits for one more response per dashboard, plus the response to the call itself.
  await waitForNextResponses(site, responsesBefore + 2 * count + 1)
  const { told } = await crowd.stop()
  return { beforeMb, openMb, told }
}

export type RushResult = CrowdResult & {
  publishes: PublishResult
  stored: { calls: Map<string, number>; messages: Map<string, number> }
  /** Live heap in MB, before and after the load. */
  before: number
  after: number
  /** Event loop delay of the site in ms, by percentile. */
  delay: { p50: number; p99: number; most: number }
  /** Event loop delay (p99, in milliseconds) of this idle process. It indicates the load of the machine. */
  idleDelayMs: number
  renderedPages: number
}

/** Tolerated growth of the live heap between two measurements. */
export const MAX_HEAP_GROWTH_MB = 16

/** Sampling interval of the event loop, the same as in the site. */
const RESOLUTION_MS = 20

const countRenderedPages = async (site: LoadSite): Promise<number> =>
  sumMetric(await site.readMetrics(), 'ductwise_page_cache_lookups_total', { result: 'rendered' }) ?? 0

/** Returns the site's event loop delay in ms since the previous call. */
async function measureEventLoopDelay(site: LoadSite): Promise<RushResult['delay']> {
  const metrics = await site.readMetrics()
  const getDelayMs = (name: string) =>
    Math.round((sumMetric(metrics, `nodejs_eventloop_delay_${name}_seconds`) ?? Number.NaN) * 1_000)
  return { p50: getDelayMs('p50'), p99: getDelayMs('p99'), most: getDelayMs('max') }
}

const MAX_MEASUREMENTS = 6

/**
 * Returns the live heap in MB. Repeats the measurement while it is above `targetMb`, because pending requests also use
 * memory.
 */
async function measureSettledHeapMb(site: LoadSite, targetMb: number): Promise<number> {
  let lowestMb = await site.measureHeapMb()
  for (let count = 1; count < MAX_MEASUREMENTS && lowestMb > targetMb; count++) {
    await wait(1_000)
    lowestMb = Math.min(lowestMb, await site.measureHeapMb())
  }
  return lowestMb
}

const mapCounts = (rows: { text: string; count: number }[]) => new Map(rows.map(({ text, count }) => [text, count]))

async function countStoredRows({ sql }: LoadSite, mark: string): Promise<RushResult['stored']> {
  const pattern = `${mark}%`
  const [calls, messages] = await Promise.all([
    sql<{ text: string; count: number }[]>`
      select summary as text, count(*)::int as count from calls where summary like ${pattern} group by summary`,
    sql<{ text: string; count: number }[]>`
      select message as text, count(*)::int as count from contact_messages where message like ${pattern} group by message`,
  ])
  return { calls: mapCounts(calls), messages: mapCounts(messages) }
}

/** Runs the load test. @param seconds measured time, after the warm-up */
export async function runRush(
  site: LoadSite,
  pages: string[],
  { warmUp, seconds }: { warmUp: number; seconds: number },
): Promise<RushResult> {
  const mark = `Load ${randomUUID()}`
  const crowd = await startCrowd(
    buildCrowd(site, {
      pages,
      visitors: 500,
      pause: [8_000, 16_000],
      searches: 5,
      owners: 20,
      callEvery: 1_000,
      messageEvery: 2_000,
      mark,
    }),
  )
  try {
    const editingController = new AbortController()
    const documents = await listPosts()
    const middle = Math.ceil(documents.length / 2)
    const editors = [documents.slice(0, middle), documents.slice(middle)].map((documentsOfEditor) =>
      publishRepeatedly(site.url, documentsOfEditor, { intervalMs: 1_000, mark, signal: editingController.signal }),
    )
    await wait(warmUp * 1_000)
    const heapBeforeMb = await site.measureHeapMb()
    // Reading the metrics resets the measured delays.
    const renderedBefore = await countRenderedPages(site)
    const loopDelay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
    loopDelay.enable()
    await wait(seconds * 1_000)
    loopDelay.disable()
    const idleDelayMs = Math.max(0, Math.round(loopDelay.percentile(99) / 1e6 - RESOLUTION_MS))
    const delay = await measureEventLoopDelay(site)
    const renderedPages = (await countRenderedPages(site)) - renderedBefore
    const heapAfterMb = await measureSettledHeapMb(site, heapBeforeMb + MAX_HEAP_GROWTH_MB)
    editingController.abort()
    const publishes = (await Promise.all(editors)).reduce((total, { accepted, failures, stalePaths }) => ({
      accepted: total.accepted + accepted,
      failures: [...total.failures, ...failures],
      stalePaths: [...total.stalePaths, ...stalePaths],
    }))
    const traffic = await crowd.stop()
    return {
      ...traffic,
      publishes,
      stored: await countStoredRows(site, mark),
      before: heapBeforeMb,
      after: heapAfterMb,
      delay,
      idleDelayMs,
      renderedPages,
    }
  } catch (error) {
    crowd.kill()
    throw error
  }
}

export type StormResult = {
  publishes: number
  seconds: number
  pages: number
  renderedPages: number
  rejectedWebhooks: number
  traffic: CrowdResult
  /** Pages that were stale on the first request after the last publish. */
  stalePaths: string[]
}

const WEBHOOK_CONCURRENCY = 10

export async function runPublishStorm(site: LoadSite, count: number, documents: PublishedPost[]): Promise<StormResult> {
  const mark = `Storm ${randomUUID()}`
  const pages = documents.map(({ path }) => path)
  const crowd = await startCrowd(buildCrowd(site, { pages, visitors: 40, pause: [50, 150] }))
  try {
    const renderedBefore = await countRenderedPages(site)
    const startedAt = performance.now()
    const last = new Map<string, string>()
    const transactions = await mapConcurrently(
      Array.from({ length: count }, (_, index) => index),
      async (index) => {
        const { id, path } = documents[index % documents.length]!
        const text = `${mark} ${index} of ${path}`
        const transaction = await setDescription(id, text)
        last.set(path, text)
        return transaction
      },
      1,
    )
    const bodies = await waitForWebhookBodies(transactions)
    const statuses = await mapConcurrently(bodies, (body) => sendWebhookOnce(site.url, body), WEBHOOK_CONCURRENCY)
    const seconds = (performance.now() - startedAt) / 1_000
    const renderedPages = (await countRenderedPages(site)) - renderedBefore
    const traffic = await crowd.stop()
    const isCurrent = await mapConcurrently(pages, (path) => hasText(site.url, path, last.get(path) ?? ''))
    return {
      publishes: count,
      seconds,
      pages: pages.length,
      renderedPages,
      rejectedWebhooks: statuses.filter((status) => status !== 200).length,
      traffic,
      stalePaths: pages.filter((_, index) => !isCurrent[index]),
    }
  } catch (error) {
    crowd.kill()
    throw error
  }
}
