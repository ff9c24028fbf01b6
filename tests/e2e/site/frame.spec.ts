import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { LOGIN_PATH, REGISTER_PATH } from '../../../lib/routes.ts'
import { findHorizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { lake } from '../../support/stack/lake.ts'
import { pickOnePerTemplate, fetchSitemapPaths } from '../../support/pages/sitemap.ts'
import { findSmallElements } from '../../support/pages/small-elements.ts'
import { sendMutations, getLayoutShift, visit, recordLayoutShifts } from './visitor.ts'
import { test } from '../test.ts'

const PHONE = { width: 390, height: 844 }

const listTemplatePaths = async (request: APIRequestContext): Promise<string[]> => [
  ...pickOnePerTemplate(await fetchSitemapPaths(request)),
  '/search?q=call',
  '/no/such/page',
]

const getHeader = (page: Page) => page.getByRole('banner')
const getLauncher = (page: Page) => page.locator('details[data-voice]')

/** Breakpoints of the styles. Both sides of each are tested: the tightest and the widest layout. */
const BREAKPOINTS = [480, 640, 768, 1024, 1104, 1200, 1280, 1536]

const LAYOUT_WIDTHS = [320, 360, 390, 900, 1440, 1920, ...BREAKPOINTS.flatMap((width) => [width - 1, width])]

/** Widths between the breakpoints: the header measures its links and may change layout at any width. */
const HEADER_WIDTHS = Array.from({ length: 81 }, (_, step) => 320 + step * 20)

async function findScrollingWidths(page: Page, widths: number[]): Promise<string[]> {
  const problems: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    problems.push(...(await findHorizontalScroll(page)))
  }
  return problems
}

async function findWrappedLines(page: Page): Promise<string[]> {
  const problems: string[] = []
  for (const width of HEADER_WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const { whole, entry } = await getHeader(page).evaluate((element) => {
      const entries = [...element.querySelectorAll('.header-link, .button, .brand')].filter((candidate) =>
        candidate.checkVisibility(),
      )
      return { whole: element.clientHeight, entry: Math.max(...entries.map((entry) => entry.clientHeight)) }
    })
    if (whole !== 72) problems.push(`a header of ${whole} px at ${width} px`)
    if (entry > 50) problems.push(`an entry of two lines at ${width} px`)
  }
  return problems
}

test('no page overflows from 320 to 1920 px', async ({ browser, request }) => {
  test.setTimeout(600_000)
  const paths = [...(await listTemplatePaths(request)), LOGIN_PATH, REGISTER_PATH]
  const problems: string[] = []
  const checkPathWidths = async () => {
    const page = await visit(browser, { reducedMotion: 'reduce' })
    for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
      await page.goto(path)
      problems.push(...(await findScrollingWidths(page, LAYOUT_WIDTHS)).map((problem) => `${path}: ${problem}`))
    }
  }
  await Promise.all(Array.from({ length: 4 }, checkPathWidths))
  expect(problems).toEqual([])
})

test('the header has one line from 320 to 1920 px', async ({ browser }) => {
  const page = await visit(browser, { reducedMotion: 'reduce' })
  expect(await findWrappedLines(page)).toEqual([])
  await page.setViewportSize({ width: 1200, height: 900 })
  await expect(getHeader(page).getByRole('button', { name: 'Open the menu' })).toBeHidden()
})

test.describe('long labels', () => {
  const LONG_LABELS = [
    'Startseite',
    'Leistungsübersicht',
    'Preise und Tarife',
    'Unternehmensgeschichte',
    'Ansprechpartner',
  ]
  let settingsBefore: Record<string, unknown>

  test.afterEach(() => sendMutations({ patch: { id: 'siteSettings', set: settingsBefore } }))

  test('never wrap the header, which shows the menu button until everything fits', async ({ browser }) => {
    test.setTimeout(300_000)
    const settings = await lake.getDocument('siteSettings')
    settingsBefore = { headerLinks: settings?.headerLinks, booking: settings?.booking }
    const links = (settingsBefore.headerLinks as object[]).map((link, index) => ({
      ...link,
      label: LONG_LABELS[index] ?? 'Kontakt',
    }))
    const booking = { ...(settingsBefore.booking as object), label: 'Kostenlose Vorführung vereinbaren' }
    await sendMutations({ patch: { id: 'siteSettings', set: { headerLinks: links, booking } } })
    const page = await visit(browser, { path: '/about', before: recordLayoutShifts, reducedMotion: 'reduce' })
    await expect(async () => {
      await page.goto('/about')
      await expect(page.getByRole('contentinfo').or(getHeader(page)).first()).toBeVisible()
      expect(await page.content()).toContain('Unternehmensgeschichte')
    }).toPass()
    expect(await getLayoutShift(page)).toBeLessThan(0.001)
    expect(await findScrollingWidths(page, HEADER_WIDTHS)).toEqual([])
    expect(await findWrappedLines(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
    await expect(getHeader(page).getByRole('button', { name: 'Open the menu' })).toBeVisible()
  })
})

test('at 400 % zoom, at least three quarters of the window remain for content', async ({ browser }) => {
  const window = { width: 320, height: 256 }
  const page = await visit(browser, { viewport: window, reducedMotion: 'reduce' })
  await page.evaluate(() => scrollTo({ top: 1200, behavior: 'instant' }))
  const fixedHeight = await page.evaluate(() =>
    [...document.querySelectorAll('.site-header, .phone-bar, .launcher > summary')]
      .map((element) => element.getBoundingClientRect())
      .reduce((sum, { top, bottom }) => sum + Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)), 0),
  )
  expect(fixedHeight).toBeLessThanOrEqual(window.height / 4)
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
  await expect(page.getByRole('navigation', { name: 'Call or book' })).toBeInViewport()
  await getLauncher(page).locator('summary').click()
  await expect(getLauncher(page).getByRole('link').first()).toBeVisible()
  expect(await findHorizontalScroll(page)).toEqual([])
})

test.describe('launcher', () => {
  const findCoveredElements = (page: Page) =>
    page.evaluate(() => {
      const summary = document.querySelector('.launcher > summary')!
      if (getComputedStyle(summary).opacity === '0') return []
      const { left, top, right, bottom } = summary.getBoundingClientRect()
      const coveredLabels = new Set<string>()
      for (let x = left + 2; x < Math.min(right, innerWidth); x += 4)
        for (let y = top + 2; y < bottom; y += 4)
          for (const element of document.elementsFromPoint(x, y)) {
            if (element.closest('.launcher')) continue
            const control = element.closest('a, button, input, summary, label, img')
            if (control) coveredLabels.add(control.outerHTML.slice(0, 80))
          }
      return [...coveredLabels]
    })

  test('covers no control or image at any scroll position', async ({ browser }) => {
    test.setTimeout(240_000)
    const page = await visit(browser, { reducedMotion: 'reduce' })
    const problems: string[] = []
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 1280, height: 800 },
      { width: 768, height: 1024 },
      PHONE,
    ]) {
      await page.setViewportSize(viewport)
      const end = await page.evaluate(() => document.documentElement.scrollHeight)
      for (let top = 0; top <= end; top += 300) {
        await page.evaluate(async (y) => {
          scrollTo({ top: y, behavior: 'instant' })
          for (let frame = 0; frame < 3; frame++)
            await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        }, top)
        problems.push(
          ...(await findCoveredElements(page)).map((label) => `${viewport.width} px wide, at ${top} px: ${label}`),
        )
      }
    }
    expect(problems).toEqual([])
  })

  test('is a 56 px circle that shows its name on hover and focus', async ({ browser }) => {
    const page = await visit(browser, { path: '/login' })
    const summary = getLauncher(page).locator('summary')
    const name = summary.getByText('Talk to us')
    await expect.poll(() => summary.boundingBox()).toMatchObject({ width: 56, height: 56 })
    await expect(name).toHaveCSS('opacity', '0')
    await summary.hover()
    await expect(name).toHaveCSS('opacity', '1')
    await page.mouse.move(10, 10)
    await expect(name).toHaveCSS('opacity', '0')
    await summary.focus()
    await page.keyboard.press('Shift')
    await expect(name).toHaveCSS('opacity', '1')
  })
})

test('no touch target or text is too small on a phone', async ({ browser, request }) => {
  test.setTimeout(300_000)
  const page = await visit(browser, { viewport: PHONE, hasTouch: true, reducedMotion: 'reduce' })
  const smallTargets: string[] = []
  for (const path of await listTemplatePaths(request)) {
    await page.goto(path)
    smallTargets.push(...(await findSmallElements(page)).map((label) => `${path}: ${label}`))
  }
  expect(smallTargets).toEqual([])
})

test('the footer has collapsed link groups on a phone and open ones on a wide screen', async ({ browser }) => {
  const page = await visit(browser, { viewport: PHONE })
  const footer = page.getByRole('contentinfo')
  const link = footer.getByRole('link', { name: 'Documentation' })
  const getFooterGroup = (name: string) => footer.locator('summary', { hasText: name })
  await expect(link).toBeHidden()
  const [first, second] = await Promise.all([
    getFooterGroup('Product').boundingBox(),
    getFooterGroup('Learn').boundingBox(),
  ])
  expect(first?.y).toBe(second?.y)
  await getFooterGroup('Learn').click()
  await expect(link).toBeVisible()
  await getFooterGroup('Learn').click()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(link).toBeVisible()
  await expect(getFooterGroup('Learn')).toBeHidden()
})

test.describe('uppercase URL', () => {
  test('redirects permanently to the page with its query @smoke', async ({ request }) => {
    for (const [from, to] of [
      ['/Pricing', '/pricing'],
      ['/PRICING?plan=Pro', '/pricing?plan=Pro'],
      ['/Hvac-AI-SDR/Chicago', '/hvac-ai-sdr/chicago'],
      ['/Login', '/login'],
    ]) {
      const response = await request.get(from ?? '', { maxRedirects: 0 })
      expect([response.status(), response.headers().location]).toEqual([308, to])
    }
  })

  test('returns 404 if the page does not exist', async ({ request }) => {
    for (const path of ['/No/Such/Page', '/Example.COM', '/Studio%2F..'])
      expect((await request.get(path, { maxRedirects: 0 })).status(), path).toBe(404)
  })
})

test.describe('sign-up link', () => {
  test('is in the header and the menu beside Sign In, and hidden when signed in', async ({ browser }) => {
    const page = await visit(browser)
    const signUpLink = getHeader(page).getByRole('link', { name: 'Create account' })
    await expect(signUpLink).toHaveAttribute('href', '/sign-up')
    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: 'Open the menu' }).click()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Create account' })).toBeVisible()
    await page.context().addCookies([{ name: '__client_uat', value: '1767312000', url: page.url() }])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.reload()
    await expect(getHeader(page).getByRole('link', { name: 'Dashboard' })).toBeVisible()
    await expect(signUpLink).toHaveCount(0)
  })

  for (const [path, heading, steps] of [
    [LOGIN_PATH, 'Sign in to your dashboard', 0],
    [REGISTER_PATH, 'Set up Ductwise for your company', 3],
  ] as const)
    test(`${path} shows its heading and steps without scripts, and no promotion bar`, async ({ browser }) => {
      const page = await visit(browser, { path, viewport: PHONE, javaScriptEnabled: false })
      await expect(page.getByRole('heading', { level: 1 })).toHaveText([heading])
      await expect(page.getByRole('main').locator('ol > li')).toHaveCount(steps)
      await expect(page.getByRole('navigation', { name: 'Call or book' })).toHaveCount(0)
    })
})
