import type { Browser, Page } from '@playwright/test'
import { goTo, openPage, slowProcessor, watchTraffic } from './browser.ts'
import type { Pages } from './pages.ts'
import { startSlowLine } from './slow-line.ts'
import { median } from './statistics.ts'
import type { UnderTest } from './under-test.ts'

const SCREEN = { viewport: { width: 1440, height: 900 } }

/** Milliseconds of hovering before a click, and below the pause on each page. */
const HOVERS_MS = 250
const RESTS_MS = 1_000

/** Median results: ms to the first paint, average ms from click to next page, and total bytes. */
export type Visit = { first: number; next: number; total: number; bytes: number; requests: number }

/** Returns the first paint of a page in Unix ms, in a new document or the same one. */
async function shownAt(page: Page, path: string, pressedAt: number): Promise<number> {
  const shown = await page.waitForFunction(
    ([path, pressedAt]) => {
      if (location.pathname !== path || !document.querySelector('h1')) return false
      if (performance.timeOrigin < pressedAt) return performance.timeOrigin + performance.now()
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      return paint ? performance.timeOrigin + paint.startTime : false
    },
    [path, pressedAt] as const,
    { polling: 'raf' },
  )
  return shown.jsonValue() as Promise<number>
}

async function visit(browser: Browser, site: string, { Home, Pricing, Blog, ...other }: Pages): Promise<Visit> {
  const { page, session, close } = await openPage(browser, SCREEN)
  const traffic = watchTraffic(page)
  await slowProcessor(session)
  const startedAt = Date.now()
  await goTo(page, site + Home, 'commit')
  const times = [(await shownAt(page, Home, startedAt)) - startedAt]
  for (const path of [Pricing, Blog, other['A post']]) {
    await traffic.untilQuiet(RESTS_MS)
    const link = page.locator(`a[href="${path}"]:visible`).first()
    await link.hover()
    await page.waitForTimeout(HOVERS_MS)
    const pressedAt = Date.now()
    await link.click({ noWaitAfter: true })
    times.push((await shownAt(page, path, pressedAt)) - pressedAt)
  }
  await traffic.untilQuiet(RESTS_MS)
  const sent = traffic.sent()
  await close()
  const [first = 0, ...next] = times
  const total = times.reduce((sum, time) => sum + time, 0)
  return {
    first,
    next: (total - first) / next.length,
    total,
    bytes: sent.reduce((sum, { bytes }) => sum + bytes, 0),
    requests: sent.length,
  }
}

const medians = (visits: Visit[]): Visit => {
  const of = (name: keyof Visit) => median(visits.map((visit) => visit[name]))
  return { first: of('first'), next: of('next'), total: of('total'), bytes: of('bytes'), requests: of('requests') }
}

export type Visits = { page: Visit; twin: Visit; handWritten: Visit; plainNext: Visit }

/**
 * Visits the home page, pricing, the blog and a post on slow 4G with four times CPU throttling, on each site in turn.
 */
export async function visitSites(under: UnderTest, rounds: number): Promise<Visits> {
  const browser = await under.browser()
  const sites = {
    page: await startSlowLine(await under.page()),
    twin: await startSlowLine(await under.twin()),
    handWritten: await startSlowLine(await under.handWritten()),
    plainNext: await startSlowLine((await under.plainNext()).address),
  }
  const visits = Object.keys(sites).map((): Visit[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, site] of Object.values(sites).entries()) {
      visits[index]?.push(await visit(browser, site, under.pages))
    }
  }
  return Object.fromEntries(Object.keys(sites).map((name, index) => [name, medians(visits[index] ?? [])])) as Visits
}
