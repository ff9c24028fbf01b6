import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  chromium,
  expect,
  type Page,
} from '@playwright/test'
import { findFullChromium } from '../../../scripts/support/chromium.ts'
import { stack } from '../../support/stack/addresses.ts'
import { recordConsoleMessages } from './visitor.ts'
import { test } from '../test.ts'

const { siteUrl } = stack.env

let fullBrowser: Browser

test.beforeAll(async () => {
  test.setTimeout(300_000)
  fullBrowser = await chromium.launch({
    executablePath: await findFullChromium(),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
})
test.afterAll(() => fullBrowser.close())

let context: BrowserContext
test.beforeEach(async () => {
  context = await fullBrowser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: siteUrl })
})
test.afterEach(() => context.close())

async function findFirstPath(request: APIRequestContext, page: string, pattern: RegExp): Promise<string> {
  const [, path = ''] = pattern.exec(await (await request.get(page)).text()) ?? []
  expect(path).not.toBe('')
  return path
}

const watchPageShow = (page: Page) =>
  page.evaluate(() => addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted })))

async function goBack(page: Page): Promise<void> {
  await page.goBack({ waitUntil: 'commit' })
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'persisted'))).toBe(true)
}

test.describe('hovered link', () => {
  async function watchPrefetches(page: Page): Promise<string[]> {
    const paths: string[] = []
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    session.on('Network.requestWillBeSent', ({ request }) => {
      if (/prefetch/.test(String(request.headers['Sec-Purpose']))) paths.push(new URL(request.url).pathname)
    })
    await session.send('Preload.enable')
    session.on('Preload.prefetchStatusUpdated', ({ prefetchUrl }) => paths.push(new URL(prefetchUrl).pathname))
    return paths
  }

  test('prefetches its page, except for sign-in and search', async () => {
    const page = await context.newPage()
    const consoleMessages = recordConsoleMessages(page)
    const paths = await watchPrefetches(page)
    await page.goto('/')
    const mainNavigation = page.getByRole('navigation', { name: 'Main' }).or(page.locator('header nav')).first()
    await page.locator('header').getByRole('link', { name: 'Sign In' }).hover()
    await page.locator('header a[data-search]').hover()
    await mainNavigation.getByRole('link', { name: 'Pricing' }).hover()
    await expect.poll(() => paths).toContain('/pricing')
    expect(new Set(paths)).toEqual(new Set(['/pricing']))
    expect(consoleMessages).toEqual([])
  })
})

test('going back restores every kind of page from the back/forward cache', async ({ request }) => {
  test.setTimeout(300_000)
  const post = await findFirstPath(request, '/blog', /href="(\/blog\/(?!category|author|page|rss)[^"/]+)"/)
  const docPath = await findFirstPath(request, '/documentation', /href="(\/documentation\/[^"/]+)"/)
  const kinds = ['/', '/features', '/pricing', '/contact', '/hvac-ai-sdr', '/hvac-ai-sdr/phoenix', '/blog', post]
  const page = await context.newPage()
  const consoleMessages = recordConsoleMessages(page)
  for (const path of [...kinds, '/documentation', docPath, '/press', '/api', '/privacy-policy', '/search?q=call']) {
    await page.goto(path)
    await page.evaluate(() => window.scrollTo({ top: 300, behavior: 'instant' }))
    const scrollTop = await page.evaluate(() => scrollY)
    await watchPageShow(page)
    await page.goto('/about')
    await goBack(page)
    await expect(page, path).toHaveURL(path)
    expect(await page.evaluate(() => scrollY), path).toBe(scrollTop)
  }
  expect(consoleMessages).toEqual([])
})

test('a partly filled form is restored when going back and forward', async () => {
  const page = await context.newPage()
  await page.goto('/contact')
  await page.getByLabel('Your name').or(page.locator('#contact-name')).first().fill('Ada Byron')
  await page.locator('#contact-message').fill('Our phone rings at night')
  await watchPageShow(page)
  await page.locator('header').getByRole('link', { name: 'Pricing' }).click()
  await expect(page).toHaveURL('/pricing')
  await watchPageShow(page)
  await goBack(page)
  await expect(page.locator('#contact-name')).toHaveValue('Ada Byron')
  await expect(page.locator('#contact-message')).toHaveValue('Our phone rings at night')
  await page.goForward({ waitUntil: 'commit' })
  await expect(page).toHaveURL('/pricing')
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'persisted'))).toBe(true)
})

test('a page view is counted each time a page shows, but not on prefetch', async () => {
  const page = await context.newPage()
  const sentViews: (string | null)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/page-views')) sentViews.push(request.postData())
  })
  await page.goto('/pricing')
  await page.locator('header').getByRole('link', { name: 'About Us' }).hover()
  await watchPageShow(page)
  await page.locator('header').getByRole('link', { name: 'Contact' }).click()
  await expect.poll(() => sentViews).toEqual(['/pricing', '/contact'])
  await goBack(page)
  await expect.poll(() => sentViews).toEqual(['/pricing', '/contact', '/pricing'])
})

test('a playing call stops when leaving the page and can be played again on return', async () => {
  const page = await context.newPage()
  await page.addInitScript(() => {
    const speechState = { speaking: false }
    Object.assign(window, { said: speechState })
    const voice = { lang: 'en-US', name: 'One' }
    const speech = Object.assign(new EventTarget(), {
      getVoices: () => [voice],
      speak: () => {
        speechState.speaking = true
      },
      cancel: () => {
        speechState.speaking = false
      },
    })
    Object.defineProperty(window, 'speechSynthesis', { value: speech })
    Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: class extends EventTarget {} })
  })
  await page.goto('/')
  const player = page.locator('[data-call]').first()
  await player.evaluate((element) => element.removeAttribute('data-sound'))
  await page
    .locator('.call-panel')
    .first()
    .evaluate((element) => element.removeAttribute('data-sound'))
  await player.locator('[data-call-play]').click()
  await expect(player).toHaveAttribute('data-stage', 'playing')
  await watchPageShow(page)
  await page.locator('header').getByRole('link', { name: 'Pricing' }).click()
  await expect(page).toHaveURL('/pricing')
  await goBack(page)
  await expect(player).toHaveAttribute('data-stage', 'paused')
  expect(await page.evaluate(() => (Reflect.get(window, 'said') as { speaking: boolean }).speaking)).toBe(false)
})
