import { type Browser, type Page, expect } from '@playwright/test'
import { type ConfigData, HtmlValidate } from 'html-validate'
import { LOGIN_PATH, REGISTER_PATH } from '../../../lib/routes.ts'
import { SCRIPTS_ROOT } from '../../../server/destination.ts'
import { horizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { sitemapPaths } from '../../support/pages/sitemap.ts'
import { pressEverything } from '../../support/pages/press-everything.ts'
import { showTheme, type Theme, violationsOf } from '../../support/pages/violations.ts'
import { announceProblems, test } from '../test.ts'

const WIDTHS = [1440, 768, 390, 360]

/** Widths at which every control is pressed. */
const PRESS_WIDTHS = new Set([1440, 390])

/** Pages looked at side by side: more only take turns on the processor. */
const TABS = 3

/** What the framework writes or the site does on purpose, and what is style rather than validity. */
const MARKUP_RULES: ConfigData['rules'] = {
  // React writes `charSet`, `srcSet`, `popoverTarget`, `<meta/>` and `hidden=""`; HTML reads all of them alike.
  'attr-case': 'off',
  'void-style': 'off',
  'attribute-boolean-style': 'off',
  'attribute-empty-style': 'off',
  // The blurred placeholder of an image and the colours of a strip belong to their element; the policy allows them.
  'no-inline-style': 'off',
  // Scripts say their type, so that React sees another one in the browser and does not warn.
  'script-type': 'off',
  // Ids that React makes begin with `_`.
  'valid-id': ['error', { relaxed: true }],
  // A number may break at the end of a line: it is a link, and one tap dials it.
  'tel-non-breaking': 'off',
}

/** The style element of components/account/account-provider.tsx, where a part of Clerk's form looks for one. */
const STYLE_OF_CLERK = '#input-otp-style'

const validator = new HtmlValidate({ root: true, extends: ['html-validate:recommended'], rules: MARKUP_RULES })

/** Scrolls through the page and back, so that what loads lazily has loaded and the header covers no link of the page. */
async function scrollThrough(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let y = 0; y < height; y += 600) await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y)
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await page.waitForLoadState('networkidle')
}

/** What sticks out of a page or is missing on it at one width. */
async function layoutProblems(page: Page, width: number): Promise<string[]> {
  const broken = await page.evaluate(() =>
    [...document.images]
      .filter((image) => image.complete && image.naturalWidth === 0 && image.checkVisibility())
      .map(({ src }) => `broken picture ${src}`),
  )
  return [...(await horizontalScroll(page)), ...broken].map((problem) => `${page.url()} at ${width} px: ${problem}`)
}

/** Pictures that are loaded before everything else, and then are not those that the page shows. */
const unusedPreloads = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shown = new Set([...document.images].map(({ srcset, sizes }) => srcset + sizes))
    return [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="image"]')]
      .map(({ imageSrcset, imageSizes }) => imageSrcset + imageSizes)
      .filter((preloaded) => !shown.has(preloaded))
      .map((preloaded) => `preloaded, but not shown: ${preloaded.slice(0, 120)}`)
  })

/** The theme in which axe looks at a page at each width; at the others it does not. */
type AxeThemes = Record<number, Theme>

/** From page to page the themes change places, so that what all pages share is seen in both at each width. */
const AXE_THEMES: AxeThemes[] = [
  { 1440: 'dark', 360: 'light' },
  { 1440: 'light', 360: 'dark' },
]

const hasAxe = (axeThemes: AxeThemes) => Object.keys(axeThemes).length > 0

/** What is wrong with a page: loaded once, touched once so that it hydrates, then made narrower. */
async function problemsOf(page: Page, path: string, axeThemes: AxeThemes = {}) {
  const response = await page.goto(path)
  await page.mouse.move(300, 300)
  const problems: string[] = []
  if (response?.status() !== 200) problems.push(`${path}: status ${response?.status()}`)
  if ((await page.locator('h1').count()) !== 1) problems.push(`${path}: not one h1`)
  problems.push(...(await unusedPreloads(page)).map((problem) => `${path}: ${problem}`))
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const theme = axeThemes[width]
    if (theme) await scrollThrough(page)
    problems.push(...(await layoutProblems(page, width)))
    if (theme) {
      await showTheme(page, theme)
      problems.push(...(await violationsOf(page)).map((problem) => `${path} at ${width} px in ${theme}: ${problem}`))
    }
    // Header and footer are the same on every page.
    if (PRESS_WIDTHS.has(width)) await pressEverything(page, hasAxe(axeThemes) ? 'body' : 'main')
  }
  return problems
}

/** What a path looks like: pages of one folder are made from one template, those at the root each from blocks of their own. */
const templateOf = (path: string) => path.replace(/(?<=.)\/[^/]+$/, '/*')

/** A page of each template, the last of its kind. */
const onePerTemplate = (paths: string[]) => [...new Map(paths.map((path) => [templateOf(path), path])).values()]

/** Looks at every path in a few tabs, with axe at some of them, and gives all problems at once. */
async function sweep(browser: Browser, paths: string[], withAxe: string[]): Promise<string[]> {
  const problems: string[] = []
  const context = await browser.newContext()
  context.on('console', (message) => {
    // Says that the machine was busy: a font or picture was painted seconds after the load. See `unusedPreloads`.
    if (message.text().includes('was preloaded using link preload but not used')) return
    // The fixture reports errors.
    if (message.type() !== 'error')
      problems.push(`${message.page()?.url()} console ${message.type()}: ${message.text()}`)
  })
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const isForeign = request.resourceType() === 'script' && !pathname.startsWith(SCRIPTS_ROOT)
    if (isForeign || /clerk/i.test(pathname)) problems.push(`a public page asks for ${request.url()}`)
  })
  const axeThemes = new Map(withAxe.map((path, index) => [path, AXE_THEMES[index % AXE_THEMES.length]]))
  const left = [...paths]
  await Promise.all(
    Array.from({ length: TABS }, async () => {
      const page = await context.newPage()
      for (let path = left.shift(); path !== undefined; path = left.shift())
        problems.push(...(await problemsOf(page, path, axeThemes.get(path))))
    }),
  )
  await context.close()
  return problems
}

test('the sitemap lists the home page, the overview and every seeded city', async ({ request }) => {
  expect(await sitemapPaths(request)).toEqual(
    expect.arrayContaining([
      '/',
      '/hvac-ai-sdr',
      '/hvac-ai-sdr/new-york',
      '/hvac-ai-sdr/los-angeles',
      '/hvac-ai-sdr/phoenix',
    ]),
  )
})

test('every page: no console message when every control is pressed, one h1, nothing sticks out; one of each template is accessible in both themes', async ({
  browser,
  request,
}) => {
  test.setTimeout(600_000)
  const paths = await sitemapPaths(request)
  const withAxe = onePerTemplate(paths)
  expect(withAxe.length).toBeGreaterThan(8)
  expect(await sweep(browser, paths, withAxe)).toEqual([])
})

test('every page, and the 404, is valid HTML', async ({ request }) => {
  test.setTimeout(300_000)
  const problems: string[] = []
  for (const path of [...(await sitemapPaths(request)), '/no/such/page', LOGIN_PATH, REGISTER_PATH]) {
    const { results } = await validator.validateString(await (await request.get(path)).text())
    for (const { messages } of results)
      problems.push(
        ...messages
          .filter(({ selector }) => selector !== STYLE_OF_CLERK)
          .map(({ ruleId, message, selector }) => `${path} ${ruleId}: ${message} (${selector})`),
      )
  }
  expect(problems).toEqual([])
})

test('every internal link on every page leads somewhere, down to the place on the page', async ({
  request,
  baseURL,
}) => {
  test.setTimeout(300_000)
  const places = new Map<string, string>()
  for (const path of await sitemapPaths(request)) {
    const html = await (await request.get(path)).text()
    for (const [, href = ''] of html.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)) {
      const { origin, pathname, search, hash } = new URL(href.replaceAll('&amp;', '&'), new URL(path, baseURL))
      if (origin === baseURL) places.set(`${pathname}${search}${hash}`, path)
    }
  }
  expect(places.size).toBeGreaterThan(5)
  const broken: string[] = []
  for (const [place, from] of places) {
    const [address = '', id] = place.split('#')
    // A redirect leads on, to a page that may belong to another part of the product.
    const response = await request.get(address, { maxRedirects: 0 })
    const found = response.status() < 400 && (!id || (await response.text()).includes(`id="${decodeURIComponent(id)}"`))
    if (!found) broken.push(`${place} on ${from}: ${response.status()}`)
  }
  expect(broken).toEqual([])
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
  announceProblems(/Content Security Policy/)
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

test('a page has none of the framework, however it is touched', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  await page.goto('/')
  await page.mouse.move(300, 300)
  await scrollThrough(page)
  await page.keyboard.press('Tab')
  expect(scripts.filter((path) => !path.startsWith('/scripts/'))).toEqual([])
  expect(await page.evaluate(() => ['next', '__next_f'].filter((name) => name in window))).toEqual([])
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
