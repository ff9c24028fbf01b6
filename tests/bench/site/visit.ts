import type { Browser, Page } from '@playwright/test'
import { goTo, openPage, throttleCpu, watchTraffic } from './browser.ts'
import type { Pages } from './pages.ts'
import { startSlowLine } from './slow-line.ts'
import { computeMedian } from './statistics.ts'
import type { BenchSetup } from './under-test.ts'

const DESKTOP_OPTIONS = { viewport: { width: 1440, height: 900 } }

/** How long the pointer hovers before a click, and the pause on each page. */
const HOVER_MS = 250
const PAUSE_MS = 1_000

/**
 * Median results. `first` is the time to the first paint, `next` the average time from click to next page, and `total`
 * the sum of all times, in milliseconds.
 */
export type Visit = { first: number; next: number; total: number; bytes: number; requests: number }

/** Returns when a page was first painted (Unix time in milliseconds), whether it loads as a new document or not. */
async function waitForPaint(page: Page, path: string, clickedAt: number): Promise<number> {
  const handle = await page.waitForFunction(
    ([path, clickedAt]) => {
      if (location.pathname !== path || !document.querySelector('h1')) return false
      if (performance.timeOrigin < clickedAt) return performance.timeOrigin + performance.now()
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      return paint ? performance.timeOrigin + paint.startTime : false
    },
    [path, clickedAt] as const,
    { polling: 'raf' },
  )
  return handle.jsonValue() as Promise<number>
}

async function measureVisit(
  browser: Browser,
  site: string,
  { Home, Pricing, Blog, ...otherPages }: Pages,
): Promise<Visit> {
  const { page, session, close } = await openPage(browser, DESKTOP_OPTIONS)
  const traffic = watchTraffic(page)
  await throttleCpu(session)
  const startedAt = Date.now()
  await goTo(page, site + Home, 'commit')
  const times = [(await waitForPaint(page, Home, startedAt)) - startedAt]
  for (const path of [Pricing, Blog, otherPages['A post']]) {
    await traffic.waitForIdle(PAUSE_MS)
    const link = page.locator(`a[href="${path}"]:visible`).first()
    await link.hover()
    await page.waitForTimeout(HOVER_MS)
    const clickedAt = Date.now()
    await link.click({ noWaitAfter: true })
    times.push((await waitForPaint(page, path, clickedAt)) - clickedAt)
  }
  await traffic.waitForIdle(PAUSE_MS)
  const responses = traffic.getResponses()
  await close()
  const [first = 0, ...next] = times
  const total = times.reduce((sum, time) => sum + time, 0)
  return {
    first,
    next: (total - first) / next.length,
    total,
    bytes: responses.reduce((sum, { bytes }) => sum + bytes, 0),
    requests: responses.length,
  }
}

const computeMedians = (visits: Visit[]): Visit => {
  const getMedian = (name: keyof Visit) => computeMedian(visits.map((visit) => visit[name]))
  return {
    first: getMedian('first'),
    next: getMedian('next'),
    total: getMedian('total'),
    bytes: getMedian('bytes'),
    requests: getMedian('requests'),
  }
}

export type Visits = { page: Visit; twin: Visit; handWritten: Visit; plainNext: Visit }

/**
 * Visits the home page, pricing, the blog and a post on slow 4G with four times CPU throttling, on each site in turn.
 */
export async function visitSites(setup: BenchSetup, rounds: number): Promise<Visits> {
  const browser = await setup.browser()
  const sites = {
    page: await startSlowLine(await setup.page()),
    twin: await startSlowLine(await setup.scriptless()),
    handWritten: await startSlowLine(await setup.handWritten()),
    plainNext: await startSlowLine((await setup.plainNext()).address),
  }
  const visits = Object.keys(sites).map((): Visit[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, site] of Object.values(sites).entries()) {
      visits[index]?.push(await measureVisit(browser, site, setup.pages))
    }
  }
  return Object.fromEntries(
    Object.keys(sites).map((name, index) => [name, computeMedians(visits[index] ?? [])]),
  ) as Visits
}
