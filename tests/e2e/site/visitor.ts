import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { localAdminToken } from '../../../scripts/support/settings.ts'
import { stack } from '../../support/stack/addresses.ts'

const { siteUrl, apiHost, dataset } = stack.env

/** Size of a small phone's window. */
export const PHONE = { width: 360, height: 740 }

type Visit = BrowserContextOptions & {
  path?: string
  before?: (page: Page) => Promise<unknown>
}

/** Opens a page in a browser of its own. */
export async function visit(browser: Browser, { path = '/', before, ...options }: Visit = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: siteUrl, ...options })
  const page = await context.newPage()
  await before?.(page)
  await page.goto(path)
  return page
}

/** Closes what the test has opened: it would go on running beside the next one. */
export const closeAll = async ({ browser }: { browser: Browser }): Promise<void> => {
  await Promise.all(browser.contexts().map((context) => context.close()))
}

/** Waits until the script of every page has run: it comes after the first paint, and marks the theme that is chosen. */
export const untilScripted = (page: Page): Promise<void> =>
  page.locator('[data-theme-choice]:checked').waitFor({ state: 'attached' })

/** What the browser says about a page from now on, without what a test itself keeps from loading. */
export function messages(page: Page): string[] {
  const said: string[] = []
  page.on('console', (message) => {
    if (!message.text().startsWith('Failed to load resource')) said.push(message.text())
  })
  page.on('pageerror', ({ message }) => said.push(message))
  return said
}

/** Changes published content as another program would. */
export async function mutate(...mutations: object[]): Promise<void> {
  const response = await fetch(`${apiHost}/v2025-02-19/data/mutate/${dataset}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${localAdminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ mutations }),
  })
  expect(response.status).toBe(200)
}

/** Records the layout shifts of the page from its first paint on. */
export const watchShift = (page: Page) =>
  page.addInitScript(() => {
    const shifts: PerformanceEntry[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({
      type: 'layout-shift',
      buffered: true,
    })
  })

/**
 * Sums the shifts of {@link watchShift}. A busy machine can paint before the parser has finished, and the remaining HTML then
 * shifts the page. In that case the sum starts at the load event.
 */
export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const [painted] = performance.getEntriesByName('first-contentful-paint')
    const isPartial = navigation && painted && painted.startTime < navigation.domInteractive
    const since = isPartial ? navigation.loadEventStart || Infinity : 0
    const counted = (Reflect.get(window, 'shifts') as PerformanceEntry[]).filter(({ startTime }) => startTime >= since)
    return counted.reduce((sum, entry) => sum + Reflect.get(entry, 'value'), 0)
  })

export const trustSection = (page: Page) => page.locator('summary', { hasText: 'Why Ductwise is trusted' })

/**
 * Waits until React has taken over a preview of drafts, the one public page that it runs in. Next has its router before
 * that, and writes its state into the history afterwards.
 */
export const hydrated = (page: Page) =>
  page.waitForFunction(() => 'router' in (Reflect.get(window, 'next') ?? {}) && history.state !== null)
