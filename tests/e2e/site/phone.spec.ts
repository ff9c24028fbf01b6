import { type Page, expect } from '@playwright/test'
import { visit } from './visitor.ts'
import { test } from '../test.ts'

const SCREEN = { width: 390, height: 844 }

const bar = (page: Page) => page.getByRole('navigation', { name: 'Call or book' })
const launcher = (page: Page) => page.locator('details[data-voice]')

test('a bar at the lower edge offers to hear a call and to book, also without JavaScript, and not on wider screens @smoke', async ({
  browser,
}) => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await visit(browser, { viewport: SCREEN, javaScriptEnabled })
    // The sample number is fictional.
    await expect(bar(page).getByRole('link', { name: 'Hear a call' })).toHaveAttribute('href', '/#hear-the-call')
    await expect(bar(page).getByRole('link', { name: 'Request a Demo' })).toBeVisible()
    const box = await bar(page).boundingBox()
    expect(box).toEqual({ x: 0, y: SCREEN.height - 64, width: SCREEN.width, height: 64 })
    await page.setViewportSize({ width: 768, height: 1024 })
    await expect(bar(page)).toBeHidden()
  }
})

test('bar and launcher make room while a field is typed into', async ({ browser }) => {
  const page = await visit(browser, { path: '/search', viewport: SCREEN })
  await expect(bar(page)).toBeVisible()
  const words = page.getByRole('main').getByRole('searchbox')
  await words.focus()
  await expect(bar(page)).toBeHidden()
  await expect(launcher(page)).toBeHidden()
  await words.blur()
  await expect(bar(page)).toBeVisible()
  await expect(launcher(page)).toBeVisible()
})

test('the launcher leaves the window for text beneath it, and comes back for a keyboard and where nothing is covered', async ({
  browser,
}) => {
  const page = await visit(browser, { viewport: SCREEN, reducedMotion: 'reduce' })
  const words = page.locator('main li p', { hasText: 'Nights, weekends' })
  await words.evaluate((element) => {
    const { top, height } = element.getBoundingClientRect()
    // The launcher's center is 80 + 28 px above the lower edge.
    window.scrollBy({ top: top + height / 2 - (innerHeight - 108), behavior: 'instant' })
  })
  const summary = launcher(page).locator('summary')
  const left = async () => (await summary.boundingBox())?.x
  const rests = SCREEN.width - 32 - 56
  await expect(launcher(page)).toHaveAttribute('data-gone', '')
  await expect.poll(left).toBeGreaterThanOrEqual(SCREEN.width)
  await expect(summary).toHaveCSS('opacity', '0')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(SCREEN.width)
  await summary.focus()
  await page.keyboard.press('Shift')
  await expect.poll(left).toBe(rests)
  await expect(summary).toHaveCSS('opacity', '1')
  await page.keyboard.press('Enter')
  await expect(launcher(page)).toHaveAttribute('open', '')
  await page.keyboard.press('Enter')
  await summary.blur()
  await expect.poll(left).toBeGreaterThanOrEqual(SCREEN.width)
  await page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLElement>('main, footer')) part.style.visibility = 'hidden'
    dispatchEvent(new Event('scroll'))
  })
  await expect.poll(left).toBe(rests)
})
