import { afterAll, beforeAll, expect } from 'vitest'
import { sumMetric, parseMetrics } from '../operate/support/metrics.ts'
import { type Site, startSite } from '../operate/support/sites.ts'
import { check } from '../support/check.ts'
import { lake } from '../support/stack/lake.ts'
import { mapConcurrently, pollUntil } from '../support/until.ts'

const OPERATOR_TOKEN = 'an-operator-of-the-test-0000000000000000'
const SEARCH_COUNT = 60

let site: Site

beforeAll(async () => {
  site = await startSite({ name: 'searched-site', variables: { TRUSTED_PROXIES: '1', OPERATOR_TOKEN } })
}, 60_000)

afterAll(async () => site.stop())

type SearchResponse = { status: number; headers: Headers; text: string }

/** Searches with the header that the proxy sends: the forged value, then the client's `address`. */
async function search(query: string, address: string, forgedAddress = ''): Promise<SearchResponse> {
  const headers = { 'x-forwarded-for': forgedAddress ? `${forgedAddress}, ${address}` : address }
  const response = await fetch(`${site.url}/search?${query}`, { headers, signal: AbortSignal.timeout(20_000) })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const hostileQueries = [
  'q=furnace',
  'q=',
  'q=*',
  `q=${'x'.repeat(6000)}`,
  `q=${'a%20'.repeat(1500)}`,
  'q=a&q=b&q=c',
  'q[]=a',
  'q=%00',
  'q=%F0%9F%94%A5',
  `q=${'('.repeat(80)}`,
  'q=(a%2B)%2B%24',
  'q=__proto__',
  'q=constructor&in=__proto__',
  'in=help',
  'q=lead&all=1&in=blog',
  'q=%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  'q=%22%3E%3Cimg%20src=x%20onerror=alert(1)%3E',
  'q=leed',
  'q=furnnace%20repiar',
  'q=%EF%BC%9Cscript%EF%BC%9E',
]

async function countBuiltIndexes(): Promise<number> {
  const response = await fetch(`${site.url}/api/metrics`, { headers: { authorization: `Bearer ${OPERATOR_TOKEN}` } })
  return sumMetric(parseMetrics(await response.text()), 'ductwise_search_indexes_total') ?? 0
}

check(
  {
    what: 'Search index reuse',
    tried: `sent ${SEARCH_COUNT} searches, with ${hostileQueries.length} hostile queries, 8 at a time; then published`,
    expected: 'builds one index, and one more after the publish, which finds the new text',
    timeout: 60_000,
  },
  async () => {
    const countBefore = await countBuiltIndexes()
    const queries = Array.from({ length: SEARCH_COUNT }, (_, n) => hostileQueries[n % hostileQueries.length] ?? '')
    const responses = await mapConcurrently(queries, (query) => search(query, '203.0.113.7'))
    expect(responses.map(({ status }) => status)).toEqual(queries.map(() => 200))
    expect(responses.filter(({ text }) => /<script>alert|<img src=x/.test(text))).toEqual([])
    const builtCount = (await countBuiltIndexes()) - countBefore
    expect(builtCount).toBe(1)

    const word = `zyxwvut${Date.now().toString(36)}`
    const { _id, title } = await lake.fetch<{ _id: string; title: string }>('*[_type == "post"][0]{_id, title}')
    try {
      await lake
        .patch(_id)
        .set({ title: `${title} ${word}` })
        .commit()
      await pollUntil('the published text', async () => {
        const { text } = await search(`q=${word}`, '203.0.113.8')
        return text.includes(`${title} `) && text.includes('/blog/') ? true : undefined
      })
      expect((await countBuiltIndexes()) - countBefore).toBe(2)
    } finally {
      await lake.patch(_id).set({ title }).commit()
    }
    return `1 index for ${SEARCH_COUNT} searches, 1 more after the publish`
  },
)

check(
  {
    what: 'Search rate limit per network',
    tried: 'sent 150 searches in a minute, each with a different forged address before the real one',
    expected: 'returns 200 up to the limit, then 429 with Retry-After and a page; another network gets 200',
    timeout: 60_000,
  },
  async () => {
    const responses = await mapConcurrently(
      Array.from({ length: 150 }, (_, n) => n),
      (n) => search(`q=lead${n % 7}`, '198.51.100.9', `10.0.0.${n}`),
    )
    const acceptedCount = responses.filter(({ status }) => status === 200).length
    // Not exactly the limit, because a new minute may start during the requests.
    expect(acceptedCount).toBeLessThan(150)
    const rejected = responses.find(({ status }) => status !== 200)
    expect(rejected?.status).toBe(429)
    expect(Number(rejected?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(rejected?.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(rejected?.text).toContain('Please wait a minute')
    expect((await search('q=lead', '198.51.100.10')).status).toBe(200)
    return `200 ×${acceptedCount}, 429 ×${150 - acceptedCount} with Retry-After; 200 for another network`
  },
)
