import {
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  type Page,
  type Request,
  chromium,
} from '@playwright/test'
import { findChromium } from '../../../scripts/support/chromium.ts'
import { until } from '../../support/until.ts'
import { stack } from '../../support/stack/addresses.ts'
import { atEnd } from './endings.ts'

export const DEBUGGING_PORT = stack.sitePort + 6_000

export const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }

/** CPU throttling factor. */
const SLOWER = 4

export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? (await findChromium(stack)),
    args: [`--remote-debugging-port=${DEBUGGING_PORT}`, '--no-sandbox', '--disable-gpu'],
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  })
  atEnd(() => browser.close())
  return browser
}

export async function openPage(browser: Browser, options: BrowserContextOptions) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  return { page, session: await context.newCDPSession(page), close: () => context.close() }
}

export const slowProcessor = (session: CDPSession): Promise<unknown> =>
  session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })

/** A response from the network. `bytes` includes its headers. */
export type Sent = { url: string; type: string; bytes: number }

export type Traffic = {
  sent: () => Sent[]
  /** Waits until no request has started or ended for this long. */
  untilQuiet: (milliseconds: number) => Promise<void>
}

export function watchTraffic(page: Page): Traffic {
  const sent: Sent[] = []
  const pending = new Set<Request>()
  const fetchedAhead = new Set<string>()
  let latest = performance.now()
  const end = (request: Request) => {
    pending.delete(request)
    latest = performance.now()
  }
  const count = async (request: Request) => {
    const url = request.url()
    // Skips a prefetched page, which is reported again when it is shown.
    if (request.isNavigationRequest() && fetchedAhead.delete(url)) return
    if (request.headers()['sec-purpose']?.startsWith('prefetch')) fetchedAhead.add(url)
    const { responseHeadersSize, responseBodySize } = await request.sizes()
    const bytes = responseHeadersSize + responseBodySize
    // Skips size zero, which means the browser's cache.
    if (bytes > 0) sent.push({ url, type: request.resourceType(), bytes })
  }
  page.on('request', (request) => {
    // Does not wait for prefetches: Chromium does not always report their end.
    if (request.resourceType() !== 'other') pending.add(request)
    latest = performance.now()
  })
  // Clears the pending requests, because Chromium does not report the end of a prefetched page either.
  page.on('load', () => {
    for (const request of pending) if (request.isNavigationRequest()) end(request)
  })
  page.on('requestfailed', end)
  page.on('requestfinished', async (request) => {
    // Ignores the error: requests of a closed page have no sizes.
    await count(request).catch(() => undefined)
    end(request)
  })
  return {
    sent: () => sent,
    untilQuiet: async (milliseconds) => {
      const isQuiet = async () => (pending.size === 0 && performance.now() - latest > milliseconds) || undefined
      await until('the page’s requests', isQuiet, { deadlineMs: 60_000 }).catch((cause: unknown) => {
        throw new Error(`Not answered: ${[...pending].map((request) => request.url()).join(', ')}`, { cause })
      })
    },
  }
}

/** Loads a page. @throws if the response is not a page */
export async function goTo(page: Page, url: string, waitUntil: 'load' | 'commit' = 'load'): Promise<void> {
  const response = await page.goto(url, { waitUntil })
  if (!response?.ok()) throw new Error(`${url} is answered with ${response?.status()}`)
}

export async function warmUp(browser: Browser, url: string): Promise<void> {
  const { page, close } = await openPage(browser, PHONE)
  await goTo(page, url)
  await close()
}
