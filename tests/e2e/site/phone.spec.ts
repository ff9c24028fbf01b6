import { type Page, expect } from '@playwright/test'
import { visit } from './visitor.ts'
import { test } from '../test.ts'

const SCREEN = { width: 390, height: 844 }

const bar = (page: Page) => page.getByRole('navigation', { name: 'Call or book' })
const launcher = (page: Page) => page.locator('details[data-voice]')

test('phones show a bottom bar with call and demo links, also without JavaScript @smoke', async ({ browser }) => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await visit(browser, { viewport: SCREEN, javaScriptEnabled })
    // The sample phone number is fictional, so the bar links to a sample call instead.
    await expect(bar(page).getByRole('link', { name: 'Hear a call' })).toHaveAttribute('href', '/#hear-the-call')
    await expect(bar(page).getByRole('link', { name: 'Request a Demo' })).toBeVisible()
    const box = await bar(page).boundingBox()
    expect(box).toEqual({ x: 0, y: SCREEN.height - 64, width: SCREEN.width, height: 64 })
    await page.setViewportSize({ width: 768, height: 1024 })
    await expect(bar(page)).toBeHidden()
  }
})

test('the bottom bar and the launcher hide while a field is focused', async ({ browser }) => {
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

test('the launcher hides when it covers text, and returns on focus or over empty space', async ({ browser }) => {
  const page = await visit(browser, { viewport: SCREEN, reducedMotion: 'reduce' })
  const words = page.locator('main li p', { hasText: 'Nights, weekends' })
  await words.evaluate((element) => {
    const { top, height } = element.getBoundingClientRect()
    // Aligns the text with the launcher, whose center is 80 + 28 px above the lower edge.
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
