import { afterAll, beforeAll, expect } from 'vitest'
import { figure, figuresIn } from '../operate/support/figures.ts'
import { type Site, startSite } from '../operate/support/sites.ts'
import { check } from '../support/check.ts'
import { lake } from '../support/stack/lake.ts'
import { forEach, until } from '../support/until.ts'

const TOKEN = 'an-operator-of-the-test-0000000000000000'
const SEARCHES = 60

let site: Site

beforeAll(async () => {
  site = await startSite({ name: 'searched-site', variables: { TRUSTED_PROXIES: '1', OPERATOR_TOKEN: TOKEN } })
}, 60_000)

afterAll(async () => site.stop())

type Found = { status: number; headers: Headers; text: string }

/** Searches with the header that the proxy sends: the forged value, then the client's `address`. */
async function search(query: string, address: string, forged = ''): Promise<Found> {
  const headers = { 'x-forwarded-for': forged ? `${forged}, ${address}` : address }
  const response = await fetch(`${site.url}/search?${query}`, { headers, signal: AbortSignal.timeout(20_000) })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const hostile = [
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

async function indexesMade(): Promise<number> {
  const response = await fetch(`${site.url}/api/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  return figure(figuresIn(await response.text()), 'ductwise_search_indexes_total') ?? 0
}

check(
  {
    what: 'Search index reuse',
    tried: `sent ${SEARCHES} searches, with ${hostile.length} hostile queries, 8 at a time; then published`,
    expected: 'builds one index, and one more after the publish, which finds the new text',
    timeout: 60_000,
  },
  async () => {
    const before = await indexesMade()
    const queries = Array.from({ length: SEARCHES }, (_, n) => hostile[n % hostile.length] ?? '')
    const found = await forEach(queries, (query) => search(query, '203.0.113.7'))
    expect(found.map(({ status }) => status)).toEqual(queries.map(() => 200))
    expect(found.filter(({ text }) => /<script>alert|<img src=x/.test(text))).toEqual([])
    const made = (await indexesMade()) - before
    expect(made).toBe(1)

    const word = `zyxwvut${Date.now().toString(36)}`
    const { _id, title } = await lake.fetch<{ _id: string; title: string }>('*[_type == "post"][0]{_id, title}')
    try {
      await lake
        .patch(_id)
        .set({ title: `${title} ${word}` })
        .commit()
      await until('the published text', async () => {
        const { text } = await search(`q=${word}`, '203.0.113.8')
        return text.includes(`${title} `) && text.includes('/blog/') ? true : undefined
      })
      expect((await indexesMade()) - before).toBe(2)
    } finally {
      await lake.patch(_id).set({ title }).commit()
    }
    return `1 index for ${SEARCHES} searches, 1 more after the publish`
  },
)

check(
  {
    what: 'Search rate limit per network',
    tried: 'sent 150 in a minute, each with a different forged address before the real one',
    expected: 'returns 200 up to the limit, then 429 with Retry-After and a page; another network gets 200',
    timeout: 60_000,
  },
  async () => {
    const found = await forEach(
      Array.from({ length: 150 }, (_, n) => n),
      (n) => search(`q=lead${n % 7}`, '198.51.100.9', `10.0.0.${n}`),
    )
    const answered = found.filter(({ status }) => status === 200).length
    // Not exactly the limit, because a new minute may start during the requests.
    expect(answered).toBeLessThan(150)
    const refused = found.find(({ status }) => status !== 200)
    expect(refused?.status).toBe(429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused?.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(refused?.text).toContain('Please wait a minute')
    expect((await search('q=lead', '198.51.100.10')).status).toBe(200)
    return `200 ×${answered}, 429 ×${150 - answered} with Retry-After; 200 for another network`
  },
)
