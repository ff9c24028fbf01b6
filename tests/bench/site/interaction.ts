import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { goTo, openPage, PHONE_OPTIONS, throttleCpu } from './browser.ts'
import { type Times, summarizeTimes } from './statistics.ts'
import type { BenchSetup } from './under-test.ts'

/** Time between the keystrokes of a fast typist. */
const KEY_DELAY_MS = 60

/** Shortest interaction that browsers report. */
const MIN_INTERACTION_MS = 16

/** Scrolls to the target and taps it once the page is idle. */
async function tap(target: Locator): Promise<void> {
  const page = target.page()
  await target.scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await target.tap()
}

/** Interactions with real input. Each step waits until its result is visible. */
const INTERACTIONS: Record<string, { path: string; act: (page: Page) => Promise<void> }> = {
  // Baseline: the cost of any click on this machine.
  nothing: {
    path: '/',
    act: (page) => tap(page.getByRole('heading', { level: 1 })),
  },
  menu: {
    path: '/',
    act: async (page) => {
      const menu = page.getByRole('dialog', { name: 'Menu' })
      await tap(page.getByRole('button', { name: 'Open the menu' }))
      await expect(menu).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
    },
  },
  theme: {
    path: '/',
    act: async (page) => {
      for (const [label, theme] of [
        ['Light', 'light'],
        ['Dark', 'dark'],
      ]) {
        await tap(page.locator('label', { has: page.getByRole('radio', { name: label }) }))
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme ?? '')
      }
    },
  },
  form: {
    path: '/contact',
    act: async (page) => {
      const main = page.getByRole('main')
      for (const [label, value] of [
        ['Your name', 'Ada Byron'],
        ['Email', 'ada@'],
      ]) {
        await tap(main.getByLabel(label ?? '', { exact: true }))
        await page.keyboard.type(value ?? '', { delay: KEY_DELAY_MS })
      }
      await tap(main.getByRole('button', { name: 'Send message' }))
      await expect(main.getByRole('alert')).toContainText('hasn’t been sent yet')
    },
  },
  calculator: {
    path: '/',
    act: async (page) => {
      const calculator = page.locator('[data-calculator]')
      const calls = calculator.getByRole('spinbutton').first()
      const result = calculator.getByRole('status')
      const textBefore = await result.textContent()
      await tap(calls)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('27', { delay: KEY_DELAY_MS })
      await expect(result).not.toHaveText(textBefore ?? '')
      await page.keyboard.press('ArrowUp')
      await expect(calls).toHaveValue('28')
    },
  },
  search: {
    path: '/',
    act: async (page) => {
      const dialog = page.getByRole('dialog', { name: 'Search everything on this site' })
      await tap(page.getByRole('banner').getByRole('link', { name: 'Search', exact: true }))
      await expect(dialog.getByRole('searchbox')).toBeFocused()
      await page.keyboard.type('furnase', { delay: KEY_DELAY_MS })
      await expect(dialog.locator('mark').first()).toHaveText(/^furnace/i)
      await page.keyboard.press('ArrowDown')
    },
  },
}

const recordInteractions = (page: Page) =>
  page.addInitScript(() => {
    const durations: number[] = []
    const addDurations = (entries: PerformanceEntryList) => {
      for (const entry of entries) if (Reflect.get(entry, 'interactionId')) durations.push(entry.duration)
    }
    const observer = new PerformanceObserver((list) => addDurations(list.getEntries()))
    observer.observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
    Object.assign(window, { interactions: () => (addDurations(observer.takeRecords()), durations) })
  })

/** Frames until the last interaction is painted and reported. */
const FRAME_COUNT = 3

const getLongestInteraction = (page: Page) =>
  page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame++) await new Promise(requestAnimationFrame)
    return Math.max(0, ...(Reflect.get(window, 'interactions') as () => number[])())
  }, FRAME_COUNT)

async function measureInteraction(browser: Browser, url: string, act: (page: Page) => Promise<void>): Promise<number> {
  const { page, session, close } = await openPage(browser, PHONE_OPTIONS)
  await recordInteractions(page)
  await throttleCpu(session)
  await goTo(page, url)
  await act(page)
  const milliseconds = await getLongestInteraction(page)
  await close()
  return Math.max(MIN_INTERACTION_MS, milliseconds)
}

export type Interactions = Record<string, Times>

export async function measureInteractions(setup: BenchSetup, rounds: number): Promise<Interactions> {
  const browser = await setup.browser()
  const times: [string, Times][] = []
  for (const [name, { path, act }] of Object.entries(INTERACTIONS)) {
    const measurements: number[] = []
    for (let round = 0; round < rounds; round++)
      measurements.push(await measureInteraction(browser, setup.site + path, act))
    times.push([name, summarizeTimes(measurements)])
  }
  return Object.fromEntries(times)
}
