import { expect } from '@playwright/test'
import { lake } from '../../support/stack/lake.ts'
import { AUTHOR_ROOT, SEARCH_PATH } from '../../../lib/routes.ts'
import { findProblems } from '../../support/pages/schema-org.ts'
import { pickOnePerTemplate, fetchSitemapPaths } from '../../support/pages/sitemap.ts'
import { test } from '../test.ts'

const findPaginatedPaths = (html: string) =>
  [...html.matchAll(/href="(\/[^"?#]*\/page\/2)"/g)].map(([, path = '']) => path)

const replaceEntities = (html: string) => html.replaceAll(/&(?:#x27|quot|amp|lt|gt);/g, "'")

test('every page has a unique description and a sharing image of this site', async ({ request, baseURL }) => {
  test.setTimeout(240_000)
  const titles = new Map<string, string>()
  const descriptions = new Map<string, string>()
  const types = new Map<string, string | undefined>()
  const imageUrls = new Map<string, string>()
  const paths = new Set([...(await fetchSitemapPaths(request)), SEARCH_PATH])
  // A Set also iterates over entries that are added during iteration.
  for (const path of paths) {
    const html = await (await request.get(path)).text()
    for (const paginatedPath of findPaginatedPaths(html)) paths.add(paginatedPath)
    const getMeta = (name: string) =>
      new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&')
    const title = /<title>([^<]+)<\/title>/.exec(html)?.[1] ?? ''
    expect(titles.get(title), `${path} has the title of another page: ${title}`).toBeUndefined()
    titles.set(title, path)
    expect(replaceEntities(title).length, `${path}: ${title}`).toBeLessThanOrEqual(60)
    const description = getMeta('description') ?? ''
    expect(descriptions.get(description), `${path} has the description of another page`).toBeUndefined()
    descriptions.set(description, path)
    types.set(path, getMeta('og:type'))
    expect(getMeta('og:locale'), path).toBe('en_US')
    if (getMeta('og:type') === 'article') {
      for (const name of ['article:published_time', 'article:modified_time'])
        expect(Date.parse(getMeta(name) ?? ''), `${path}: ${name}`).not.toBeNaN()
    }
    if (/^\/blog\/[^/]+$/.test(path)) expect(getMeta('article:author'), path).toMatch(`${baseURL}${AUTHOR_ROOT}/`)
    expect(getMeta('description')?.length, `${path}: description`).toBeGreaterThan(40)
    expect(html, path).toContain(`<link rel="canonical" href="${new URL(path, baseURL).href.replace(/\/$/, '')}`)
    expect(getMeta('og:url'), path).toBe(new URL(path, baseURL).href.replace(/\/$/, ''))
    const image = getMeta('og:image') ?? ''
    expect(new URL(image).origin, `${path}: ${image}`).toBe(baseURL)
    imageUrls.set(path, image)
    expect(getMeta('twitter:card'), path).toBe('summary_large_image')
  }
  // Checks one image per template: images are rendered on the first request by one code path per template.
  for (const path of pickOnePerTemplate([...imageUrls.keys()])) {
    const response = await request.get(imageUrls.get(path) ?? '')
    expect(response.status(), path).toBe(200)
    expect(response.headers()['content-type'], path).toMatch(/^image\/(png|jpeg|webp)$/)
  }
  const articles = [...types].filter(([, type]) => type === 'article').map(([path]) => path)
  expect(articles.filter((path) => !/^\/(blog|press)\/[^/]+$/.test(path))).toEqual([])
  expect([...types.keys()].filter((path) => /^\/(blog|press)\/[^/]+$/.test(path))).toEqual(articles)
  expect([...types.keys()]).toContain('/blog/page/2')
})

test('every page in the sitemap has valid structured data @smoke', async ({ request }) => {
  test.setTimeout(240_000)
  const nodeTypes = new Set<string>()
  for (const path of await fetchSitemapPaths(request)) {
    const html = await (await request.get(path)).text()
    const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
    expect(blocks.length, `${path} has JSON-LD`).toBeGreaterThan(0)
    for (const [, json = ''] of blocks) {
      const { '@graph': graph } = JSON.parse(json) as { '@graph': { '@type': string }[] }
      expect(findProblems(graph), path).toEqual([])
      for (const node of graph) nodeTypes.add(node['@type'])
    }
  }
  const kinds =
    'Organization WebSite SoftwareApplication Service FAQPage BreadcrumbList Blog BlogPosting CollectionPage ProfilePage TechArticle WebPage'
  expect([...nodeTypes]).toEqual(expect.arrayContaining(kinds.split(' ')))
})

test('the sharing image of a city is cached and regenerated when the city changes', async ({ request }) => {
  const address = '/opengraph-image/hvac-ai-sdr/phoenix'
  const first = await request.get(address)
  expect(first.headers()['content-type']).toBe('image/png')
  const bytes = await first.body()
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
  const { etag = '' } = first.headers()
  expect(etag).toMatch(/^"/)
  expect((await request.get(address, { headers: { 'if-none-match': etag } })).status()).toBe(304)
  expect(await (await request.get(address)).body()).toEqual(bytes)
  expect((await request.get('/opengraph-image/no/such/page')).status()).toBe(404)

  const city = await lake.getDocument('city-phoenix')
  await lake.patch('city-phoenix').set({ headline: 'Another headline for the picture' }).commit()
  await expect.poll(async () => (await (await request.get(address)).body()).equals(bytes)).toBe(false)
  await lake.patch('city-phoenix').set({ headline: city?.headline }).commit()
  await expect.poll(async () => (await (await request.get(address)).body()).equals(bytes)).toBe(true)
})

test('robots.txt, llms.txt, security.txt, the manifest and every icon are served @smoke', async ({
  page,
  request,
  baseURL,
}) => {
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
  for (const path of ['/api/', '/dashboard', '/studio']) expect(robots).toContain(`Disallow: ${path}\n`)

  const llms = await (await request.get('/llms.txt')).text()
  expect(llms).toMatch(/^# Ductwise\n\n> .+/)
  expect(llms).toContain(`](${baseURL}/hvac-ai-sdr)`)
  for (const path of ['/hvac-ai-sdr/phoenix', '/blog/missed-call-arithmetic', '/press/five-city-pages', '/demo'])
    expect(llms).toMatch(new RegExp(`^- \\[[^\\]]+\\]\\(${baseURL}${path}\\): .{20,}$`, 'm'))
  expect(llms.length).toBeLessThan(60_000)

  const security = await request.get('/.well-known/security.txt')
  expect(security.headers()['content-type']).toBe('text/plain; charset=utf-8')
  const text = await security.text()
  const getField = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(text)?.[1] ?? ''
  expect(getField('Contact')).toMatch(/^mailto:.+@.+/)
  expect(getField('Canonical')).toBe(`${baseURL}/.well-known/security.txt`)
  expect(getField('Preferred-Languages')).toBe('en')
  const days = (Date.parse(getField('Expires')) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)

  await page.goto('/')
  const links = page.locator('link[rel="manifest"], link[rel="icon"], link[rel="apple-touch-icon"]')
  const addresses = await links.evaluateAll((elements) => elements.map((element) => (element as HTMLLinkElement).href))
  expect(addresses.length).toBeGreaterThanOrEqual(4)
  const manifest = (await (await request.get('/manifest.webmanifest')).json()) as { icons: { src: string }[] }
  for (const address of [...addresses, ...manifest.icons.map(({ src }) => src)])
    expect((await request.get(address)).status(), address).toBe(200)
})
