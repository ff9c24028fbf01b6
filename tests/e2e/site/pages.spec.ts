import { type Browser, type Page, expect } from '@playwright/test'
import { type ConfigData, HtmlValidate } from 'html-validate'
import { LOGIN_PATH, REGISTER_PATH } from '../../../lib/routes.ts'
import { SCRIPTS_ROOT } from '../../../server/http/route-kind.ts'
import { horizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { onePerTemplate, sitemapPaths } from '../../support/pages/sitemap.ts'
import { pressEverything } from '../../support/pages/press-everything.ts'
import { showTheme, type Theme, violationsOf } from '../../support/pages/violations.ts'
import { test } from '../test.ts'

const WIDTHS = [1440, 768, 390, 360] as const

const PRESS_WIDTHS = new Set([1440, 390])

const PHONE = { width: 390, height: 844 }

/** Text overflows first at this width; similar pages are checked only here. */
const NARROWEST = 360

const LONGEST = 11
const SHORTER: Record<string, number> = { '/': 9, '/hvac-seo-services': 9 }

const READING = /^\/(blog\/|documentation\/|press\/|api$|privacy-policy|cookie-policy|terms)/

async function lengthProblems(page: Page, path: string): Promise<string[]> {
  const screens = (await page.evaluate(() => document.documentElement.scrollHeight)) / PHONE.height
  return READING.test(path) || screens <= (SHORTER[path] ?? LONGEST) ? [] : [`${path}: ${screens.toFixed(2)} screens`]
}

const TABS = 3

/** Disables rules that the framework or the site breaks on purpose, and rules of style. */
const MARKUP_RULES: ConfigData['rules'] = {
  // React writes `charSet`, `srcSet`, `popoverTarget`, `<meta/>` and `hidden=""`, which HTML accepts.
  'attr-case': 'off',
  'void-style': 'off',
  'attribute-boolean-style': 'off',
  'attribute-empty-style': 'off',
  // Blur placeholders and strip colors are per element; the CSP allows them.
  'no-inline-style': 'off',
  // Scripts have a type, so that React does not warn of a mismatch.
  'script-type': 'off',
  // Ids from React begin with `_`.
  'valid-id': ['error', { relaxed: true }],
  // A phone number may wrap: it is a link.
  'tel-non-breaking': 'off',
}

const STYLE_OF_CLERK = '#input-otp-style'

const validator = new HtmlValidate({ root: true, extends: ['html-validate:recommended'], rules: MARKUP_RULES })

async function scrollThrough(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let y = 0; y < height; y += 600) await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y)
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await page.waitForLoadState('networkidle')
}

async function layoutProblems(page: Page, width: number): Promise<string[]> {
  const broken = await page.evaluate(() =>
    [...document.images]
      .filter((image) => image.complete && image.naturalWidth === 0 && image.checkVisibility())
      .map(({ src }) => `broken picture ${src}`),
  )
  return [...(await horizontalScroll(page)), ...broken].map((problem) => `${page.url()} at ${width} px: ${problem}`)
}

const unusedPreloads = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shown = new Set([...document.images].map(({ srcset, sizes }) => srcset + sizes))
    return [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="image"]')]
      .map(({ imageSrcset, imageSizes }) => imageSrcset + imageSizes)
      .filter((preloaded) => !shown.has(preloaded))
      .map((preloaded) => `preloaded, but not shown: ${preloaded.slice(0, 120)}`)
  })

type AxeThemes = Record<number, Theme>

/** Themes alternate between pages, so that shared parts are seen in both at each width. */
const AXE_THEMES: AxeThemes[] = [
  { 1440: 'dark', 360: 'light' },
  { 1440: 'light', 360: 'dark' },
]

/** Loads once on a phone, then in the other windows. `axeThemes` is set for one page per template. */
async function problemsOf(page: Page, path: string, axeThemes: AxeThemes | undefined) {
  await page.setViewportSize(PHONE)
  const response = await page.goto(path)
  await page.mouse.move(300, 300)
  const problems: string[] = []
  if (response?.status() !== 200) problems.push(`${path}: status ${response?.status()}`)
  if ((await page.locator('h1').count()) !== 1) problems.push(`${path}: not one h1`)
  problems.push(...(await unusedPreloads(page)).map((problem) => `${path}: ${problem}`))
  problems.push(...(await lengthProblems(page, path)))
  await page.setViewportSize({ width: NARROWEST, height: 900 })
  problems.push(...(await layoutProblems(page, NARROWEST)))
  if (!axeThemes) return problems
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const theme = axeThemes[width]
    if (theme) await scrollThrough(page)
    problems.push(...(await layoutProblems(page, width)))
    if (theme) {
      await showTheme(page, theme)
      problems.push(...(await violationsOf(page)).map((problem) => `${path} at ${width} px in ${theme}: ${problem}`))
    }
    if (PRESS_WIDTHS.has(width)) await pressEverything(page, 'body')
  }
  return problems
}

async function sweep(browser: Browser, paths: string[], templates: string[]): Promise<string[]> {
  const problems: string[] = []
  const context = await browser.newContext()
  context.on('console', (message) => {
    // On a busy machine a font or image is painted seconds after the load. See `unusedPreloads`.
    if (message.text().includes('was preloaded using link preload but not used')) return
    if (message.type() !== 'error')
      problems.push(`${message.page()?.url()} console ${message.type()}: ${message.text()}`)
  })
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const isForeign = request.resourceType() === 'script' && !pathname.startsWith(SCRIPTS_ROOT)
    if (isForeign || /clerk/i.test(pathname)) problems.push(`a public page asks for ${request.url()}`)
  })
  const axeThemes = new Map(templates.map((path, index) => [path, AXE_THEMES[index % AXE_THEMES.length]]))
  const left = [...paths]
  await Promise.all(
    Array.from({ length: TABS }, async () => {
      const page = await context.newPage()
      for (let path = left.shift(); path !== undefined; path = left.shift())
        problems.push(...(await problemsOf(page, path, axeThemes.get(path))))
    }),
  )
  return problems
}

test('the sitemap lists the home page, the overview and every seeded city @smoke', async ({ request }) => {
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

test('every page has one h1 and no console message, is short enough, and nothing sticks out; one of each template works when every control is pressed, and is accessible in both themes', async ({
  browser,
  request,
}) => {
  test.setTimeout(600_000)
  const paths = await sitemapPaths(request)
  const templates = onePerTemplate(paths)
  expect(templates.length).toBeGreaterThan(8)
  expect(await sweep(browser, paths, templates)).toEqual([])
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
    // A redirect may lead to another part of the product.
    const response = await request.get(address, { maxRedirects: 0 })
    const found = response.status() < 400 && (!id || (await response.text()).includes(`id="${decodeURIComponent(id)}"`))
    if (!found) broken.push(`${place} on ${from}: ${response.status()}`)
  }
  expect(broken).toEqual([])
})

test('an unknown path is a true 404 that offers a way on, and does not become 200 by a second visit @smoke', async ({
  page,
}) => {
  for (let visit = 0; visit < 2; visit++) {
    expect((await page.goto('/no/such/page'))?.status()).toBe(404)
    await expect(page.locator('h1')).toHaveCount(1)
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  }
})

test('a page has only the site’s own scripts, and nothing from another origin, however it is touched @smoke', async ({
  page,
  baseURL,
}) => {
  const requests: string[] = []
  const scripts: string[] = []
  page.on('request', (request) => {
    requests.push(request.url())
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  await page.goto('/')
  await page.mouse.move(300, 300)
  await scrollThrough(page)
  await page.keyboard.press('Tab')
  expect(scripts.filter((path) => !path.startsWith('/scripts/'))).toEqual([])
  expect(await page.evaluate(() => ['next', '__next_f'].filter((name) => name in window))).toEqual([])
  expect(requests.length).toBeGreaterThan(3)
  expect(requests.filter((url) => !url.startsWith(`${baseURL}/`) && !url.startsWith('data:'))).toEqual([])
  expect(requests.filter((url) => /clerk|\/studio|tanstack/i.test(url))).toEqual([])
})
