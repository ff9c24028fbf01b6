import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { COMPANY } from '../../../scripts/support/sample-data/content.ts'
import { simulateCall } from '../../../scripts/support/simulate.ts'
import { figure } from '../../operate/support/figures.ts'
import { forEach } from '../../support/until.ts'
import { stack } from '../../support/stack/addresses.ts'
import { webhookBodies } from '../../support/pages/publishing.ts'
import type { Crowd, Seen } from './crowd.ts'
import { startCrowd } from './crowd-process.ts'
import { describe, edit, posts, type Published, type Publishes, shows, tell } from './editors.ts'
import type { LoadSite } from './load-site.ts'

const VOICE = { secret: stack.env.voice.webhookSecret ?? '', zone: COMPANY.settings.timeZone }

const NOBODY = { pages: [], visitors: 0, pause: [0, 0], searches: 0, owners: 0, callEvery: 0, messageEvery: 0 } as const

const crowdAt = ({ url, companies }: LoadSite, who: Partial<Crowd>): Crowd => ({
  ...NOBODY,
  pages: [],
  pause: [0, 0],
  voice: VOICE,
  mark: '',
  url,
  companies,
  ...who,
})

async function pagesOf(site: string): Promise<string[]> {
  const answer = await fetch(`${site}/sitemap.xml`)
  return [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  )
}

export async function visitAll(site: string): Promise<string[]> {
  const pages = await pagesOf(site)
  await forEach(pages, async (path) => (await fetch(site + path)).arrayBuffer(), 4)
  return pages
}

async function answeredByFramework(site: LoadSite): Promise<number> {
  const name = 'ductwise_request_duration_seconds_count'
  return figure(await site.figures(), name, { destination: 'framework' }) ?? 0
}

export type LongPolls = {
  /** Live heap in MB. */
  before: number
  with: number
  told: number
}

/** Maximum milliseconds to wait for the dashboards. */
const PATIENCE = 10_000

async function untilAnswered(site: LoadSite, count: number): Promise<void> {
  const end = Date.now() + PATIENCE
  while (Date.now() < end && (await answeredByFramework(site)) < count) await wait(100)
}

const call = ({ url, companies: [first] }: LoadSite): Promise<string> =>
  simulateCall({ siteUrl: url, agentId: first?.agentId ?? '', ...VOICE }).catch(String)

export async function openDashboards(site: LoadSite, count: number): Promise<LongPolls> {
  const before = await site.megabytes()
  const read = await answeredByFramework(site)
  const crowd = await startCrowd(crowdAt(site, { owners: count, companies: site.companies.slice(0, 1) }))
  // Waits until each dashboard has loaded its screen and started a long poll.
  await untilAnswered(site, read + count)
  const megabytes = await site.megabytes()
  await call(site)
  // Waits for one more response per dashboard, plus the response to the call itself.
  await untilAnswered(site, read + 2 * count + 1)
  const { told } = await crowd.stop()
  return { before, with: megabytes, told }
}

export type Rush = Seen & {
  publishes: Publishes
  stored: { calls: Map<string, number>; messages: Map<string, number> }
  /** Live heap in MB. */
  before: number
  after: number
  /** Event loop delay of the site in ms, by percentile. */
  delay: { p50: number; p99: number; most: number }
  /** Event loop delay (p99, in ms) of this idle process, which shows the load of the machine. */
  idle: number
  rendered: number
}

/** Tolerated difference of the live heap in MB between two measurements. */
export const FLAT_MEGABYTES = 16

/** Sampling interval of the event loop in ms, as on the site. */
const RESOLUTION_MS = 20

const rendered = async (site: LoadSite): Promise<number> =>
  figure(await site.figures(), 'ductwise_page_cache_lookups_total', { result: 'rendered' }) ?? 0

/** Returns the site's event loop delay in ms since the previous call. */
async function delayOf(site: LoadSite): Promise<Rush['delay']> {
  const figures = await site.figures()
  const at = (quantile: string) =>
    Math.round((figure(figures, 'ductwise_event_loop_delay_seconds', { quantile }) ?? Number.NaN) * 1_000)
  return { p50: at('0.5'), p99: at('0.99'), most: at('1') }
}

const MAX_MEASUREMENTS = 6

/** Returns the live heap in MB. Measures again while it is above `enough`, because pending requests use memory, too. */
async function settledMegabytes(site: LoadSite, enough: number): Promise<number> {
  let least = await site.megabytes()
  for (let count = 1; count < MAX_MEASUREMENTS && least > enough; count++) {
    await wait(1_000)
    least = Math.min(least, await site.megabytes())
  }
  return least
}

const counted = (rows: { text: string; count: number }[]) => new Map(rows.map(({ text, count }) => [text, count]))

async function storedOf({ sql }: LoadSite, mark: string): Promise<Rush['stored']> {
  const begins = `${mark}%`
  const [calls, messages] = await Promise.all([
    sql<{ text: string; count: number }[]>`
      select summary as text, count(*)::int as count from calls where summary like ${begins} group by summary`,
    sql<{ text: string; count: number }[]>`
      select message as text, count(*)::int as count from contact_messages where message like ${begins} group by message`,
  ])
  return { calls: counted(calls), messages: counted(messages) }
}

/** Runs the load test. @param seconds measured time, after the warm-up */
export async function rush(
  site: LoadSite,
  pages: string[],
  { warmUp, seconds }: { warmUp: number; seconds: number },
): Promise<Rush> {
  const mark = `Load ${randomUUID()}`
  const crowd = await startCrowd(
    crowdAt(site, {
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
    const over = new AbortController()
    const documents = await posts()
    const middle = Math.ceil(documents.length / 2)
    const editing = [documents.slice(0, middle), documents.slice(middle)].map((own) =>
      edit(site.url, own, { every: 1_000, mark, signal: over.signal }),
    )
    await wait(warmUp * 1_000)
    const before = await site.megabytes()
    // Reading the metrics resets the measured delays.
    const madeBefore = await rendered(site)
    const own = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
    own.enable()
    await wait(seconds * 1_000)
    own.disable()
    const idle = Math.max(0, Math.round(own.percentile(99) / 1e6 - RESOLUTION_MS))
    const delay = await delayOf(site)
    const made = (await rendered(site)) - madeBefore
    const after = await settledMegabytes(site, before + FLAT_MEGABYTES)
    over.abort()
    const publishes = (await Promise.all(editing)).reduce((all, { told, failures, old }) => ({
      told: all.told + told,
      failures: [...all.failures, ...failures],
      old: [...all.old, ...old],
    }))
    const seen = await crowd.stop()
    return { ...seen, publishes, stored: await storedOf(site, mark), before, after, delay, idle, rendered: made }
  } catch (error) {
    crowd.kill()
    throw error
  }
}

export type Storm = {
  publishes: number
  seconds: number
  pages: number
  rendered: number
  refused: number
  seen: Seen
  /** Pages that were stale on the first request after the last publish. */
  old: string[]
}

const TOLD_AT_ONCE = 10

export async function publishStorm(site: LoadSite, count: number, documents: Published[]): Promise<Storm> {
  const mark = `Storm ${randomUUID()}`
  const pages = documents.map(({ path }) => path)
  const crowd = await startCrowd(crowdAt(site, { pages, visitors: 40, pause: [50, 150] }))
  try {
    const madeBefore = await rendered(site)
    const began = performance.now()
    const last = new Map<string, string>()
    const transactions = await forEach(
      Array.from({ length: count }, (_, index) => index),
      async (index) => {
        const { id, path } = documents[index % documents.length]!
        const text = `${mark} ${index} of ${path}`
        const transaction = await describe(id, text)
        last.set(path, text)
        return transaction
      },
      1,
    )
    const bodies = await webhookBodies(transactions)
    const statuses = await forEach(bodies, (body) => tell(site.url, body), TOLD_AT_ONCE)
    const seconds = (performance.now() - began) / 1_000
    const made = (await rendered(site)) - madeBefore
    const seen = await crowd.stop()
    const shown = await forEach(pages, (path) => shows(site.url, path, last.get(path) ?? ''))
    return {
      publishes: count,
      seconds,
      pages: pages.length,
      rendered: made,
      refused: statuses.filter((status) => status !== 200).length,
      seen,
      old: pages.filter((_, index) => !shown[index]),
    }
  } catch (error) {
    crowd.kill()
    throw error
  }
}
