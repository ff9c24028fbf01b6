import AxeBuilder from '@axe-core/playwright'
import { type Page, expect, test } from '@playwright/test'

const WIDTHS = [360, 768, 1440]
const THEMES = ['dark', 'light'] as const

/** Every address of the sitemap; the tests find the pages themselves. */
async function sitemap(page: Page): Promise<string[]> {
  const xml = await (await page.request.get('/sitemap.xml')).text()
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
}

/** Scrolls through the page, so that what loads lazily has loaded. */
async function scrollThrough(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let y = 0; y < height; y += 600) await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y)
  await page.waitForLoadState('networkidle')
}

test('the sitemap lists the home page, the overview and every seeded city', async ({ page }) => {
  expect(await sitemap(page)).toEqual(
    expect.arrayContaining([
      '/',
      '/hvac-ai-sdr',
      '/hvac-ai-sdr/new-york',
      '/hvac-ai-sdr/los-angeles',
      '/hvac-ai-sdr/phoenix',
    ]),
  )
})

for (const theme of THEMES) {
  test(`every page in ${theme}: accessible, no console message, one h1, nothing sticks out, no broken picture`, async ({
    browser,
  }) => {
    test.setTimeout(240_000)
    const context = await browser.newContext()
    await context.addInitScript((value) => localStorage.setItem('theme', value), theme)
    const page = await context.newPage()
    const messages: string[] = []
    page.on('console', (message) => messages.push(`${page.url()} ${message.type()}: ${message.text()}`))
    page.on('pageerror', (error) => messages.push(`${page.url()} ${error.message}`))
    const paths = await sitemap(page)
    expect(paths.length).toBeGreaterThan(5)
    for (const path of paths) {
      for (const width of WIDTHS) {
        const place = `${path} at ${width} px`
        await page.setViewportSize({ width, height: 900 })
        expect((await page.goto(path))?.status(), place).toBe(200)
        await expect(page.locator('html'), place).toHaveClass(new RegExp(theme))
        await expect(page.locator('h1'), place).toHaveCount(1)
        await scrollThrough(page)
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(overflow, `${place}: horizontal scroll`).toBeLessThanOrEqual(0)
        const broken = await page.evaluate(() =>
          [...document.images]
            .filter((image) => image.complete && image.naturalWidth === 0 && image.checkVisibility())
            .map(({ src }) => src),
        )
        expect(broken, place).toEqual([])
      }
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        .analyze()
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
        path,
      ).toEqual([])
    }
    expect(messages).toEqual([])
    await context.close()
  })
}

test('every internal link on every page leads somewhere', async ({ page }) => {
  const targets = new Set<string>()
  for (const path of await sitemap(page)) {
    await page.goto(path)
    const links = await page
      .locator('a[href^="/"]')
      .evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute('href') ?? ''))
    for (const link of links) targets.add(link.split('#')[0] ?? '')
  }
  expect(targets.size).toBeGreaterThan(5)
  for (const target of targets) expect((await page.request.get(target)).status(), target).toBe(200)
})

test('an unknown path is a true 404 that offers a way on, and does not become 200 by a second visit', async ({
  page,
}) => {
  for (let visit = 0; visit < 2; visit++) {
    expect((await page.goto('/no/such/page'))?.status()).toBe(404)
    await expect(page.locator('h1')).toHaveCount(1)
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  }
})

test('stored pages carry a strict policy, and what an attacker writes into one does not run', async ({ page }) => {
  await page.goto('/hvac-ai-sdr')
  const response = await page.goto('/hvac-ai-sdr')
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/script-src 'self' 'sha256-/)
  expect(policy).not.toMatch(/script-src[^;]*'unsafe/)
  const html = (await response?.text()) ?? ''
  await page.route('**/hvac-ai-sdr', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': policy },
      body: html.replace('</body>', '<script>document.title = "attacked"</script></body>'),
    }),
  )
  await page.goto('/hvac-ai-sdr')
  await expect(page.locator('h1')).toBeVisible()
  expect(await page.title()).not.toBe('attacked')
})

test('a page paints without the framework, which comes at the first touch', async ({ page }) => {
  await page.goto('/')
  await page.goto('/')
  await expect(page.locator('script[src*="/_next/static/"]:not([nomodule])')).toHaveCount(0)
  await page.mouse.move(300, 300)
  await expect.poll(() => page.locator('script[src*="/_next/static/"]:not([nomodule])').count()).toBeGreaterThan(0)
})

test('no Studio, no Clerk and no query library on a public page, and nothing from another origin', async ({
  page,
  baseURL,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto('/')
  await page.mouse.move(300, 300)
  await scrollThrough(page)
  expect(requests.length).toBeGreaterThan(3)
  expect(requests.filter((url) => !url.startsWith(`${baseURL}/`) && !url.startsWith('data:'))).toEqual([])
  expect(requests.filter((url) => /clerk|\/studio|tanstack/i.test(url))).toEqual([])
})
