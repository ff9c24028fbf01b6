import { type Page, expect, test } from '@playwright/test'
import { sitemapPaths } from '../../support/pages/sitemap.ts'
import { visit } from './visitor.ts'

const SCREEN = { width: 390, height: 844 }

/** Screens that a page may be long. */
const LONGEST = 9

/** What is read from beginning to end: posts, the documentation with the API reference, and legal pages. */
const READING = /^\/(blog\/|documentation\/|press\/|api$|privacy-policy|cookie-policy|terms)/

const bar = (page: Page) => page.getByRole('navigation', { name: 'Call or book' })
const launcher = (page: Page) => page.locator('details[data-voice]')

test('no page is longer than nine screens, save what is read from beginning to end', async ({ browser, request }) => {
  test.setTimeout(180_000)
  const paths = (await sitemapPaths(request)).filter((path) => !READING.test(path))
  expect(paths.length).toBeGreaterThan(10)
  const page = await visit(browser, { viewport: SCREEN, reducedMotion: 'reduce' })
  const long: string[] = []
  for (const path of paths) {
    await page.goto(path)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    if (height > LONGEST * SCREEN.height) long.push(`${path}: ${(height / SCREEN.height).toFixed(2)} screens`)
  }
  expect(long).toEqual([])
  await page.context().close()
})

test('a bar at the lower edge offers to call and to book, also without JavaScript, and not on wider screens', async ({
  browser,
}) => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await visit(browser, { viewport: SCREEN, javaScriptEnabled })
    await expect(bar(page).getByRole('link', { name: 'Call it' })).toHaveAttribute('href', /^tel:\+\d+$/)
    await expect(bar(page).getByRole('link', { name: 'Request a Demo' })).toBeVisible()
    const box = await bar(page).boundingBox()
    expect(box).toEqual({ x: 0, y: SCREEN.height - 64, width: SCREEN.width, height: 64 })
    await page.setViewportSize({ width: 768, height: 1024 })
    await expect(bar(page)).toBeHidden()
    await page.context().close()
  }
})

test('bar and launcher make room while a field is typed into', async ({ browser }) => {
  const page = await visit(browser, { path: '/contact', viewport: SCREEN })
  await expect(bar(page)).toBeVisible()
  const name = page.getByLabel('Your name')
  await name.focus()
  await expect(bar(page)).toBeHidden()
  await expect(launcher(page)).toBeHidden()
  await name.blur()
  await expect(bar(page)).toBeVisible()
  await expect(launcher(page)).toBeVisible()
  await page.context().close()
})

test('the launcher draws back from text beneath it, and can still be pressed', async ({ browser }) => {
  const page = await visit(browser, { viewport: SCREEN, reducedMotion: 'reduce' })
  const words = page.locator('main li p', { hasText: 'Nights, weekends' })
  await words.evaluate((element) => {
    const { top, height } = element.getBoundingClientRect()
    // The launcher's middle is 80 + 28 px above the lower edge.
    window.scrollBy({ top: top + height / 2 - (innerHeight - 108), behavior: 'instant' })
  })
  await expect(launcher(page)).toHaveAttribute('data-over-text', '')
  const summary = launcher(page).locator('summary')
  await expect.poll(async () => (await summary.boundingBox())?.x).toBeGreaterThan(350)
  // By the element: what is pressed before the first frame is painted reaches no page.
  await summary.click({ position: { x: 18, y: 28 } })
  await expect(launcher(page)).toHaveAttribute('open', '')
  await page.context().close()
})
