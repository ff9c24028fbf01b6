import { type Page, expect } from '@playwright/test'
import { messages, mutate, trustSection, visit } from './visitor.ts'
import { announceProblems, test } from '../test.ts'

test.describe('theme', () => {
  const themeOf = (page: Page) =>
    page.evaluate(() => ({
      name: document.documentElement.dataset.theme,
      scheme: getComputedStyle(document.documentElement).colorScheme,
      stored: localStorage.getItem('theme'),
    }))
  const choice = (page: Page, name: string) => page.getByRole('radio', { name })

  test("is dark by default, then follows the user's choice or the system setting", async ({ browser }) => {
    const page = await visit(browser, { colorScheme: 'light' })
    const said = messages(page)
    expect(await themeOf(page)).toEqual({ name: 'dark', scheme: 'dark', stored: null })
    await expect(choice(page, 'Dark')).toBeChecked()
    await choice(page, 'Light').check()
    await expect.poll(() => themeOf(page)).toEqual({ name: 'light', scheme: 'light', stored: 'light' })
    await page.reload()
    expect(await themeOf(page)).toEqual({ name: 'light', scheme: 'light', stored: 'light' })
    await expect(choice(page, 'Light')).toBeChecked()
    await choice(page, 'System').check()
    await expect.poll(() => themeOf(page)).toEqual({ name: 'light', scheme: 'light', stored: 'system' })
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect.poll(async () => (await themeOf(page)).name).toBe(colorScheme)
    }
    await choice(page, 'Dark').check()
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => themeOf(page)).toEqual({ name: 'dark', scheme: 'dark', stored: 'dark' })
    expect(said).toEqual([])
  })

  test('is applied before the first paint', async ({ browser }) => {
    const page = await visit(browser, {
      before: (opened) =>
        opened.addInitScript(() => {
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
    const other = await page.context().newPage()
    await other.goto('/')
    await choice(other, 'Light').check()
    await expect.poll(async () => (await themeOf(page)).name).toBe('light')
    await expect(choice(page, 'Light')).toBeChecked()
  })
})

test('social links align with the first column of links', async ({ browser }) => {
  const page = await visit(browser, { path: '/contact', viewport: { width: 1440, height: 900 } })
  const leftOf = async (name: string) =>
    (await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).boundingBox())?.x ?? 0
  expect(Math.abs((await leftOf('LinkedIn')) - (await leftOf('Features')))).toBeLessThanOrEqual(1)
})

test.describe('footer logos', () => {
  const FAILURES: [string, Parameters<Page['route']>[1]][] = [
    ['is not there', (route) => route.fulfill({ status: 404, body: '' })],
    ['is broken', (route) => route.fulfill({ contentType: 'image/png', body: 'these are no pixels' })],
    [
      'is something else',
      (route) => route.fulfill({ contentType: 'text/html', body: '<p>Sign in to the network</p>' }),
    ],
    ['breaks off', (route) => route.abort('connectionreset')],
  ]
  const logos = (page: Page) => page.locator('span:has(> img[data-logo])')

  test('show the first eight characters of the name if the image fails', async ({ page }) => {
    announceProblems(/_next\/image/)
    for (const [how, fail] of FAILURES) {
      await page.unrouteAll()
      await page.route('**/_next/image?*', fail)
      await page.goto('/')
      await trustSection(page).click()
      await expect(logos(page).first().locator('img'), `a picture that ${how}`).toBeHidden()
      await expect(logos(page).first()).toHaveText('ServiceT')
      await expect(logos(page).first().locator('span')).toBeVisible()
      expect(await logos(page).first().boundingBox()).toMatchObject({ width: 78, height: 36 })
      await expect(page.locator('span:not([data-failed]) > img[data-logo]')).toHaveCount(0)
    }
  })

  test('show the name if an image is slow, and the image once it loads', async ({ browser }) => {
    const waiting: (() => Promise<void>)[] = []
    const page = await visit(browser, {
      before: async (opened) => {
        await opened.clock.install()
        await opened.route('**/_next/image?*', (route) => void waiting.push(() => route.continue()))
      },
    })
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await trustSection(page).click()
    await logos(page).first().scrollIntoViewIfNeeded()
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    await page.clock.runFor(7000)
    await expect(logos(page).first()).not.toHaveAttribute('data-failed')
    await expect(async () => {
      await page.clock.runFor(1000)
      await expect(logos(page).first()).toHaveAttribute('data-failed', '', { timeout: 1 })
    }).toPass()
    await expect(logos(page).first().locator('span')).toBeVisible()
    await Promise.all(waiting.map((go) => go()))
    await expect(logos(page).first().locator('img')).toBeVisible()
  })

  test('are images of 78 × 36 px', async ({ browser }) => {
    const page = await visit(browser)
    const said = messages(page)
    await trustSection(page).click()
    await logos(page).first().scrollIntoViewIfNeeded()
    const image = logos(page).first().locator('img')
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
    expect(await image.boundingBox()).toMatchObject({ width: 78, height: 36 })
    await expect(page.locator('span[data-failed] > img[data-logo]')).toHaveCount(0)
    expect(said).toEqual([])
  })
})

test.describe('announcement', () => {
  const ID = 'announcement-under-test'
  const announce = (text: string, times: { start?: string; end?: string } = {}) =>
    mutate({ createOrReplace: { _id: ID, _type: 'announcement', text, ...times } })
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000)
  const line = (page: Page) => page.getByRole('complementary', { name: 'Announcement' })

  async function untilSaid(page: Page, text: string, count: number): Promise<void> {
    await expect(async () => {
      await page.goto('/')
      await expect(page.getByText(text)).toHaveCount(count, { timeout: 1 })
    }).toPass({ intervals: [50] })
  }

  test('stays dismissed without layout shift until a new one is published', async ({ browser }) => {
    const page = await visit(browser)
    await expect(line(page)).toHaveCount(0)
    await announce('The first frost is on its way.')
    await untilSaid(page, 'The first frost is on its way.', 1)
    await expect(line(page)).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss the announcement' }).click()
    await expect(line(page)).toBeHidden()

    // Records the header's position in every frame: a single frame of the banner would move the header down.
    await page.addInitScript(() => {
      const tops = new Set<number>()
      Object.assign(window, { headerTops: tops })
      const look = () => {
        const header = document.querySelector('header')
        if (header) tops.add(header.getBoundingClientRect().top)
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    await page.reload()
    await page.waitForLoadState('networkidle')
    await expect(line(page)).toBeHidden()
    expect(await page.evaluate(() => [...(Reflect.get(window, 'headerTops') as Set<number>)])).toEqual([0])

    await announce('Now it is here.')
    await untilSaid(page, 'Now it is here.', 1)
    await expect(line(page)).toBeVisible()
    await mutate({ delete: { id: ID } })
    await untilSaid(page, 'Now it is here.', 0)
  })

  test('starts and ends on time on a cached page', async ({ browser }) => {
    const page = await visit(browser)
    const [start, end] = [inSeconds(6), inSeconds(9)]
    await announce('The office is closed today.', { end: inSeconds(3_600).toISOString() })
    await untilSaid(page, 'The office is closed today.', 1)
    await announce('The office is closed today.', { start: start.toISOString(), end: end.toISOString() })
    await untilSaid(page, 'The office is closed today.', 0)
    expect(Date.now(), 'checked before the start').toBeLessThan(start.getTime())
    await untilSaid(page, 'The office is closed today.', 1)
    expect(Date.now()).toBeGreaterThanOrEqual(start.getTime())
    await untilSaid(page, 'The office is closed today.', 0)
    expect(Date.now()).toBeGreaterThanOrEqual(end.getTime())
    await mutate({ delete: { id: ID } })
  })
})
