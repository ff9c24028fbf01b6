import { type Page, expect } from '@playwright/test'
import { recordConsoleMessages, sendMutations, getTrustSection, visit } from './visitor.ts'
import { expectProblems, test } from '../test.ts'

test.describe('theme', () => {
  const readTheme = (page: Page) =>
    page.evaluate(() => ({
      name: document.documentElement.dataset.theme,
      scheme: getComputedStyle(document.documentElement).colorScheme,
      stored: localStorage.getItem('theme'),
    }))
  const getChoice = (page: Page, name: string) => page.getByRole('radio', { name })

  test("is dark by default, then follows the user's choice or the system setting", async ({ browser }) => {
    const page = await visit(browser, { colorScheme: 'light' })
    const consoleMessages = recordConsoleMessages(page)
    expect(await readTheme(page)).toEqual({ name: 'dark', scheme: 'dark', stored: null })
    await expect(getChoice(page, 'Dark')).toBeChecked()
    await getChoice(page, 'Light').check()
    await expect.poll(() => readTheme(page)).toEqual({ name: 'light', scheme: 'light', stored: 'light' })
    await page.reload()
    expect(await readTheme(page)).toEqual({ name: 'light', scheme: 'light', stored: 'light' })
    await expect(getChoice(page, 'Light')).toBeChecked()
    await getChoice(page, 'System').check()
    await expect.poll(() => readTheme(page)).toEqual({ name: 'light', scheme: 'light', stored: 'system' })
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect.poll(async () => (await readTheme(page)).name).toBe(colorScheme)
    }
    await getChoice(page, 'Dark').check()
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => readTheme(page)).toEqual({ name: 'dark', scheme: 'dark', stored: 'dark' })
    expect(consoleMessages).toEqual([])
  })

  test('is applied before the first paint', async ({ browser }) => {
    const page = await visit(browser, {
      before: (newPage) =>
        newPage.addInitScript(() => {
          localStorage.setItem('theme', 'light')
          new MutationObserver(() => {
            if (!document.querySelector('header') || 'firstTheme' in window) return
            Object.assign(window, { firstTheme: document.documentElement.dataset.theme })
          }).observe(document, { childList: true, subtree: true })
        }),
    })
    expect(await page.evaluate(() => Reflect.get(window, 'firstTheme'))).toMatch(/\blight\b/)
  })

  test('is the same in every tab', async ({ browser }) => {
    const page = await visit(browser)
    const otherPage = await page.context().newPage()
    await otherPage.goto('/')
    await getChoice(otherPage, 'Light').check()
    await expect.poll(async () => (await readTheme(page)).name).toBe('light')
    await expect(getChoice(page, 'Light')).toBeChecked()
  })
})

test('social links align with the first column of links', async ({ browser }) => {
  const page = await visit(browser, { path: '/contact', viewport: { width: 1440, height: 900 } })
  const getLeft = async (name: string) =>
    (await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).boundingBox())?.x ?? 0
  expect(Math.abs((await getLeft('LinkedIn')) - (await getLeft('Features')))).toBeLessThanOrEqual(1)
})

test.describe('footer logos', () => {
  const FAILURES: [string, Parameters<Page['route']>[1]][] = [
    ['returns 404', (route) => route.fulfill({ status: 404, body: '' })],
    ['is broken', (route) => route.fulfill({ contentType: 'image/png', body: 'these are no pixels' })],
    ['is HTML', (route) => route.fulfill({ contentType: 'text/html', body: '<p>Sign in to the network</p>' })],
    ['closes the connection', (route) => route.abort('connectionreset')],
  ]
  const getLogos = (page: Page) => page.locator('span:has(> img[data-logo])')

  test('show the first eight characters of the name if the image fails', async ({ page }) => {
    expectProblems(/_next\/image/)
    for (const [failure, failRequest] of FAILURES) {
      await page.unrouteAll()
      await page.route('**/_next/image?*', failRequest)
      await page.goto('/')
      await getTrustSection(page).click()
      await expect(getLogos(page).first().locator('img'), `an image that ${failure}`).toBeHidden()
      await expect(getLogos(page).first()).toHaveText('ServiceT')
      await expect(getLogos(page).first().locator('span')).toBeVisible()
      expect(await getLogos(page).first().boundingBox()).toMatchObject({ width: 78, height: 36 })
      await expect(page.locator('span:not([data-failed]) > img[data-logo]')).toHaveCount(0)
    }
  })

  test('show the name if an image is slow, and the image once it loads', async ({ browser }) => {
    const continuations: (() => Promise<void>)[] = []
    const page = await visit(browser, {
      before: async (newPage) => {
        await newPage.clock.install()
        await newPage.route('**/_next/image?*', (route) => void continuations.push(() => route.continue()))
      },
    })
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await getTrustSection(page).click()
    await getLogos(page).first().scrollIntoViewIfNeeded()
    await expect.poll(() => continuations.length).toBeGreaterThan(0)
    await page.clock.runFor(7000)
    await expect(getLogos(page).first()).not.toHaveAttribute('data-failed')
    await expect(async () => {
      await page.clock.runFor(1000)
      await expect(getLogos(page).first()).toHaveAttribute('data-failed', '', { timeout: 1 })
    }).toPass()
    await expect(getLogos(page).first().locator('span')).toBeVisible()
    await Promise.all(continuations.map((continueRequest) => continueRequest()))
    await expect(getLogos(page).first().locator('img')).toBeVisible()
  })

  test('are images of 78 × 36 px', async ({ browser }) => {
    const page = await visit(browser)
    const consoleMessages = recordConsoleMessages(page)
    await getTrustSection(page).click()
    await getLogos(page).first().scrollIntoViewIfNeeded()
    const image = getLogos(page).first().locator('img')
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
    expect(await image.boundingBox()).toMatchObject({ width: 78, height: 36 })
    await expect(page.locator('span[data-failed] > img[data-logo]')).toHaveCount(0)
    expect(consoleMessages).toEqual([])
  })
})

test.describe('announcement', () => {
  const ANNOUNCEMENT_ID = 'announcement-under-test'
  const publishAnnouncement = (text: string, times: { start?: string; end?: string } = {}) =>
    sendMutations({ createOrReplace: { _id: ANNOUNCEMENT_ID, _type: 'announcement', text, ...times } })
  const addSecondsToNow = (seconds: number) => new Date(Date.now() + seconds * 1_000)
  const getAnnouncement = (page: Page) => page.getByRole('complementary', { name: 'Announcement' })

  async function waitForText(page: Page, text: string, count: number): Promise<void> {
    await expect(async () => {
      await page.goto('/')
      await expect(page.getByText(text)).toHaveCount(count, { timeout: 1 })
    }).toPass({ intervals: [50] })
  }

  test('stays dismissed without layout shift until a new one is published', async ({ browser }) => {
    const page = await visit(browser)
    await expect(getAnnouncement(page)).toHaveCount(0)
    await publishAnnouncement('The first frost is on its way.')
    await waitForText(page, 'The first frost is on its way.', 1)
    await expect(getAnnouncement(page)).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss the announcement' }).click()
    await expect(getAnnouncement(page)).toBeHidden()

    // Records the header's position in every frame. Even a single frame with the banner would move the header down.
    await page.addInitScript(() => {
      const headerTops = new Set<number>()
      Object.assign(window, { headerTops })
      const recordTop = () => {
        const header = document.querySelector('header')
        if (header) headerTops.add(header.getBoundingClientRect().top)
        requestAnimationFrame(recordTop)
      }
      requestAnimationFrame(recordTop)
    })
    await page.reload()
    await page.waitForLoadState('networkidle')
    await expect(getAnnouncement(page)).toBeHidden()
    expect(await page.evaluate(() => [...(Reflect.get(window, 'headerTops') as Set<number>)])).toEqual([0])

    await publishAnnouncement('Now it is here.')
    await waitForText(page, 'Now it is here.', 1)
    await expect(getAnnouncement(page)).toBeVisible()
    await sendMutations({ delete: { id: ANNOUNCEMENT_ID } })
    await waitForText(page, 'Now it is here.', 0)
  })

  test('starts and ends on time on a cached page', async ({ browser }) => {
    const page = await visit(browser)
    const [start, end] = [addSecondsToNow(6), addSecondsToNow(9)]
    await publishAnnouncement('The office is closed today.', { end: addSecondsToNow(3_600).toISOString() })
    await waitForText(page, 'The office is closed today.', 1)
    await publishAnnouncement('The office is closed today.', { start: start.toISOString(), end: end.toISOString() })
    await waitForText(page, 'The office is closed today.', 0)
    expect(Date.now(), 'checked before the start').toBeLessThan(start.getTime())
    await waitForText(page, 'The office is closed today.', 1)
    expect(Date.now()).toBeGreaterThanOrEqual(start.getTime())
    await waitForText(page, 'The office is closed today.', 0)
    expect(Date.now()).toBeGreaterThanOrEqual(end.getTime())
    await sendMutations({ delete: { id: ANNOUNCEMENT_ID } })
  })
})
