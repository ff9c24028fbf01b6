import { type Page, expect } from '@playwright/test'
import { visit } from './visitor.ts'
import { test } from '../test.ts'

const PHONE_VIEWPORT = { width: 390, height: 844 }

const getBottomBar = (page: Page) => page.getByRole('navigation', { name: 'Call or book' })
const getLauncher = (page: Page) => page.locator('details[data-voice]')

test('phones show a bottom bar with call and demo links, also without JavaScript @smoke', async ({ browser }) => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await visit(browser, { viewport: PHONE_VIEWPORT, javaScriptEnabled })
    // The sample phone number is fictional, so the bar links to a sample call instead.
    await expect(getBottomBar(page).getByRole('link', { name: 'Hear a call' })).toHaveAttribute(
      'href',
      '/#hear-the-call',
    )
    await expect(getBottomBar(page).getByRole('link', { name: 'Request a Demo' })).toBeVisible()
    const box = await getBottomBar(page).boundingBox()
    expect(box).toEqual({ x: 0, y: PHONE_VIEWPORT.height - 64, width: PHONE_VIEWPORT.width, height: 64 })
    await page.setViewportSize({ width: 768, height: 1024 })
    await expect(getBottomBar(page)).toBeHidden()
  }
})

test('the bottom bar and the launcher hide while a field is focused', async ({ browser }) => {
  const page = await visit(browser, { path: '/search', viewport: PHONE_VIEWPORT })
  await expect(getBottomBar(page)).toBeVisible()
  const searchbox = page.getByRole('main').getByRole('searchbox')
  await searchbox.focus()
  await expect(getBottomBar(page)).toBeHidden()
  await expect(getLauncher(page)).toBeHidden()
  await searchbox.blur()
  await expect(getBottomBar(page)).toBeVisible()
  await expect(getLauncher(page)).toBeVisible()
})

test('the launcher hides when it covers text, and returns on focus or over empty space', async ({ browser }) => {
  const page = await visit(browser, { viewport: PHONE_VIEWPORT, reducedMotion: 'reduce' })
  const paragraph = page.locator('main li p', { hasText: 'Nights, weekends' })
  await paragraph.evaluate((element) => {
    const { top, height } = element.getBoundingClientRect()
    // Aligns the text with the center of the launcher, which is 80 + 28 px above the lower edge.
    window.scrollBy({ top: top + height / 2 - (innerHeight - 108), behavior: 'instant' })
  })
  const summary = getLauncher(page).locator('summary')
  const getLeft = async () => (await summary.boundingBox())?.x
  const expectedLeft = PHONE_VIEWPORT.width - 32 - 56
  await expect(getLauncher(page)).toHaveAttribute('data-gone', '')
  await expect.poll(getLeft).toBeGreaterThanOrEqual(PHONE_VIEWPORT.width)
  await expect(summary).toHaveCSS('opacity', '0')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE_VIEWPORT.width)
  await summary.focus()
  await page.keyboard.press('Shift')
  await expect.poll(getLeft).toBe(expectedLeft)
  await expect(summary).toHaveCSS('opacity', '1')
  await page.keyboard.press('Enter')
  await expect(getLauncher(page)).toHaveAttribute('open', '')
  await page.keyboard.press('Enter')
  await summary.blur()
  await expect.poll(getLeft).toBeGreaterThanOrEqual(PHONE_VIEWPORT.width)
  await page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLElement>('main, footer')) part.style.visibility = 'hidden'
    dispatchEvent(new Event('scroll'))
  })
  await expect.poll(getLeft).toBe(expectedLeft)
})
