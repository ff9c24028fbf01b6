import { afterAll, beforeAll, expect } from 'vitest'
import { check } from '../support/check.ts'
import { listPosts } from './support/editors.ts'
import { type LoadSite, startLoadSite } from './support/load-site.ts'
import {
  MAX_HEAP_GROWTH_MB,
  type LongPolls,
  openDashboards,
  runPublishStorm,
  type RushResult,
  runRush,
  type StormResult,
  visitAll,
} from './support/scenes.ts'

const DURATION_SECONDS = Number(process.env.LOAD_SECONDS || 60)
const WARM_UP_SECONDS = 12

/** Number of waiting dashboards, and the maximum memory growth they may cause. */
const DASHBOARD_COUNT = 200
const MAX_DASHBOARDS_MB = 50

/** Maximum p99 event loop delay, as a multiple of the time for fixed work on this machine. */
const MAX_DELAY_RATIO = 5

const PUBLISH_COUNT = 300
const STORM_PAGE_COUNT = 10

/** Measures fixed JSON work, similar to a page's content. @returns the median of nine runs in milliseconds */
function measureFixedWorkMs(): number {
  const text = JSON.stringify(
    Array.from({ length: 5_000 }, (_, id) => ({ id, name: `Row ${id}`, tags: ['a', `${id}`] })),
  )
  const durationsMs = Array.from({ length: 9 }, () => {
    const startedAt = performance.now()
    for (let iteration = 0; iteration < 16; iteration++) JSON.stringify(JSON.parse(text))
    return performance.now() - startedAt
  })
  return durationsMs.toSorted((a, b) => a - b)[4] ?? Number.NaN
}

let site: LoadSite
let workMs: number
let longPolls: LongPolls
let rushResult: RushResult
let stormResult: StormResult

beforeAll(
  async () => {
    workMs = measureFixedWorkMs()
    site = await startLoadSite()
    const pages = await visitAll(site.url)
    await openDashboards(site, 10)
    longPolls = await openDashboards(site, DASHBOARD_COUNT)
    rushResult = await runRush(site, pages, { warmUp: WARM_UP_SECONDS, seconds: DURATION_SECONDS })
    stormResult = await runPublishStorm(site, PUBLISH_COUNT, (await listPosts()).slice(0, STORM_PAGE_COUNT))
  },
  (DURATION_SECONDS + 300) * 1_000,
)

afterAll(() => site?.stop())

const LOAD_DESCRIPTION =
  '500 visitors, 20 open dashboards of 5 companies, 2 editors, one call per second and a message every 2 s'

const findMissingOrDuplicated = (sentNames: string[], storedCounts: Map<string, number>): string[] =>
  sentNames
    .filter((name) => storedCounts.get(name) !== 1)
    .map((name) => `${name}: ${storedCounts.get(name) ?? 0} times`)

check({ what: 'Combined load', tried: LOAD_DESCRIPTION, expected: 'all responses succeed' }, async () => {
  const { answers, seconds, failures, failed, publishes, page } = rushResult
  expect({ failed, failures, ofEditors: publishes.failures }).toEqual({ failed: 0, failures: [], ofEditors: [] })
  const requestsPerSecond = Math.round(answers / seconds)
  return `${answers} responses, ${requestsPerSecond} per second; pages p50 ${page.p50} ms, p99 ${page.p99} ms, max ${page.most} ms`
})

check(
  {
    what: 'Stored calls and messages',
    tried: 'sent calls and messages under load, every third twice',
    expected: 'each is stored once',
  },
  async () => {
    const { calls, messages, stored, repeated } = rushResult
    expect(findMissingOrDuplicated(calls, stored.calls)).toEqual([])
    expect(findMissingOrDuplicated(messages, stored.messages)).toEqual([])
    expect(calls.length).toBeGreaterThan(DURATION_SECONDS / 2)
    expect(messages.length).toBeGreaterThan(DURATION_SECONDS / 4)
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
    const { accepted, stalePaths } = rushResult.publishes
    expect(stalePaths).toEqual([])
    expect(accepted).toBeGreaterThan(DURATION_SECONDS / 2)
    return `${accepted} publishes, ${rushResult.renderedPages} pages rendered`
  },
)

check(
  {
    what: 'Memory',
    tried: `measured retained memory after ${WARM_UP_SECONDS} s and ${DURATION_SECONDS} s later`,
    expected: `grows by at most ${MAX_HEAP_GROWTH_MB} MB`,
  },
  async () => {
    const { before, after } = rushResult
    expect(after - before).toBeLessThan(MAX_HEAP_GROWTH_MB)
    return `${before.toFixed(1)} MB and ${after.toFixed(1)} MB`
  },
)

check(
  {
    what: 'Event loop delay',
    tried: `measured during the ${DURATION_SECONDS} s of the combined load`,
    expected: `p99 is below ${MAX_DELAY_RATIO} times the duration of fixed work`,
  },
  async () => {
    const { idleDelayMs } = rushResult
    const { p50, p99, most } = rushResult.delay
    const reference = `idle process ${idleDelayMs} ms; fixed work ${Math.round(workMs)} ms`
    const summary = `p50 ${p50} ms, p99 ${p99} ms, max ${most} ms; ${reference}`
    expect(p99 - idleDelayMs < MAX_DELAY_RATIO * workMs ? '' : summary).toBe('')
    return summary
  },
)

check(
  {
    what: 'Long polls',
    tried: `opened ${DASHBOARD_COUNT} waiting dashboards, then sent a call`,
    expected: `use less than ${MAX_DASHBOARDS_MB} MB, and all are notified`,
  },
  async () => {
    const memoryGrowthMb = longPolls.openMb - longPolls.beforeMb
    expect(memoryGrowthMb).toBeLessThan(MAX_DASHBOARDS_MB)
    expect(longPolls.told).toBe(DASHBOARD_COUNT)
    return `${memoryGrowthMb.toFixed(1)} MB, ${longPolls.told} notified`
  },
)

check(
  {
    what: 'Burst of publishes',
    tried: `sent ${PUBLISH_COUNT} concurrently for ${STORM_PAGE_COUNT} pages while 40 visitors requested them`,
    expected:
      'no request fails, the first request shows the last version, and each page renders at most ten times per second',
  },
  async () => {
    const { traffic, rejectedWebhooks, stalePaths, renderedPages, pages, seconds } = stormResult
    expect(stalePaths).toEqual([])
    expect(rejectedWebhooks).toBe(0)
    expect({ failed: traffic.failed, failures: traffic.failures }).toEqual({ failed: 0, failures: [] })
    expect(renderedPages).toBeLessThanOrEqual(pages * (Math.ceil(10 * seconds) + 1))
    return `${traffic.answers} requests in ${seconds.toFixed(1)} s, ${renderedPages} pages rendered`
  },
)
