import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type Site, startSite } from '../operate/support/sites.ts'
import { check } from '../support/check.ts'
import { publish, publishAndWait } from '../support/pages/publishing.ts'
import { lake } from '../support/stack/lake.ts'
import { type Fault, faults, type LakeRelay, startLakeRelay } from '../support/stack/lake-relay.ts'
import { until } from '../support/until.ts'
import { slowestOf, statusesOf, untilHolds, visit } from './support/visit.ts'

/** Maximum milliseconds per page: the site waits one second for the Content Lake, then renders. */
const LONGEST = 4_000

/** Maximum milliseconds for a cached page. */
const FROM_MEMORY = 1_000

const LOOKS = 5

/** Maximum milliseconds from the end of a fault to the first fresh page. A stale render lasts three seconds. */
const NEW_WITHIN = 12_000

const SITES = 3

const OTHERS = ['/', '/pricing', '/blog', '/integrations', '/documentation', '/contact']

type Post = { id: string; title: string; path: string }

type Place = { site: Site; relay: LakeRelay }

const free: Place[] = []
const places: Place[] = []
const waiting: ((place: Place) => void)[] = []
let posts: Post[]

beforeAll(async () => {
  const found = await lake.fetch<{ id: string; title: string; slug: string }[]>(
    `*[_type == "post" && !(_id in path("drafts.**"))] | order(_id) { "id": _id, title, "slug": slug.current }`,
  )
  posts = found.map(({ id, title, slug }) => ({ id, title, path: `/blog/${slug}` }))
  const starts = Array.from({ length: SITES }, async (_, index) => {
    const relay = await startLakeRelay()
    return { relay, site: await startSite({ name: `content-${index}`, variables: { SANITY_API_HOST: relay.url } }) }
  })
  places.push(...(await Promise.all(starts)))
  free.push(...places)
})
afterAll(async () => {
  for (const { site, relay } of places) {
    relay.disturb(undefined)
    await site.stop()
    await relay.end()
  }
  for (const { id, title } of posts.slice(0, faults.length)) await publish(id, { title })
})

async function withPlace<Result>(work: (place: Place) => Promise<Result>): Promise<Result> {
  const place = free.pop() ?? (await new Promise<Place>((resolve) => waiting.push(resolve)))
  try {
    return await work(place)
  } finally {
    place.relay.disturb(undefined)
    const next = waiting.shift()
    if (next) next(place)
    else free.push(place)
  }
}

function postOf(fault: Fault, offset = 0): Post {
  const post = posts[faults.indexOf(fault) + offset * faults.length]
  if (!post) throw new Error('The dataset has too few posts')
  return post
}

async function publishAndSee(site: Site, { id, path }: Post, title: string): Promise<void> {
  await publishAndWait(id, { title })
  await until(`the new text of ${path}`, async () => (await visit(site.url, path)).text.includes(title) || undefined)
}

async function expectServed(site: Site, post: Post, title: string, longest: number): Promise<number> {
  const visits = await Promise.all([post.path, ...OTHERS].map((path) => visit(site.url, path)))
  expect(statusesOf(visits)).toEqual([post.path, ...OTHERS].map((path) => `${path} 200`))
  expect(visits[0]?.text).toContain(title)
  expect(slowestOf(visits)).toBeLessThan(longest)
  return slowestOf(visits)
}

/** Asserts the same as `expectServed`, and that at least one attempt is fast enough to come from the cache. */
async function expectFromMemory(site: Site, post: Post, title: string): Promise<number> {
  let fastest = Infinity
  for (let look = 0; look < LOOKS && fastest >= FROM_MEMORY; look += 1)
    fastest = Math.min(fastest, await expectServed(site, post, title, LONGEST))
  expect(fastest).toBeLessThan(FROM_MEMORY)
  return fastest
}

async function tryFault(fault: Fault, { site, relay }: Place): Promise<string> {
  const post = postOf(fault)
  const cold = postOf(fault, 1)
  const former = `Former text with ${fault}`
  await publishAndSee(site, post, former)
  await expectServed(site, post, former, 2 * LONGEST)

  relay.disturb(fault)
  const stored = await expectFromMemory(site, post, former)
  // With the fault `slow`, the new text may already appear during the checks below.
  const next = `Next text with ${fault}`
  await publishAndWait(post.id, { title: next })
  const shown = fault === 'slow' ? ' text with slow' : former
  const first = await expectServed(site, post, shown, LONGEST)
  const second =
    fault === 'slow' ? await expectServed(site, post, shown, LONGEST) : await expectFromMemory(site, post, shown)
  const unread = await visit(site.url, cold.path)
  // Uncached pages return a server error, never a 404.
  if (fault !== 'slow') expect(unread.status, 'status of an uncached page').toBeGreaterThanOrEqual(500)

  relay.disturb(undefined)
  const renewed = await untilHolds(async () => (await visit(site.url, post.path)).text.includes(next), {
    deadlineMs: NEW_WITHIN,
  })
  expect(renewed, 'ms until the page is updated').toBeLessThan(NEW_WITHIN)
  const found = await untilHolds(async () => (await visit(site.url, cold.path)).status === 200, {
    deadlineMs: NEW_WITHIN,
  })
  expect(found, 'ms until the uncached page is available').toBeLessThan(NEW_WITHIN)
  return `200: cached ${stored} ms, after the webhook ${first} and ${second} ms, updated ${renewed} ms after recovery`
}

const WORDS: Record<Fault, string> = {
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
        what: `Content Lake ${WORDS[fault]}`,
        tried: `requested ${1 + OTHERS.length} cached pages, again right after a webhook, and an uncached page`,
        expected: 'returns 200 with the last content in time; caches no 404; updates after recovery',
      },
      () => withPlace((place) => tryFault(fault, place)),
    )
})

/** Content Lake faults at start: an error, a hang, and an empty dataset. */
const AT_START = ['error', 'hang', 'empty'] as const

/** Restarts the killed process with its query cache but without its page cache. */
async function startAgain(place: Place): Promise<void> {
  const { folder, port } = place.site
  await place.site.kill()
  rmSync(resolve(folder, '.next/cache/pages'), { recursive: true, force: true })
  place.site = await startSite({
    name: `content-${places.indexOf(place)}`,
    folder,
    port,
    variables: { SANITY_API_HOST: place.relay.url },
  })
}

describe('start during a Content Lake outage', () => {
  check(
    {
      what: 'Start without the Content Lake',
      tried: `restarted while it returned 500, hung or was empty; requested ${1 + OTHERS.length} uncached pages`,
      expected: 'returns 200 with the last content in time; updates after recovery',
    },
    async () => {
      const slowest = await Promise.all(
        AT_START.map((fault) =>
          withPlace(async (place) => {
            const post = postOf(fault)
            const former = `Before a start with ${fault}`
            await publishAndSee(place.site, post, former)
            await expectServed(place.site, post, former, 2 * LONGEST)
            place.relay.disturb(fault)
            await publishAndWait(post.id, { title: `After a start with ${fault}` })
            await startAgain(place)
            const waited = await expectServed(place.site, post, former, LONGEST)
            place.relay.disturb(undefined)
            const isNew = async () =>
              (await visit(place.site.url, post.path)).text.includes(`After a start with ${fault}`)
            expect(await untilHolds(isNew, { deadlineMs: NEW_WITHIN }), 'ms until the page is updated').toBeLessThan(
              NEW_WITHIN,
            )
            return waited
          }),
        ),
      )
      return `200 with the last content within ${slowest.join(', ')} ms`
    },
  )
})
