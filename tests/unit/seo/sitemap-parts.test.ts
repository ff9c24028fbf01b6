import { beforeAll, describe, expect, it, vi } from 'vitest'
import { SITEMAP_LISTS_QUERY, SITEMAP_PART_SIZE, SITEMAP_SIZE_QUERY } from '../../../sanity/queries/site-map.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

vi.mock('server-only', () => ({}))

const content = vi.hoisted(() => ({ total: 0, reads: [] as number[] }))

/** Returns `total` cities and no other documents. */
vi.mock('../../../sanity/lake/fetch.ts', () => ({
  fetchPublished: async ({ query, params }: { query: string; params?: { from: number; to: number } }) => {
    if (query === SITEMAP_SIZE_QUERY) return { total: content.total, blog: 0, press: 0, documentation: 0, api: 0 }
    if (query === SITEMAP_LISTS_QUERY) return { blog: null, press: null, documentation: null }
    const { from = 0, to = 0 } = params ?? {}
    content.reads.push(from)
    return Array.from({ length: Math.max(0, Math.min(to, content.total) - from) }, (_city, index) => ({
      _type: 'city',
      key: `city-${from + index}`,
      _updatedAt: '2026-01-02T03:04:05Z',
    }))
  },
}))

const parseLocations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url)

let getSitemap: () => Promise<Response>
let part: (name: string) => Promise<Response>

beforeAll(async () => {
  stubSiteEnv({ SITE_URL: 'https://www.example.com' })
  const { GET } = await import('../../../app/sitemap.xml/route.ts')
  const { GET: getPart } = await import('../../../app/sitemap/[part]/route.ts')
  getSitemap = GET
  part = (name) => getPart(new Request('https://www.example.com'), { params: Promise.resolve({ part: name }) })
})

/** The sample dashboard adds one URL to the first file, but has no document. */
const DASHBOARD_SAMPLE_PAGES = 1

describe('large sitemap', () => {
  it('is a single file up to the limit', async () => {
    content.total = SITEMAP_PART_SIZE
    const urls = parseLocations(await (await getSitemap()).text())
    expect([urls.length, urls[0]]).toEqual([
      SITEMAP_PART_SIZE + DASHBOARD_SAMPLE_PAGES,
      'https://www.example.com/hvac-ai-sdr/city-0',
    ])
  })

  it('is an index of files that list every URL once', async () => {
    content.total = 2 * SITEMAP_PART_SIZE + 1
    const files = parseLocations(await (await getSitemap()).text())
    expect(files).toEqual([1, 2, 3].map((number) => `https://www.example.com/sitemap/${number}.xml`))
    const texts = await Promise.all(files.map(async (url) => (await part(String(url?.split('/').at(-1)))).text()))
    expect(texts.map((text) => parseLocations(text).length)).toEqual([
      SITEMAP_PART_SIZE + DASHBOARD_SAMPLE_PAGES,
      SITEMAP_PART_SIZE,
      1,
    ])
    expect(new Set(texts.flatMap(parseLocations)).size).toBe(content.total + DASHBOARD_SAMPLE_PAGES)
  })

  it.each(['4.xml', '0.xml', '-1.xml', '01.xml', '1', '1.xml.gz', '99999.xml', '..%2f1.xml'])(
    'responds with 404 for %s without a query',
    async (name) => {
      content.total = 2 * SITEMAP_PART_SIZE + 1
      content.reads = []
      expect((await part(name)).status).toBe(404)
      expect(content.reads).toEqual([])
    },
  )
})
