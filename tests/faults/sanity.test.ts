import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type Site, startSite } from '../operate/support/sites.ts'
import { check } from '../support/check.ts'
import { publish, publishAndWait } from '../support/pages/publishing.ts'
import { lake } from '../support/stack/lake.ts'
import { type Fault, faults, type LakeRelay, startLakeRelay } from '../support/stack/lake-relay.ts'
import { pollUntil } from '../support/until.ts'
import { findSlowestMs, formatStatuses, measureUntil, requestSite } from './support/request-site.ts'

/** Maximum response time of a page. The site waits one second for the Content Lake, then renders. */
const MAX_PAGE_MS = 4_000

/** Maximum response time of a cached page. */
const MAX_CACHED_PAGE_MS = 1_000

const MAX_ATTEMPTS = 5

/** Time limit after a fault for the first fresh page. A stale render is reused for three seconds. */
const MAX_RECOVERY_MS = 12_000

const SITE_COUNT = 3

const OTHER_PATHS = ['/', '/pricing', '/blog', '/integrations', '/documentation', '/contact']

type Post = { id: string; title: string; path: string }

type TestSite = { site: Site; relay: LakeRelay }

const idleSites: TestSite[] = []
const testSites: TestSite[] = []
const waiters: ((place: TestSite) => void)[] = []
let posts: Post[]

beforeAll(async () => {
  const rows = await lake.fetch<{ id: string; title: string; slug: string }[]>(
    `*[_type == "post" && !(_id in path("drafts.**"))] | order(_id) { "id": _id, title, "slug": slug.current }`,
  )
  posts = rows.map(({ id, title, slug }) => ({ id, title, path: `/blog/${slug}` }))
  const startups = Array.from({ length: SITE_COUNT }, async (_, index) => {
    const relay = await startLakeRelay()
    return { relay, site: await startSite({ name: `content-${index}`, variables: { SANITY_API_HOST: relay.url } }) }
  })
  testSites.push(...(await Promise.all(startups)))
  idleSites.push(...testSites)
})
afterAll(async () => {
  for (const { site, relay } of testSites) {
    relay.setFault(undefined)
    await site.stop()
    await relay.end()
  }
  for (const { id, title } of posts.slice(0, faults.length)) await publish(id, { title })
})

async function withTestSite<Result>(run: (place: TestSite) => Promise<Result>): Promise<Result> {
  const testSite = idleSites.pop() ?? (await new Promise<TestSite>((resolve) => waiters.push(resolve)))
  try {
    return await run(testSite)
  } finally {
    testSite.relay.setFault(undefined)
    const next = waiters.shift()
    if (next) next(testSite)
    else idleSites.push(testSite)
  }
}

function findPost(fault: Fault, offset = 0): Post {
  const post = posts[faults.indexOf(fault) + offset * faults.length]
  if (!post) throw new Error('The dataset has too few posts')
  return post
}

async function publishAndWaitUntilVisible(site: Site, { id, path }: Post, title: string): Promise<void> {
  await publishAndWait(id, { title })
  await pollUntil(
    `the new text of ${path}`,
    async () => (await requestSite(site.url, path)).text.includes(title) || undefined,
  )
}

async function expectServed(site: Site, post: Post, title: string, maxMs: number): Promise<number> {
  const responses = await Promise.all([post.path, ...OTHER_PATHS].map((path) => requestSite(site.url, path)))
  expect(formatStatuses(responses)).toEqual([post.path, ...OTHER_PATHS].map((path) => `${path} 200`))
  expect(responses[0]?.text).toContain(title)
  expect(findSlowestMs(responses)).toBeLessThan(maxMs)
  return findSlowestMs(responses)
}

/** Asserts the same as `expectServed`, and that at least one attempt is fast enough to come from the cache. */
async function expectCached(site: Site, post: Post, title: string): Promise<number> {
  let fastestMs = Infinity
  for (let attempt = 0; attempt < MAX_ATTEMPTS && fastestMs >= MAX_CACHED_PAGE_MS; attempt += 1)
    fastestMs = Math.min(fastestMs, await expectServed(site, post, title, MAX_PAGE_MS))
  expect(fastestMs).toBeLessThan(MAX_CACHED_PAGE_MS)
  return fastestMs
}

async function testFault(fault: Fault, { site, relay }: TestSite): Promise<string> {
  const post = findPost(fault)
  const uncachedPost = findPost(fault, 1)
  const previousTitle = `Former text with ${fault}`
  await publishAndWaitUntilVisible(site, post, previousTitle)
  await expectServed(site, post, previousTitle, 2 * MAX_PAGE_MS)

  relay.setFault(fault)
  const cachedMs = await expectCached(site, post, previousTitle)
  // With the fault `slow`, the new text may already appear during the checks below.
  const next = `Next text with ${fault}`
  await publishAndWait(post.id, { title: next })
  const expectedTitle = fault === 'slow' ? ' text with slow' : previousTitle
  const first = await expectServed(site, post, expectedTitle, MAX_PAGE_MS)
  const second =
    fault === 'slow'
      ? await expectServed(site, post, expectedTitle, MAX_PAGE_MS)
      : await expectCached(site, post, expectedTitle)
  const uncachedResponse = await requestSite(site.url, uncachedPost.path)
  // Uncached pages return a server error, never a 404.
  if (fault !== 'slow') expect(uncachedResponse.status, 'status of an uncached page').toBeGreaterThanOrEqual(500)

  relay.setFault(undefined)
  const updatedMs = await measureUntil(async () => (await requestSite(site.url, post.path)).text.includes(next), {
    deadlineMs: MAX_RECOVERY_MS,
  })
  expect(updatedMs, 'ms until the page is updated').toBeLessThan(MAX_RECOVERY_MS)
  const availableMs = await measureUntil(async () => (await requestSite(site.url, uncachedPost.path)).status === 200, {
    deadlineMs: MAX_RECOVERY_MS,
  })
  expect(availableMs, 'ms until the uncached page is available').toBeLessThan(MAX_RECOVERY_MS)
  return `200: cached ${cachedMs} ms, after the webhook ${first} and ${second} ms, updated ${updatedMs} ms after recovery`
}

const FAULT_DESCRIPTIONS: Record<Fault, string> = {
  error: 'returning 500',
  'too many requests': 'returning 429',
  html: 'returning HTML',
  'cut off': 'truncating responses',
  reset: 'resetting connections',
  hang: 'hanging',
  'wrong shape': 'returning values of another type',
  empty: 'returning an empty dataset',
  slow: 'responding after five seconds',
}

describe.concurrent('Content Lake outage', () => {
  for (const fault of faults)
    check(
      {
        what: `Content Lake ${FAULT_DESCRIPTIONS[fault]}`,
        tried: `requested ${1 + OTHER_PATHS.length} cached pages, again right after a webhook, and an uncached page`,
        expected: 'returns 200 with the last content in time; caches no 404; updates after recovery',
      },
      () => withTestSite((testSite) => testFault(fault, testSite)),
    )
})

/** Content Lake faults at start: an error, a hang, and an empty dataset. */
const STARTUP_FAULTS = ['error', 'hang', 'empty'] as const

/** Restarts the killed process with its query cache but without its page cache. */
async function restartSite(testSite: TestSite): Promise<void> {
  const { folder, port } = testSite.site
  await testSite.site.kill()
  rmSync(resolve(folder, '.next/cache/pages'), { recursive: true, force: true })
  testSite.site = await startSite({
    name: `content-${testSites.indexOf(testSite)}`,
    folder,
    port,
    variables: { SANITY_API_HOST: testSite.relay.url },
  })
}

describe('start during a Content Lake outage', () => {
  check(
    {
      what: 'Start without the Content Lake',
      tried: `restarted while it returned 500, hung or was empty; requested ${1 + OTHER_PATHS.length} uncached pages`,
      expected: 'returns 200 with the last content in time; updates after recovery',
    },
    async () => {
      const slowestMs = await Promise.all(
        STARTUP_FAULTS.map((fault) =>
          withTestSite(async (testSite) => {
            const post = findPost(fault)
            const previousTitle = `Before a start with ${fault}`
            await publishAndWaitUntilVisible(testSite.site, post, previousTitle)
            await expectServed(testSite.site, post, previousTitle, 2 * MAX_PAGE_MS)
            testSite.relay.setFault(fault)
            await publishAndWait(post.id, { title: `After a start with ${fault}` })
            await restartSite(testSite)
            const responseMs = await expectServed(testSite.site, post, previousTitle, MAX_PAGE_MS)
            testSite.relay.setFault(undefined)
            const isUpdated = async () =>
              (await requestSite(testSite.site.url, post.path)).text.includes(`After a start with ${fault}`)
            expect(
              await measureUntil(isUpdated, { deadlineMs: MAX_RECOVERY_MS }),
              'ms until the page is updated',
            ).toBeLessThan(MAX_RECOVERY_MS)
            return responseMs
          }),
        ),
      )
      return `200 with the last content within ${slowestMs.join(', ')} ms`
    },
  )
})
