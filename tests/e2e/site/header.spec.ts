import { type Browser, type Page, expect } from '@playwright/test'
import { stack } from '../../support/stack/addresses.ts'
import { findHorizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { findViolationsInBothThemes } from '../../support/pages/violations.ts'
import {
  PHONE_VIEWPORT,
  getLayoutShift,
  waitForPageScript,
  getTrustSection,
  visit,
  recordLayoutShifts,
} from './visitor.ts'
import { expectProblems, test } from '../test.ts'

const { siteUrl } = stack.env

const getBar = (page: Page) => page.getByRole('banner')
const getSolutions = (page: Page) => page.locator('summary', { hasText: 'Solutions' })
const getPanel = (page: Page) => page.locator('[data-menu] > div')
const getMenuButton = (page: Page) => page.getByRole('button', { name: 'Open the menu' })
const getMenu = (page: Page) => page.getByRole('dialog', { name: 'Menu' })

const readFocusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')

const scrollTo = (page: Page, top: number) =>
  page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)

test.describe('header', () => {
  const readHeaderStyle = (page: Page) =>
    getBar(page).evaluate((element) => {
      const { backgroundColor, backdropFilter } = getComputedStyle(element)
      return {
        isClear: /, 0\)$|\/ 0\)$|^transparent$/.test(backgroundColor),
        isBlurred: backdropFilter.includes('blur'),
      }
    })

  test('is transparent up to 10 px of scroll, and solid and blurred beyond it', async ({ browser }) => {
    const page = await visit(browser)
    await expect.poll(() => readHeaderStyle(page)).toEqual({ isClear: true, isBlurred: false })
    await scrollTo(page, 11)
    await expect.poll(() => readHeaderStyle(page)).toEqual({ isClear: false, isBlurred: true })
    await scrollTo(page, 10)
    await expect.poll(() => readHeaderStyle(page)).toEqual({ isClear: true, isBlurred: false })
    await scrollTo(page, 900)
    await expect.poll(() => readHeaderStyle(page)).toEqual({ isClear: false, isBlurred: true })
    await page.reload()
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(10)
    await expect.poll(() => readHeaderStyle(page)).toEqual({ isClear: false, isBlurred: true })
  })

  test('is solid over text before its script loads', async ({ browser }) => {
    expectProblems(/ERR_FAILED.*scripts/)
    const page = await visit(browser, { before: (page) => page.route('**/scripts/**', (route) => route.abort()) })
    await expect.poll(() => readHeaderStyle(page)).toEqual({ isClear: true, isBlurred: false })
    await scrollTo(page, 900)
    await expect.poll(() => readHeaderStyle(page)).toEqual({ isClear: false, isBlurred: true })
  })

  test('keeps the scroll position when a control is focused', async ({ browser }) => {
    const page = await visit(browser)
    await scrollTo(page, 900)
    await getSolutions(page).focus()
    await getBar(page).getByRole('link', { name: 'Sign In' }).focus()
    expect(await page.evaluate(() => scrollY)).toBe(900)
  })

  test('shows Sign In to visitors and Dashboard to signed-in users, without layout shift @smoke', async ({
    browser,
  }) => {
    const page = await visit(browser, { before: recordLayoutShifts })
    const measurePositions = async () => {
      const boxes = await Promise.all([
        getBar(page).getByRole('link', { name: 'Request a Demo' }).boundingBox(),
        getBar(page).locator('[data-account]').boundingBox(),
      ])
      return boxes.map((box) => box?.x)
    }
    const link = getBar(page).getByRole('link', { name: 'Sign In' })
    await expect(link).toHaveAttribute('href', '/sign-in')
    await expect(getBar(page).getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
    const positionsBefore = await measurePositions()

    for (const name of ['__client_uat', '__client_uat_Xy12']) {
      await page.context().clearCookies()
      await page.context().addCookies([{ name, value: '1767312000', url: siteUrl }])
      await page.reload()
      await expect(getBar(page).getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard')
      await expect(getBar(page).getByRole('link', { name: 'Sign In' })).toHaveCount(0)
      expect(await measurePositions()).toEqual(positionsBefore)
    }
    expect(await getLayoutShift(page)).toBe(0)
  })

  test('redirects from /sign-in and /sign-up with the query', async ({ request }) => {
    for (const [from, to] of [
      ['/sign-in', '/login'],
      ['/sign-up', '/register'],
    ]) {
      const response = await request.get(`${from}?redirect_url=%2Fdashboard%3Fa%3Db&c=d`, { maxRedirects: 0 })
      expect([response.status(), response.headers().location]).toEqual([
        307,
        `${to}?redirect_url=%2Fdashboard%3Fa%3Db&c=d`,
      ])
    }
  })
})

test('the current page is marked in the header, also after going back', async ({ page }) => {
  const current = getBar(page).locator('[aria-current="page"]')
  await page.goto('/hvac-ai-sdr/chicago')
  await expect(current).toContainText(['AI-SDR in Chicago'])
  await expect(getSolutions(page)).toHaveCSS('text-decoration-line', 'underline')
  await page.goto('/pricing')
  await expect(current).toHaveText(['Pricing'])
  await expect(current).toHaveCSS('text-decoration-line', 'underline')
  await getBar(page).getByRole('link', { name: 'About Us' }).click()
  await expect(page).toHaveURL('/about')
  await expect(current).toHaveText(['About Us'])
  await page.goBack()
  await expect(current).toHaveText(['Pricing'])
})

test.describe('Solutions menu', () => {
  test('has its headings above its columns, without gaps', async ({ browser }) => {
    const page = await visit(browser)
    await getSolutions(page).click()
    const boxes = await getPanel(page)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect()).map(({ left, top }) => ({ left, top })))
    const leftEdges = new Set(boxes.map(({ left }) => left))
    expect(leftEdges.size).toBe(2)
    expect(boxes.filter(({ left }) => left === boxes[0]?.left)).toHaveLength(boxes.length / 2)
  })

  /** Opens a page with a frozen clock, so that 149 ms and 150 ms differ reliably on any machine. */
  async function openWithClock(browser: Browser) {
    const page = await visit(browser, { before: (newPage) => newPage.clock.install() })
    await waitForPageScript(page)
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    return page
  }

  test('closes 150 ms after the pointer leaves, unless it returns to the panel', async ({ browser }) => {
    const page = await openWithClock(browser)
    await getSolutions(page).hover()
    await getPanel(page).getByRole('link', { name: 'See all cities' }).hover()
    await page.clock.runFor(1000)
    await expect(getPanel(page)).toBeVisible()
    await page.mouse.move(1200, 800)
    await page.clock.runFor(149)
    await getSolutions(page).hover()
    await page.clock.runFor(10_000)
    await expect(getPanel(page)).toBeVisible()
    await page.mouse.move(1200, 800)
    await page.clock.runFor(149)
    await expect(getPanel(page)).toBeVisible()
    await page.clock.runFor(1)
    await expect(getPanel(page)).toBeHidden()
  })

  test('stays open on a click after opening on hover', async ({ browser }) => {
    const page = await visit(browser)
    await waitForPageScript(page)
    await getSolutions(page).hover()
    await getSolutions(page).click()
    await expect(getPanel(page)).toBeVisible()
    await getSolutions(page).click()
    await expect(getPanel(page)).toBeHidden()
    await getSolutions(page).click()
    await expect(getPanel(page)).toBeVisible()
    await page.mouse.click(1200, 850)
    await expect(getPanel(page)).toBeHidden()
  })

  test('works by keyboard and closes when the focus leaves @smoke', async ({ browser }) => {
    const page = await visit(browser)
    await getSolutions(page).focus()
    await page.keyboard.press('Enter')
    await expect(getPanel(page)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(getPanel(page)).toBeHidden()
    await page.keyboard.press('Space')
    await expect(getPanel(page)).toBeVisible()

    const names = await getPanel(page).getByRole('link').allInnerTexts()
    expect(names.length).toBeGreaterThan(2)
    for (const name of names) {
      await page.keyboard.press('Tab')
      expect(await readFocusedText(page)).toBe(name.replaceAll(/\s*\n\s*/g, ''))
      await expect(getPanel(page)).toBeVisible()
    }
    await page.keyboard.press('Escape')
    await expect(getPanel(page)).toBeHidden()
    await expect(getSolutions(page)).toBeFocused()

    await page.keyboard.press('Enter')
    for (let step = 0; step <= names.length; step++) await page.keyboard.press('Tab')
    await expect(getPanel(page)).toBeHidden()

    await getSolutions(page).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+Tab')
    await expect(getPanel(page)).toBeHidden()
  })

  test('stays open after keyboard use when the pointer passes over it', async ({ browser }) => {
    const page = await openWithClock(browser)
    await getSolutions(page).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await getPanel(page).hover()
    await page.mouse.move(1200, 800)
    await page.clock.runFor(1000)
    await expect(getPanel(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(getPanel(page)).toBeHidden()
  })

  test('works by touch', async ({ browser }) => {
    const page = await visit(browser, { hasTouch: true })
    await getSolutions(page).tap()
    await expect(getPanel(page)).toBeVisible()
    await getSolutions(page).tap()
    await expect(getPanel(page)).toBeHidden()
    await getSolutions(page).tap()
    await page.touchscreen.tap(1300, 850)
    await expect(getPanel(page)).toBeHidden()
    await getSolutions(page).tap()
    await getPanel(page).getByRole('link', { name: 'AI-SDR in Chicago' }).tap()
    await expect(page).toHaveURL('/hvac-ai-sdr/chicago')
    await expect(getPanel(page)).toBeHidden()
  })
})

test('the shell script is one immutable file, and other names return 404', async ({ request }) => {
  const html = await (await request.get('/')).text()
  const [, path = ''] = / data-late-script="(\/scripts\/shell-[^"]+)"/.exec(html) ?? []
  const script = await request.get(path)
  expect(script.headers()).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect((await request.get('/scripts/shell-of-another-build.js')).status()).toBe(404)
})

test.describe('mobile menu', () => {
  test('traps the focus and restores it on Escape', async ({ browser }) => {
    const page = await visit(browser, { viewport: PHONE_VIEWPORT })
    await waitForPageScript(page)
    await getMenuButton(page).focus()
    await page.keyboard.press('Enter')
    await expect(getMenu(page)).toBeVisible()
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let step = 0; step < 20; step++) {
        await page.keyboard.press(key)
        const focusPlace = await page.evaluate(() =>
          document.activeElement === document.body || document.activeElement?.closest('dialog') ? 'inside' : 'outside',
        )
        expect(focusPlace).toBe('inside')
      }
    }
    // Focuses a link: between two rounds the focus is in the browser's own UI, where Escape does not reach the page.
    await getMenu(page).getByRole('link', { name: 'Sign In' }).focus()
    await page.keyboard.press('Escape')
    await expect(getMenu(page)).toBeHidden()
    await expect(getMenuButton(page)).toBeFocused()
  })

  test('has the header links in the same order', async ({ browser }) => {
    const page = await visit(browser)
    const names = await getBar(page).getByRole('navigation').locator('> a').allInnerTexts()
    expect(names.length).toBeGreaterThan(1)
    await page.setViewportSize(PHONE_VIEWPORT)
    await getMenuButton(page).click()
    const rows = await getMenu(page).getByRole('navigation').locator('> a').allInnerTexts()
    expect(rows.slice(0, names.length)).toEqual(names)
  })

  test('shows the cities in two columns when expanded', async ({ browser }) => {
    const page = await visit(browser, { viewport: PHONE_VIEWPORT })
    await getMenuButton(page).click()
    const getCityLink = (name: string) => getMenu(page).getByRole('link', { name, exact: true })
    await expect(getCityLink('Phoenix')).toBeHidden()
    await getMenu(page).locator('summary', { hasText: 'Cities' }).click()
    const [first, second] = await Promise.all([
      getCityLink('New York').boundingBox(),
      getCityLink('Los Angeles').boundingBox(),
    ])
    expect(first?.y).toBe(second?.y)
    expect(first?.height).toBeGreaterThanOrEqual(44)
    await expect(getCityLink('See all cities')).toHaveAttribute('href', '/hvac-ai-sdr')
  })

  test('prevents the page from scrolling', async ({ browser }) => {
    const page = await visit(browser, { viewport: PHONE_VIEWPORT })
    await scrollTo(page, 300)
    await getMenuButton(page).click()
    await page.mouse.move(180, 500)
    await page.mouse.wheel(0, 800)
    await page.keyboard.press('End')
    expect(await page.evaluate(() => scrollY)).toBe(300)
    await page.getByRole('button', { name: 'Close the menu' }).click()
    await expect(getMenu(page)).toBeHidden()
    await page.mouse.wheel(0, 400)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
  })

  test('works by touch and is closed on the next page', async ({ browser }) => {
    const page = await visit(browser, { viewport: PHONE_VIEWPORT, hasTouch: true, isMobile: true })
    await getMenuButton(page).tap()
    await getMenu(page).getByRole('link', { name: 'AI-SDR Overview' }).tap()
    await expect(page).toHaveURL('/hvac-ai-sdr')
    await expect(getMenu(page)).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('closes when the screen becomes wide', async ({ browser }) => {
    const page = await visit(browser, { viewport: PHONE_VIEWPORT })
    await getMenuButton(page).click()
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(getMenu(page)).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})

test.describe('without JavaScript', () => {
  test('header, menus and the collapsible footer section work @smoke', async ({ browser }) => {
    const page = await visit(browser, { javaScriptEnabled: false })
    await getSolutions(page).click()
    await expect(getPanel(page).getByRole('link', { name: 'See all cities' })).toBeVisible()
    await getSolutions(page).click()
    await expect(getPanel(page)).toBeHidden()
    await getTrustSection(page).click()
    await expect(page.getByRole('contentinfo').getByText('Works with the tools you have')).toBeVisible()
    await expect(getBar(page).getByRole('link', { name: 'Sign In' })).toBeVisible()
    await expect(page.locator('fieldset:has([data-theme-choice])')).toBeHidden()

    await page.setViewportSize(PHONE_VIEWPORT)
    await getMenuButton(page).click()
    await expect(getMenu(page)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(getMenu(page)).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})

test.describe('accessibility', () => {
  type OverlayCase = {
    label: string
    path: string
    open: (page: Page) => Promise<unknown>
    width: number
    within?: string
  }
  const OVERLAY_CASES: OverlayCase[] = [
    { label: 'the Solutions menu', path: '/', open: (page) => getSolutions(page).click(), width: 1440 },
    {
      label: 'the mobile menu',
      path: '/',
      open: (page) => getMenuButton(page).click(),
      width: PHONE_VIEWPORT.width,
    },
    { label: 'the trust section of the footer', path: '/', open: (page) => getTrustSection(page).click(), width: 768 },
    {
      label: 'the API reference',
      path: '/api',
      open: (page) => page.locator('main summary').first().click(),
      width: PHONE_VIEWPORT.width,
      within: 'main details[open]',
    },
    {
      label: 'the 404 page',
      path: '/no/such/page',
      open: (page) => page.mouse.move(10, 10),
      width: PHONE_VIEWPORT.width,
    },
  ]

  for (const { label, path, open, width, within } of OVERLAY_CASES) {
    test(`${label} has no violations in either theme`, async ({ browser }) => {
      const page = await visit(browser, { path, viewport: { width, height: 900 }, reducedMotion: 'reduce' })
      await open(page)
      expect(await findHorizontalScroll(page)).toEqual([])
      expect(await findViolationsInBothThemes(page, within)).toEqual([])
    })
  }
})
