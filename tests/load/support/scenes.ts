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

/** Every address of the sitemap. */
async function pagesOf(site: string): Promise<string[]> {
  const answer = await fetch(`${site}/sitemap.xml`)
  return [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  )
}

/** Has every page made, as they are on a site that has run for a while. */
export async function visitAll(site: string): Promise<string[]> {
  const pages = await pagesOf(site)
  await forEach(pages, async (path) => (await fetch(site + path)).arrayBuffer(), 4)
  return pages
}

/** Requests that the framework has answered: screens of the dashboard among them. */
async function answeredByFramework(site: LoadSite): Promise<number> {
  const name = 'ductwise_request_duration_seconds_count'
  return figure(await site.figures(), name, { destination: 'framework' }) ?? 0
}

/** What open dashboards cost while they wait. */
export type LongPolls = {
  /** Megabytes that the site holds on to without them, and with them. */
  before: number
  with: number
  /** How many of them were told of the call that came then. */
  told: number
}

/** Milliseconds that dashboards are waited for; those that are not answered do not come. */
const PATIENCE = 10_000

/** Waits until the framework has given so many answers, or for as long as there is patience. */
async function untilAnswered(site: LoadSite, count: number): Promise<void> {
  const end = Date.now() + PATIENCE
  while (Date.now() < end && (await answeredByFramework(site)) < count) await wait(100)
}

/** What became of a call that comes in at the first company, in words. */
const call = ({ url, companies: [first] }: LoadSite): Promise<string> =>
  simulateCall({ siteUrl: url, agentId: first?.agentId ?? '', ...VOICE }).catch(String)

/** Opens dashboards, which wait for a change, and has a call come in. */
export async function openDashboards(site: LoadSite, count: number): Promise<LongPolls> {
  const before = await site.megabytes()
  const read = await answeredByFramework(site)
  const crowd = await startCrowd(crowdAt(site, { owners: count, companies: site.companies.slice(0, 1) }))
  // Each has read its screen, after which it waits.
  await untilAnswered(site, read + count)
  const megabytes = await site.megabytes()
  await call(site)
  // The call itself is one.
  await untilAnswered(site, read + 2 * count + 1)
  const { told } = await crowd.stop()
  return { before, with: megabytes, told }
}

/** What a site was like while everybody came at once. */
export type Rush = Seen & {
  publishes: Publishes
  /** Calls, and messages, that are in the database, and how often. */
  stored: { calls: Map<string, number>; messages: Map<string, number> }
  /** Megabytes that the site held on to after it had warmed up, and at the end. */
  before: number
  after: number
  /** Milliseconds by which the process came late to things, by share. */
  delay: { p50: number; p99: number; most: number }
  /** The same of this process, which has next to nothing to do: what the machine adds. */
  idle: number
  /** Pages that were made. */
  rendered: number
}

/** Milliseconds between two looks at the event loop, as the site has it. */
const RESOLUTION_MS = 20

const rendered = async (site: LoadSite): Promise<number> =>
  figure(await site.figures(), 'ductwise_page_cache_lookups_total', { result: 'rendered' }) ?? 0

/** Milliseconds by which the process came late to things since it was last asked. */
async function delayOf(site: LoadSite): Promise<Rush['delay']> {
  const figures = await site.figures()
  const at = (quantile: string) =>
    Math.round((figure(figures, 'ductwise_event_loop_delay_seconds', { quantile }) ?? Number.NaN) * 1_000)
  return { p50: at('0.5'), p99: at('0.99'), most: at('1') }
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

/**
 * Has visitors, owners, editors, callers and writers of messages come, all at once.
 * @param seconds for which it is measured, after those in which it warms up
 */
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
    // From here on: each look at the figures begins the delays anew.
    const madeBefore = await rendered(site)
    const own = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
    own.enable()
    await wait(seconds * 1_000)
    own.disable()
    const idle = Math.max(0, Math.round(own.percentile(99) / 1e6 - RESOLUTION_MS))
    const delay = await delayOf(site)
    const made = (await rendered(site)) - madeBefore
    const after = await site.megabytes()
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

/** What became of many publishes in one go. */
export type Storm = {
  publishes: number
  seconds: number
  pages: number
  /** How often their pages were made meanwhile. */
  rendered: number
  /** Answers to the webhook that were no success. */
  refused: number
  seen: Seen
  /** Pages that did not show what was published last, at the first look. */
  old: string[]
}

/** Requests with which the Content Lake tells of changes at the same time. */
const TOLD_AT_ONCE = 10

/** Publishes the documents in turn, as fast as the Content Lake takes it, while visitors look at their pages. */
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
