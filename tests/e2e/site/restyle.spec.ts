import { type Browser, expect, type Page } from '@playwright/test'
import { getLayoutShift, waitForPageScript, visit, recordLayoutShifts } from './visitor.ts'
import { test } from '../test.ts'

const PHONE_OPTIONS = {
  viewport: { width: 412, height: 823 },
  isMobile: true,
  hasTouch: true,
  reducedMotion: 'reduce' as const,
}

type TraceEvent = { name: string; args: { elementCount?: number } }

const waitForFrames = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame)
  })

async function countRestyledElements(browser: Browser, page: Page, act: () => Promise<unknown>): Promise<number> {
  await waitForFrames(page)
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  await act()
  await waitForFrames(page)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const elementCounts = traceEvents.flatMap(({ name, args }) =>
    name === 'UpdateLayoutTree' ? (args.elementCount ?? 0) : [],
  )
  expect(elementCounts.length, 'the trace has style updates').toBeGreaterThan(0)
  return Math.max(...elementCounts)
}

test('focusing and typing recalculate the style of few elements', async ({ browser }) => {
  const page = await visit(browser, PHONE_OPTIONS)
  const calls = page.locator('[data-calculator]').getByRole('spinbutton').first()
  // Focuses the calculator first, because the focus loads its script.
  await calls.focus()
  await page.waitForLoadState('networkidle')
  await expect(page.locator('html')).toHaveAttribute('data-typing', '')
  expect(await countRestyledElements(browser, page, () => calls.blur())).toBeLessThanOrEqual(60)
  expect(await countRestyledElements(browser, page, () => calls.focus())).toBeLessThanOrEqual(60)
  const result = page.locator('[data-calculator]').getByRole('status')
  const textBefore = (await result.textContent()) ?? ''
  expect(await countRestyledElements(browser, page, () => page.keyboard.press('ArrowUp'))).toBeLessThanOrEqual(60)
  await expect(result).not.toHaveText(textBefore)
})

const getSearchButton = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Search', exact: true })

test('opening and closing the menu or search does not restyle the covered page', async ({ browser }) => {
  const page = await visit(browser, PHONE_OPTIONS)
  await waitForPageScript(page)
  const elementCount = await page.evaluate(() => document.querySelectorAll('*').length)
  expect(elementCount).toBeGreaterThan(600)
  const menuButton = page.getByRole('button', { name: 'Open the menu' })
  const close = () => page.keyboard.press('Escape')
  expect(await countRestyledElements(browser, page, () => menuButton.tap())).toBeLessThanOrEqual(150)
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  expect(await countRestyledElements(browser, page, close)).toBeLessThanOrEqual(100)
  await expect(page.getByRole('main')).toBeVisible()
  expect(await countRestyledElements(browser, page, () => getSearchButton(page).tap())).toBeLessThanOrEqual(200)
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await countRestyledElements(browser, page, close)).toBeLessThanOrEqual(elementCount * 0.45)
  await expect(page.getByRole('main')).toBeVisible()
})

test('on a wide screen, opening search skips the style of distant elements', async ({ browser }) => {
  const page = await visit(browser, { reducedMotion: 'reduce' })
  await waitForPageScript(page)
  const elementCount = await page.evaluate(() => document.querySelectorAll('*').length)
  expect(await countRestyledElements(browser, page, () => getSearchButton(page).click())).toBeLessThanOrEqual(
    elementCount * 0.6,
  )
  expect(await page.locator('[data-far]').count()).toBeGreaterThan(0)
  await expect(page.locator('h1')).toBeVisible()
})

test('a theme change also applies to distant elements', async ({ browser }) => {
  const page = await visit(browser, PHONE_OPTIONS)
  await waitForPageScript(page)
  const getTextColor = (selector: string) =>
    page.evaluate((target) => getComputedStyle(document.querySelector(target)!).color, selector)
  const colorBefore = await getTextColor('h1')
  await page.locator('label', { has: page.getByRole('radio', { name: 'Light' }) }).tap()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await expect(page.locator('[data-far]')).toHaveCount(0)
  expect(await getTextColor('h1')).not.toBe(colorBefore)
  expect(await getTextColor('h1')).toBe(await getTextColor('body'))
})

for (const path of ['/', '/pricing', '/hvac-ai-sdr/phoenix', '/documentation', '/api']) {
  test(`${path} does not shift when search opens and closes`, async ({ browser }) => {
    const page = await visit(browser, { ...PHONE_OPTIONS, path, before: recordLayoutShifts })
    await waitForPageScript(page)
    const getPositions = () =>
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
    const positionsBefore = await getPositions()
    const shiftBefore = await getLayoutShift(page)
    await getSearchButton(page).tap()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await page.locator('[data-far]').count()).toBeGreaterThan(0)
    expect(await getPositions()).toEqual(positionsBefore)
    await page.keyboard.press('Escape')
    await expect(page.locator('[data-far]')).toHaveCount(0)
    expect(await getPositions()).toEqual(positionsBefore)
    expect(await getLayoutShift(page)).toBe(shiftBefore)
  })
}
