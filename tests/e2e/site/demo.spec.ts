import { expect } from '@playwright/test'
import { DEMO_SCREENS } from '../../../lib/dashboard/demo/addresses.ts'
import { findHorizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { findViolationsInBothThemes } from '../../support/pages/violations.ts'
import { test } from '../test.ts'

const SCREENS = [...DEMO_SCREENS.keys()]

const KINDS = [
  '/demo',
  '/demo/calls',
  '/demo/calls/no-heat-at-2-am',
  '/demo/leads',
  '/demo/leads/ben-keller',
  '/demo/calendar',
  '/demo/calendar/week-of-2026-01-05',
  '/demo/calendar/day',
  '/demo/calendar/list',
]

const MAX_HTML_BYTES = 50 * 1024

const listLinks = (html: string) => [...html.matchAll(/<a\b[^>]*\shref="([^"]+)"/g)].map(([, href = '']) => href)

test('every screen exists, is small, and loads neither the framework nor Clerk @smoke', async ({ request }) => {
  for (const path of SCREENS) {
    const response = await request.get(path)
    expect(response.status(), path).toBe(200)
    const html = await response.text()
    expect(Buffer.byteLength(html), path).toBeLessThanOrEqual(MAX_HTML_BYTES)
    expect(html, path).not.toMatch(/clerk/i)
    expect(html, path).not.toMatch(/\/_next\/static\/[^"]*\.js|__next_f|TURBOPACK/)
    expect(html, path).toContain(`<link rel="canonical" href="${new URL(path, response.url()).href}"`)
    expect(html, path).toContain('Sample data from a made‑up company.')
  }
})

test('links lead to screens, the site or sign-up, and every button works @smoke', async ({ request }) => {
  for (const path of SCREENS) {
    const html = await (await request.get(path)).text()
    for (const href of listLinks(html).filter((candidate) => candidate.startsWith('/')))
      expect(href === '/' || href === '/sign-up' || DEMO_SCREENS.has(href), `${path}: ${href}`).toBe(true)
    const buttons = html.match(/<button\b[^>]*>/g) ?? []
    expect(
      buttons.filter((button) => !/popovertarget/i.test(button)),
      path,
    ).toEqual([])
    expect(html, path).not.toMatch(/href="(tel|sms):/)
  }
})

test('screens that the demo does not have return 404', async ({ request }) => {
  expect((await request.get('/demo/settings')).status()).toBe(404)
})

test("only the site's own files load, and the recording only on playback @smoke", async ({ page, baseURL }) => {
  const requestedUrls: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url()))
  await page.goto('/demo/calls/no-heat-at-2-am', { waitUntil: 'networkidle' })
  expect(requestedUrls.filter((url) => !url.startsWith(baseURL ?? '') && !url.startsWith('data:'))).toEqual([])
  expect(requestedUrls.filter((url) => url.endsWith('.mp3'))).toEqual([])
  const audioPlayer = page.getByLabel('Call recording')
  await expect(audioPlayer).toBeVisible()
  await audioPlayer.evaluate((audio: HTMLAudioElement) => {
    audio.muted = true
    return audio.play()
  })
  expect(requestedUrls.filter((url) => url.endsWith('.mp3')).length).toBeGreaterThan(0)
})

test('a call opens from the morning list, and only the first screen is indexed', async ({ page }) => {
  await page.goto('/demo')
  await expect(page.locator('meta[name=robots]')).toHaveCount(0)
  await page.getByRole('link', { name: /our heat is out/i }).click()
  await expect(page).toHaveURL('/demo/calls/no-heat-at-2-am')
  await expect(page.getByRole('heading', { level: 1, name: 'Ben Keller' })).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false })

  test('the bottom bar navigates without scripts, and every screen fits', async ({ page }) => {
    await page.goto('/demo')
    for (const [name, path] of [
      ['Calls', '/demo/calls'],
      ['Leads', '/demo/leads'],
      ['Calendar', '/demo/calendar'],
      ['Today', '/demo'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Main areas' }).getByRole('link', { name }).click()
      await expect(page).toHaveURL(path)
    }
    await page.goto('/demo/calendar')
    await page
      .getByRole('list', { name: 'Days of this week' })
      .getByRole('link', { name: /Thursday/ })
      .click()
    await expect(page.getByRole('region', { name: /Thursday/ })).toBeVisible()
  })

  test('the calendar changes weeks and filters by technician without scripts', async ({ page }) => {
    const main = page.getByRole('main')
    await page.goto('/demo/calendar')
    await main.getByRole('link', { name: 'Week before' }).click()
    await expect(main.getByRole('heading', { name: 'Jan 5 – 11, 2026' })).toBeVisible()
    await main.getByRole('link', { name: 'Alex' }).click()
    await expect(main.getByText('Kira Allen')).toBeVisible()
    await main.getByRole('link', { name: 'Today' }).click()
    await expect(page).toHaveURL('/demo/calendar/alex')
    await expect(main.getByText('Ben Keller')).toBeVisible()
    await expect(main.getByText('Hugo Marsh')).toHaveCount(0)
    const views = main.getByRole('group', { name: 'View' }).getByRole('link')
    await expect(views).toHaveText([/Day$/, 'List'])
    await expect(views.first()).toHaveAttribute('aria-current', 'page')
    await main.getByRole('link', { name: 'List', exact: true }).click()
    await main.getByRole('link', { name: 'Past', exact: true }).click()
    await expect(main.getByRole('row', { name: /Kira Allen/ })).toBeVisible()
    await expect(main.getByRole('row', { name: /Rosa Tran/ })).toHaveCount(0)
  })
})

test('screens have no axe violations in either theme, on phone and desktop', async ({ page }) => {
  for (const path of KINDS) {
    await page.goto(path)
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await findViolationsInBothThemes(page), `${path} at ${width} px`).toEqual([])
      expect(await findHorizontalScroll(page), path).toEqual([])
    }
  }
})
