import { type Page, expect } from '@playwright/test'
import { sitemapPaths } from '../../support/pages/sitemap.ts'
import { visit } from './visitor.ts'
import { test } from '../test.ts'

const SCREEN = { width: 390, height: 844 }

/** Screens that every page may be long, and fewer for some. */
const LONGEST = 11
const SHORTER: Record<string, number> = { '/': 9, '/hvac-seo-services': 9 }

/** What is read from beginning to end: posts, the documentation with the API reference, and legal pages. */
const READING = /^\/(blog\/|documentation\/|press\/|api$|privacy-policy|cookie-policy|terms)/

const bar = (page: Page) => page.getByRole('navigation', { name: 'Call or book' })
const launcher = (page: Page) => page.locator('details[data-voice]')

test('no page has more than eleven screens, and some have fewer, save what is read from beginning to end', async ({
  browser,
  request,
}) => {
  test.setTimeout(180_000)
  const paths = (await sitemapPaths(request)).filter((path) => !READING.test(path))
  expect(paths.length).toBeGreaterThan(10)
  const page = await visit(browser, { viewport: SCREEN, reducedMotion: 'reduce' })
  const long: string[] = []
  for (const path of paths) {
    await page.goto(path)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    if (height > (SHORTER[path] ?? LONGEST) * SCREEN.height)
      long.push(`${path}: ${(height / SCREEN.height).toFixed(2)} screens`)
  }
  expect(long).toEqual([])
  await page.context().close()
})

test('a bar at the lower edge offers to hear a call and to book, also without JavaScript, and not on wider screens', async ({
  browser,
}) => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await visit(browser, { viewport: SCREEN, javaScriptEnabled })
    // The number of the sample reaches nobody.
    await expect(bar(page).getByRole('link', { name: 'Hear a call' })).toHaveAttribute('href', '/#hear-the-call')
    await expect(bar(page).getByRole('link', { name: 'Request a Demo' })).toBeVisible()
    const box = await bar(page).boundingBox()
    expect(box).toEqual({ x: 0, y: SCREEN.height - 64, width: SCREEN.width, height: 64 })
    await page.setViewportSize({ width: 768, height: 1024 })
    await expect(bar(page)).toBeHidden()
    await page.context().close()
  }
})

test('the bar has only what the page asks for where that is not the demo', async ({ browser }) => {
  const page = await visit(browser, { path: '/hvac-seo-services', viewport: SCREEN })
  await expect(bar(page).getByRole('link')).toHaveText(['Send us one town'])
  await page.context().close()
})

test('a page with the contact form asks for nothing else', async ({ browser }) => {
  const page = await visit(browser, { path: '/contact', viewport: SCREEN })
  await expect(page.getByRole('button', { name: 'Send message' })).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await page.context().close()
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
  await page.context().close()
})

test('the launcher leaves the window for text beneath it, and comes back for a keyboard and where nothing is covered', async ({
  browser,
}) => {
  const page = await visit(browser, { viewport: SCREEN, reducedMotion: 'reduce' })
  const words = page.locator('main li p', { hasText: 'Nights, weekends' })
  await words.evaluate((element) => {
    const { top, height } = element.getBoundingClientRect()
    // The launcher's middle is 80 + 28 px above the lower edge.
    window.scrollBy({ top: top + height / 2 - (innerHeight - 108), behavior: 'instant' })
  })
  const summary = launcher(page).locator('summary')
  const left = async () => (await summary.boundingBox())?.x
  const rests = SCREEN.width - 32 - 56
  await expect(launcher(page)).toHaveAttribute('data-gone', '')
  await expect.poll(left).toBeGreaterThanOrEqual(SCREEN.width)
  await expect(summary).toHaveCSS('opacity', '0')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(SCREEN.width)
  // A keyboard finds it where it rests, and opens it.
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
  await page.context().close()
})
