import { type Browser, expect, type Page } from '@playwright/test'
import { shiftOf, untilScripted, visit, watchShift } from './visitor.ts'
import { test } from '../test.ts'

const SCREEN = {
  viewport: { width: 412, height: 823 },
  isMobile: true,
  hasTouch: true,
  reducedMotion: 'reduce' as const,
}

type TraceEvent = { name: string; args: { elementCount?: number } }

const frames = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame)
  })

async function styledBy(browser: Browser, page: Page, act: () => Promise<unknown>): Promise<number> {
  await frames(page)
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  await act()
  await frames(page)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const counts = traceEvents.flatMap(({ name, args }) => (name === 'UpdateLayoutTree' ? (args.elementCount ?? 0) : []))
  expect(counts.length, 'the trace has style updates').toBeGreaterThan(0)
  return Math.max(...counts)
}

test('focusing and typing recalculate the style of few elements', async ({ browser }) => {
  const page = await visit(browser, SCREEN)
  const calls = page.locator('[data-calculator]').getByRole('spinbutton').first()
  // Focuses the calculator first, because the focus loads its script.
  await calls.focus()
  await page.waitForLoadState('networkidle')
  await expect(page.locator('html')).toHaveAttribute('data-typing', '')
  expect(await styledBy(browser, page, () => calls.blur())).toBeLessThanOrEqual(60)
  expect(await styledBy(browser, page, () => calls.focus())).toBeLessThanOrEqual(60)
  const result = page.locator('[data-calculator]').getByRole('status')
  const before = (await result.textContent()) ?? ''
  expect(await styledBy(browser, page, () => page.keyboard.press('ArrowUp'))).toBeLessThanOrEqual(60)
  await expect(result).not.toHaveText(before)
})

const searchButton = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Search', exact: true })

test('opening and closing the menu or search does not restyle the covered page', async ({ browser }) => {
  const page = await visit(browser, SCREEN)
  await untilScripted(page)
  const all = await page.evaluate(() => document.querySelectorAll('*').length)
  expect(all).toBeGreaterThan(600)
  const menu = page.getByRole('button', { name: 'Open the menu' })
  const close = () => page.keyboard.press('Escape')
  expect(await styledBy(browser, page, () => menu.tap())).toBeLessThanOrEqual(150)
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  expect(await styledBy(browser, page, close)).toBeLessThanOrEqual(100)
  await expect(page.getByRole('main')).toBeVisible()
  expect(await styledBy(browser, page, () => searchButton(page).tap())).toBeLessThanOrEqual(200)
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await styledBy(browser, page, close)).toBeLessThanOrEqual(all * 0.45)
  await expect(page.getByRole('main')).toBeVisible()
})

test('on a wide screen, opening search skips the style of distant elements', async ({ browser }) => {
  const page = await visit(browser, { reducedMotion: 'reduce' })
  await untilScripted(page)
  const all = await page.evaluate(() => document.querySelectorAll('*').length)
  expect(await styledBy(browser, page, () => searchButton(page).click())).toBeLessThanOrEqual(all * 0.6)
  expect(await page.locator('[data-far]').count()).toBeGreaterThan(0)
  await expect(page.locator('h1')).toBeVisible()
})

test('a theme change also applies to distant elements', async ({ browser }) => {
  const page = await visit(browser, SCREEN)
  await untilScripted(page)
  const inkOf = (selector: string) =>
    page.evaluate((one) => getComputedStyle(document.querySelector(one)!).color, selector)
  const before = await inkOf('h1')
  await page.locator('label', { has: page.getByRole('radio', { name: 'Light' }) }).tap()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await expect(page.locator('[data-far]')).toHaveCount(0)
  expect(await inkOf('h1')).not.toBe(before)
  expect(await inkOf('h1')).toBe(await inkOf('body'))
})

for (const path of ['/', '/pricing', '/hvac-ai-sdr/phoenix', '/documentation', '/api']) {
  test(`${path} does not shift when search opens and closes`, async ({ browser }) => {
    const page = await visit(browser, { ...SCREEN, path, before: watchShift })
    await untilScripted(page)
    const places = () =>
      page.evaluate(() => [
        scrollY,
        document.documentElement.scrollHeight,
        ...[...document.querySelectorAll('main section, body > footer')].map(
          (part) => part.getBoundingClientRect().top,
        ),
      ])
    await page.evaluate(() =>
      window.scrollTo({ top: document.documentElement.scrollHeight * 0.5, behavior: 'instant' }),
    )
    // Waits for fonts, because late fonts may shift a line by a pixel.
    await page.evaluate(async () => void (await document.fonts.ready))
    const before = await places()
    const moved = await shiftOf(page)
    await searchButton(page).tap()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await page.locator('[data-far]').count()).toBeGreaterThan(0)
    expect(await places()).toEqual(before)
    await page.keyboard.press('Escape')
    await expect(page.locator('[data-far]')).toHaveCount(0)
    expect(await places()).toEqual(before)
    expect(await shiftOf(page)).toBe(moved)
  })
}
