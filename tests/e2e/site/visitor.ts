import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { localAdminToken } from '../../../scripts/support/settings.ts'
import { stack } from '../../support/stack/addresses.ts'

const { siteUrl, apiHost, dataset } = stack.env

export const PHONE_VIEWPORT = { width: 360, height: 740 }

type VisitOptions = BrowserContextOptions & {
  path?: string
  before?: (page: Page) => Promise<unknown>
}

export async function visit(browser: Browser, { path = '/', before, ...options }: VisitOptions = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: siteUrl, ...options })
  const page = await context.newPage()
  await before?.(page)
  await page.goto(path)
  return page
}

/** Waits for the page script, which runs after the first paint and marks the selected theme. */
export const waitForPageScript = (page: Page): Promise<void> =>
  page.locator('[data-theme-choice]:checked').waitFor({ state: 'attached' })

export function recordConsoleMessages(page: Page): string[] {
  const texts: string[] = []
  page.on('console', (message) => {
    if (!message.text().startsWith('Failed to load resource')) texts.push(message.text())
  })
  page.on('pageerror', ({ message }) => texts.push(message))
  return texts
}

export async function sendMutations(...mutations: object[]): Promise<void> {
  const response = await fetch(`${apiHost}/v2025-02-19/data/mutate/${dataset}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${localAdminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ mutations }),
  })
  expect(response.status).toBe(200)
}

export const recordLayoutShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: PerformanceEntry[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({
      type: 'layout-shift',
      buffered: true,
    })
  })

/** Returns the layout shift. If a busy machine paints before parsing ends, the sum starts at the load event. */
export const getLayoutShift = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const [firstPaint] = performance.getEntriesByName('first-contentful-paint')
    const isPartial = navigation && firstPaint && firstPaint.startTime < navigation.domInteractive
    const sinceMs = isPartial ? navigation.loadEventStart || Infinity : 0
    const relevantShifts = (Reflect.get(window, 'shifts') as PerformanceEntry[]).filter(
      ({ startTime }) => startTime >= sinceMs,
    )
    return relevantShifts.reduce((sum, entry) => sum + Reflect.get(entry, 'value'), 0)
  })

export const getTrustSection = (page: Page) => page.locator('summary', { hasText: 'Why Ductwise is trusted' })

/**
 * Waits for hydration, which only draft previews have among public pages. Next sets its history state after its router
 * exists.
 */
export const waitForHydration = (page: Page) =>
  page.waitForFunction(() => 'router' in (Reflect.get(window, 'next') ?? {}) && history.state !== null)
