import { type Page, expect } from '@playwright/test'
import { recordConsoleMessages, sendMutations } from './visitor.ts'
import { test } from '../test.ts'

const PAGE_SIZE = 10
const PHONE = { width: 360, height: 800 }

const getMain = (page: Page) => page.getByRole('main')

const readEntryLinks = (page: Page): Promise<string[]> =>
  getMain(page)
    .locator(':is(h2, h3) > a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))

async function openFirstEntry(page: Page, list: string): Promise<string> {
  await page.goto(list)
  const [first] = await readEntryLinks(page)
  expect(first, `an entry of ${list}`).toBeTruthy()
  return first ?? ''
}

/** Opens entries in turn. Returns the first for which `matches` is true, and leaves it open. */
async function openFirstMatch(page: Page, list: string, matches: () => Promise<boolean>): Promise<string> {
  await page.goto(list)
  const addresses = await readEntryLinks(page)
  for (const address of addresses) {
    await page.goto(address)
    if (await matches()) return address
  }
  throw new Error(`None of the ${addresses.length} entries of ${list} is of that kind.`)
}

test('the blog lists ten posts per page, each once, and ends with a 404', async ({ page }) => {
  const listedEntries: string[] = []
  let address: string | null = '/blog'
  let pages = 0
  while (address) {
    expect((await page.goto(address))?.status(), address).toBe(200)
    pages++
    const posts = await readEntryLinks(page)
    expect(posts.length, address).toBeLessThanOrEqual(PAGE_SIZE)
    listedEntries.push(...posts)
    const next = getMain(page).locator('a[rel="next"]')
    address = (await next.count()) > 0 ? await next.getAttribute('href') : null
    if (address) expect(posts.length, 'all pages but the last are full').toBe(PAGE_SIZE)
    const nextLink = page.locator('head link[rel="next"]')
    if (address) await expect(nextLink).toHaveAttribute('href', new RegExp(`${address}$`))
    else await expect(nextLink).toHaveCount(0)
    if (pages > 1) await expect(page.locator('head link[rel="prev"]')).toHaveCount(1)
  }
  expect(pages, 'enough posts for pagination').toBeGreaterThan(1)
  expect(new Set(listedEntries).size).toBe(listedEntries.length)
  expect((await page.goto(`/blog/page/${pages + 1}`))?.status()).toBe(404)
})

test('nonexistent articles return 404 on every visit', async ({ request }) => {
  for (const address of [
    '/blog/page/1',
    '/blog/page/02',
    '/blog/no-such-post',
    '/blog/category/no-such-category',
    '/blog/author/no-such-author',
    '/blog/a/b/c',
    '/press/no-such-announcement',
    '/documentation/no-such-page',
    '/documentation/page/2',
  ]) {
    for (let attempt = 0; attempt < 2; attempt++) {
      const response = await request.get(address)
      expect(response.status(), address).toBe(404)
      expect((await response.text()).match(/<h1\b/g), address).toHaveLength(1)
    }
  }
})

test('a post shows its date and reading time, and links to author, category and related posts @smoke', async ({
  page,
}) => {
  const address = await openFirstEntry(page, '/blog')
  await page.goto(address)
  const article = page.getByRole('article').first()
  const time = article.locator('header time')
  expect(Date.parse((await time.getAttribute('datetime')) ?? '')).not.toBeNaN()
  await expect(article.locator('header')).toContainText(/\d+ min read/)
  const relatedEntries = await readEntryLinks(page)
  expect(relatedEntries.length).toBeGreaterThan(0)
  expect(relatedEntries).not.toContain(address)
  for (const kind of ['category', 'author']) {
    await page.goto(address)
    const list = await article.locator(`header a[href^="/blog/${kind}/"]`).getAttribute('href')
    expect((await page.goto(list ?? ''))?.status()).toBe(200)
    expect(await readEntryLinks(page), `${list} lists the post`).toContain(address)
  }
})

test('the table of contents of a long post links to its headings, which have unique IDs', async ({ page }) => {
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await openFirstMatch(page, '/blog', async () => (await contents.count()) > 0)
  const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
  const links = contents.getByRole('link')
  expect(await links.count()).toBeGreaterThan(2)
  const last = links.last()
  const target = (await last.getAttribute('href')) ?? ''
  await last.click()
  await expect(page).toHaveURL(new RegExp(`${target}$`))
  await expect(page.locator(`:is(h2, h3)[id="${decodeURIComponent(target.slice(1))}"]`)).toBeInViewport()
})

test('heading links appear on hover, but not on a phone', async ({ page }) => {
  await page.goto(await openFirstEntry(page, '/blog'))
  const link = getMain(page)
    .getByRole('link', { name: /^Link to/ })
    .first()
  await expect(link).toHaveCSS('opacity', '0')
  await page.locator('.article-heading').first().hover()
  await expect(link).toHaveCSS('opacity', '1')
  await page.setViewportSize(PHONE)
  await expect(link).toBeHidden()
})

test('on a phone, the selected category is visible, and the order of categories never changes', async ({ page }) => {
  await page.setViewportSize(PHONE)
  const chips = page.getByRole('navigation', { name: 'Categories' }).getByRole('link')
  await page.goto('/blog')
  const last = await chips.last().getAttribute('href')
  await page.goto(last ?? '')
  await expect(chips.last()).toHaveAttribute('aria-current', 'page')
  await expect(chips.last()).toBeInViewport({ ratio: 1 })
  const leftEdges = await chips.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().left))
  expect(leftEdges).toEqual(leftEdges.toSorted((a, b) => a - b))
})

test('the blog links to its feed, whose URLs are absolute and return 200', async ({ page, baseURL }) => {
  await page.goto('/blog')
  const link = page.locator('head link[rel="alternate"][type="application/rss+xml"]')
  const feed = await link.getAttribute('href')
  expect(new URL(feed ?? '', baseURL).pathname).toBe('/blog/rss.xml')
  const response = await page.request.get(feed ?? '')
  expect(response.headers()['content-type']).toContain('application/rss+xml')
  const xml = await response.text()
  const items = [...xml.matchAll(/<item>[\s\S]*?<link>([^<]+)<\/link>/g)].map(([, address = '']) => address)
  expect(items.length).toBeGreaterThan(1)
  for (const address of items) {
    expect(address.startsWith(`${baseURL}/blog/`), address).toBe(true)
    expect((await page.request.get(address)).status(), address).toBe(200)
  }
  expect(xml).toContain('rel="self"')
  await page.goto('/blog')
  expect(items[0]).toBe(`${baseURL}${(await readEntryLinks(page))[0]}`)
})

test('the press kit offers downloads, and announcements have pages @smoke', async ({ page }) => {
  const address = await openFirstEntry(page, '/press')
  const downloads = getMain(page).locator('a[download]')
  expect(await downloads.count()).toBeGreaterThan(0)
  for (const download of await downloads.all()) {
    const response = await page.request.get((await download.getAttribute('href')) ?? '')
    expect(response.status()).toBe(200)
    expect(response.headers()['content-disposition']).toContain('attachment')
    expect((await response.body()).length).toBeGreaterThan(0)
  }
  expect((await page.goto(address))?.status()).toBe(200)
  await expect(getMain(page).locator('header time')).toHaveCount(1)
})

test('the documentation can be read from the first page to the last', async ({ page }) => {
  await page.goto('/documentation')
  const pages = (await readEntryLinks(page)).filter((address) => address.startsWith('/documentation/'))
  expect(pages.length).toBeGreaterThan(1)
  const steps = page.getByRole('navigation', { name: 'Previous and next page' })
  await page.goto(pages[0] ?? '')
  for (const [index, address] of pages.entries()) {
    expect(new URL(page.url()).pathname).toBe(address)
    await expect(
      page.getByRole('navigation', { name: 'Documentation' }).locator('[aria-current="page"]'),
    ).toHaveAttribute('href', address)
    if (index > 0) await expect(steps.locator('a[rel="prev"]')).toHaveAttribute('href', pages[index - 1] ?? '')
    const next = steps.locator('a[rel="next"]')
    await expect(next).toHaveCount(index < pages.length - 1 ? 1 : 0)
    if (index < pages.length - 1) await page.goto((await next.getAttribute('href')) ?? '')
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the documentation menu is collapsible on a phone and always open on a wide screen', async ({ page }) => {
    const address = await openFirstEntry(page, '/documentation')
    const tree = page.getByRole('navigation', { name: 'Documentation' })
    await page.goto(address)
    await expect(tree).toBeVisible()
    await expect(page.locator('summary', { hasText: 'All pages' })).toBeHidden()
    await page.setViewportSize(PHONE)
    await page.goto(address)
    await expect(tree).toBeHidden()
    await page.locator('summary', { hasText: 'All pages' }).click()
    await expect(tree).toBeVisible()
    const otherLink = tree.getByRole('link').filter({ visible: true }).last()
    const target = await otherLink.getAttribute('href')
    await otherLink.click()
    await expect(page).toHaveURL(new RegExp(`${target}$`))
  })
})

test('an imported post shows all its text, and posts with invalid slugs are never linked', async ({ page }) => {
  const buildBlock = (text: string, fields: object = {}) => ({
    _type: 'block',
    style: 'normal',
    children: [{ _type: 'span', text }],
    ...fields,
  })
  const post = {
    _type: 'post',
    excerpt: 'Of a test.',
    publishedAt: '2040-01-01T08:00:00Z',
    body: [
      buildBlock('First part', { style: 'h2' }),
      buildBlock('Largest heading', { style: 'h1' }),
      buildBlock('First part', { style: 'h2' }),
      buildBlock('Deep item', { listItem: 'dash', level: 3 }),
      buildBlock('Heading of a list', { style: 'h3', listItem: 'bullet' }),
      { _type: 'html', html: '<p>Text of an <b>embed</b></p>' },
    ],
  }
  const slugs = ['e2e-imported', 'E2E_Foreign', '2019/05/e2e-foreign', 'e2e--foreign']
  const documents = slugs.map((current, index) => ({
    ...post,
    _id: `e2e-imported-${index}`,
    title: `Imported ${current}`,
    slug: { _type: 'slug', current },
  }))
  await sendMutations(...documents.map((document) => ({ createOrReplace: document })))
  try {
    const consoleMessages = recordConsoleMessages(page)
    await expect.poll(async () => (await page.goto('/blog/e2e-imported'))?.status()).toBe(200)
    await expect(page.locator('h1')).toHaveCount(1)
    const body = getMain(page).locator('.article')
    for (const text of ['Largest heading', 'Deep item', 'Heading of a list', 'Text of an embed'])
      await expect(body).toContainText(text)
    const anchors = await body
      .locator(':is(h2, h3, h4)[id]')
      .evaluateAll((headings) => headings.map(({ id }) => `#${id}`))
    const contents = await getMain(page)
      .locator('details nav a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(anchors).toEqual(['#first-part', '#largest-heading', '#first-part-2', '#heading-of-a-list'])
    expect(contents).toEqual(anchors)
    for (const address of ['/blog', '/blog/rss.xml', '/sitemap.xml', '/llms.txt', '/search/index.json']) {
      const fetchText = async () => (await page.request.get(address)).text()
      await expect.poll(fetchText, address).toContain('e2e-imported')
      expect(await fetchText(), address).not.toMatch(/E2E_Foreign|2019\/05\/e2e|e2e--foreign/)
    }
    expect(consoleMessages).toEqual([])
  } finally {
    await sendMutations(...documents.map(({ _id: id }) => ({ delete: { id } })))
  }
})
