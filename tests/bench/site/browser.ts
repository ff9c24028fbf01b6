import {
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  type Page,
  type Request,
  chromium,
} from '@playwright/test'
import { findChromium } from '../../../scripts/support/chromium.ts'
import { pollUntil } from '../../support/until.ts'
import { stack } from '../../support/stack/addresses.ts'
import { addCleanup } from './cleanups.ts'

export const DEBUGGING_PORT = stack.sitePort + 6_000

export const PHONE_OPTIONS = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}

/** CPU throttling factor. */
const CPU_THROTTLING_RATE = 4

export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? (await findChromium(stack)),
    args: [`--remote-debugging-port=${DEBUGGING_PORT}`, '--no-sandbox', '--disable-gpu'],
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  })
  addCleanup(() => browser.close())
  return browser
}

export async function openPage(browser: Browser, options: BrowserContextOptions) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  return { page, session: await context.newCDPSession(page), close: () => context.close() }
}

export const throttleCpu = (session: CDPSession): Promise<unknown> =>
  session.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLING_RATE })

/** A response from the network. `bytes` includes its headers. */
export type NetworkResponse = { url: string; type: string; bytes: number }

export type Traffic = {
  getResponses: () => NetworkResponse[]
  /** Waits until no request has started or ended for this long. */
  waitForIdle: (milliseconds: number) => Promise<void>
}

export function watchTraffic(page: Page): Traffic {
  const responses: NetworkResponse[] = []
  const pending = new Set<Request>()
  const prefetchedUrls = new Set<string>()
  let lastActivityAt = performance.now()
  const end = (request: Request) => {
    pending.delete(request)
    lastActivityAt = performance.now()
  }
  const count = async (request: Request) => {
    const url = request.url()
    // Skips a prefetched page, which is reported again when it is shown.
    if (request.isNavigationRequest() && prefetchedUrls.delete(url)) return
    if (request.headers()['sec-purpose']?.startsWith('prefetch')) prefetchedUrls.add(url)
    const { responseHeadersSize, responseBodySize } = await request.sizes()
    const bytes = responseHeadersSize + responseBodySize
    // Skips responses from the browser's cache, which have size zero.
    if (bytes > 0) responses.push({ url, type: request.resourceType(), bytes })
  }
  page.on('request', (request) => {
    // Does not wait for prefetches: Chromium does not always report their end.
    if (request.resourceType() !== 'other') pending.add(request)
    lastActivityAt = performance.now()
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
    getResponses: () => responses,
    waitForIdle: async (milliseconds) => {
      const isIdle = async () => (pending.size === 0 && performance.now() - lastActivityAt > milliseconds) || undefined
      await pollUntil('the page’s requests', isIdle, { deadlineMs: 60_000 }).catch((cause: unknown) => {
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
  const { page, close } = await openPage(browser, PHONE_OPTIONS)
  await goTo(page, url)
  await close()
}
