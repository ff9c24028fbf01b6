import { afterAll, beforeAll, expect } from 'vitest'
import { check } from '../support/check.ts'
import { posts } from './support/editors.ts'
import { type LoadSite, startLoadSite } from './support/load-site.ts'
import {
  FLAT_MEGABYTES,
  type LongPolls,
  openDashboards,
  publishStorm,
  type Rush,
  rush,
  type Storm,
  visitAll,
} from './support/scenes.ts'

const SECONDS = Number(process.env.LOAD_SECONDS || 60)
const WARM_UP = 12

/** Number of waiting dashboards, and the maximum memory they may need in MB. */
const DASHBOARDS = 200
const DASHBOARDS_MEGABYTES = 50

/** Maximum p99 event loop delay, as a multiple of the time for fixed work on this machine. */
const LATE_RATIO = 5

const PUBLISHES = 300
const STORM_PAGES = 10

/** Measures fixed JSON work, similar to a page's content. @returns the median of nine runs in milliseconds */
function fixedWorkMs(): number {
  const text = JSON.stringify(
    Array.from({ length: 5_000 }, (_, id) => ({ id, name: `Row ${id}`, tags: ['a', `${id}`] })),
  )
  const times = Array.from({ length: 9 }, () => {
    const begun = performance.now()
    for (let round = 0; round < 16; round++) JSON.stringify(JSON.parse(text))
    return performance.now() - begun
  })
  return times.toSorted((one, other) => one - other)[4] ?? Number.NaN
}

let site: LoadSite
let workMs: number
let waiting: LongPolls
let all: Rush
let stormed: Storm

beforeAll(
  async () => {
    workMs = fixedWorkMs()
    site = await startLoadSite()
    const pages = await visitAll(site.url)
    await openDashboards(site, 10)
    waiting = await openDashboards(site, DASHBOARDS)
    all = await rush(site, pages, { warmUp: WARM_UP, seconds: SECONDS })
    stormed = await publishStorm(site, PUBLISHES, (await posts()).slice(0, STORM_PAGES))
  },
  (SECONDS + 300) * 1_000,
)

afterAll(() => site?.stop())

const EVERYBODY =
  '500 visitors, 20 open dashboards of 5 companies, 2 editors, one call per second and a message every 2 s'

const notOnce = (taken: string[], stored: Map<string, number>): string[] =>
  taken.filter((name) => stored.get(name) !== 1).map((name) => `${name}: ${stored.get(name) ?? 0} times`)

check({ what: 'Combined load', tried: EVERYBODY, expected: 'all responses succeed' }, async () => {
  const { answers, seconds, failures, failed, publishes, page } = all
  expect({ failed, failures, ofEditors: publishes.failures }).toEqual({ failed: 0, failures: [], ofEditors: [] })
  const rate = Math.round(answers / seconds)
  return `${answers} responses, ${rate} per second; pages p50 ${page.p50} ms, p99 ${page.p99} ms, max ${page.most} ms`
})

check(
  {
    what: 'Stored calls and messages',
    tried: 'sent calls and messages under load, every third twice',
    expected: 'each is stored once',
  },
  async () => {
    const { calls, messages, stored, repeated } = all
    expect(notOnce(calls, stored.calls)).toEqual([])
    expect(notOnce(messages, stored.messages)).toEqual([])
    expect(calls.length).toBeGreaterThan(SECONDS / 2)
    expect(messages.length).toBeGreaterThan(SECONDS / 4)
    return `${calls.length} calls and ${messages.length} messages, ${repeated} of them sent twice`
  },
)

check(
  {
    what: 'Published pages',
    tried: 'requested each page once after its webhook, under load',
    expected: 'the first request shows the new text',
  },
  async () => {
    const { told, old } = all.publishes
    expect(old).toEqual([])
    expect(told).toBeGreaterThan(SECONDS / 2)
    return `${told} publishes, ${all.rendered} pages rendered`
  },
)

check(
  {
    what: 'Memory',
    tried: `measured retained memory after ${WARM_UP} s and ${SECONDS} s later`,
    expected: `grows by at most ${FLAT_MEGABYTES} MB`,
  },
  async () => {
    const { before, after } = all
    expect(after - before).toBeLessThan(FLAT_MEGABYTES)
    return `${before.toFixed(1)} MB and ${after.toFixed(1)} MB`
  },
)

check(
  {
    what: 'Event loop delay',
    tried: `measured during these ${SECONDS} s`,
    expected: `p99 is below ${LATE_RATIO} times the duration of fixed work`,
  },
  async () => {
    const { idle } = all
    const { p50, p99, most } = all.delay
    const work = `idle process ${idle} ms; fixed work ${Math.round(workMs)} ms`
    const figures = `p50 ${p50} ms, p99 ${p99} ms, max ${most} ms; ${work}`
    expect(p99 - idle < LATE_RATIO * workMs ? '' : figures).toBe('')
    return figures
  },
)

check(
  {
    what: 'Long polls',
    tried: `opened ${DASHBOARDS} waiting dashboards, then sent a call`,
    expected: `use less than ${DASHBOARDS_MEGABYTES} MB, and all are notified`,
  },
  async () => {
    const megabytes = waiting.with - waiting.before
    expect(megabytes).toBeLessThan(DASHBOARDS_MEGABYTES)
    expect(waiting.told).toBe(DASHBOARDS)
    return `${megabytes.toFixed(1)} MB, ${waiting.told} notified`
  },
)

check(
  {
    what: 'Burst of publishes',
    tried: `sent ${PUBLISHES} at once for ${STORM_PAGES} pages while 40 visitors requested them`,
    expected:
      'no request fails, the first request shows the last version, and each page renders at most ten times per second',
  },
  async () => {
    const { seen, refused, old, rendered, pages, seconds } = stormed
    expect(old).toEqual([])
    expect(refused).toBe(0)
    expect({ failed: seen.failed, failures: seen.failures }).toEqual({ failed: 0, failures: [] })
    expect(rendered).toBeLessThanOrEqual(pages * (Math.ceil(10 * seconds) + 1))
    return `${seen.answers} requests in ${seconds.toFixed(1)} s, ${rendered} pages rendered`
  },
)
