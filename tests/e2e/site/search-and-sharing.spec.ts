import { expect } from '@playwright/test'
import { lake } from '../../support/stack/lake.ts'
import { AUTHOR_ROOT, SEARCH_PATH } from '../../../lib/routes.ts'
import { problemsOf } from '../../support/pages/schema-org.ts'
import { onePerTemplate, sitemapPaths } from '../../support/pages/sitemap.ts'
import { test } from '../test.ts'

const furtherPages = (html: string) => [...html.matchAll(/href="(\/[^"?#]*\/page\/2)"/g)].map(([, path = '']) => path)

const plain = (html: string) => html.replaceAll(/&(?:#x27|quot|amp|lt|gt);/g, "'")

test('every page has a unique description and a sharing image of this site', async ({ request, baseURL }) => {
  test.setTimeout(240_000)
  const titles = new Map<string, string>()
  const descriptions = new Map<string, string>()
  const types = new Map<string, string | undefined>()
  const pictures = new Map<string, string>()
  const paths = new Set([...(await sitemapPaths(request)), SEARCH_PATH])
  // A Set also iterates over entries that are added during iteration.
  for (const path of paths) {
    const html = await (await request.get(path)).text()
    for (const further of furtherPages(html)) paths.add(further)
    const meta = (name: string) =>
      new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&')
    const title = /<title>([^<]+)<\/title>/.exec(html)?.[1] ?? ''
    expect(titles.get(title), `${path} has the title of another page: ${title}`).toBeUndefined()
    titles.set(title, path)
    expect(plain(title).length, `${path}: ${title}`).toBeLessThanOrEqual(60)
    const description = meta('description') ?? ''
    expect(descriptions.get(description), `${path} has the description of another page`).toBeUndefined()
    descriptions.set(description, path)
    types.set(path, meta('og:type'))
    expect(meta('og:locale'), path).toBe('en_US')
    if (meta('og:type') === 'article') {
      for (const name of ['article:published_time', 'article:modified_time'])
        expect(Date.parse(meta(name) ?? ''), `${path}: ${name}`).not.toBeNaN()
    }
    if (/^\/blog\/[^/]+$/.test(path)) expect(meta('article:author'), path).toMatch(`${baseURL}${AUTHOR_ROOT}/`)
    expect(meta('description')?.length, `${path}: description`).toBeGreaterThan(40)
    expect(html, path).toContain(`<link rel="canonical" href="${new URL(path, baseURL).href.replace(/\/$/, '')}`)
    expect(meta('og:url'), path).toBe(new URL(path, baseURL).href.replace(/\/$/, ''))
    const image = meta('og:image') ?? ''
    expect(new URL(image).origin, `${path}: ${image}`).toBe(baseURL)
    pictures.set(path, image)
    expect(meta('twitter:card'), path).toBe('summary_large_image')
  }
  // Checks one image per template: images are rendered on the first request by one code path per template.
  for (const path of onePerTemplate([...pictures.keys()])) {
    const picture = await request.get(pictures.get(path) ?? '')
    expect(picture.status(), path).toBe(200)
    expect(picture.headers()['content-type'], path).toMatch(/^image\/(png|jpeg|webp)$/)
  }
  const articles = [...types].filter(([, type]) => type === 'article').map(([path]) => path)
  expect(articles.filter((path) => !/^\/(blog|press)\/[^/]+$/.test(path))).toEqual([])
  expect([...types.keys()].filter((path) => /^\/(blog|press)\/[^/]+$/.test(path))).toEqual(articles)
  expect([...types.keys()]).toContain('/blog/page/2')
})

test('every page in the sitemap has valid structured data @smoke', async ({ request }) => {
  test.setTimeout(240_000)
  const found = new Set<string>()
  for (const path of await sitemapPaths(request)) {
    const html = await (await request.get(path)).text()
    const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
    expect(blocks.length, `${path} has JSON-LD`).toBeGreaterThan(0)
    for (const [, json = ''] of blocks) {
      const { '@graph': graph } = JSON.parse(json) as { '@graph': { '@type': string }[] }
      expect(problemsOf(graph), path).toEqual([])
      for (const node of graph) found.add(node['@type'])
    }
  }
  const kinds =
    'Organization WebSite SoftwareApplication Service FAQPage BreadcrumbList Blog BlogPosting CollectionPage ProfilePage TechArticle WebPage'
  expect([...found]).toEqual(expect.arrayContaining(kinds.split(' ')))
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
  const field = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(text)?.[1] ?? ''
  expect(field('Contact')).toMatch(/^mailto:.+@.+/)
  expect(field('Canonical')).toBe(`${baseURL}/.well-known/security.txt`)
  expect(field('Preferred-Languages')).toBe('en')
  const days = (Date.parse(field('Expires')) - Date.now()) / 86_400_000
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
