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

/** Where the browser listens for Lighthouse: out of the way of the stack under test, and moving with it. */
export const DEBUGGING_PORT = stack.sitePort + 6_000

/** The screen of Lighthouse's phone. */
export const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }

/** A phone's processor is this many times slower than the one that measures. */
const SLOWER = 4

/** The one browser of the benchmarks. It is ended by them: at Ctrl-C as well. */
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

/** Opens a page for a visitor who was never here. `close` ends the visit. */
export async function openPage(browser: Browser, options: BrowserContextOptions) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  return { page, session: await context.newCDPSession(page), close: () => context.close() }
}

export const slowProcessor = (session: CDPSession): Promise<unknown> =>
  session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })

/** An answer that came over the network: what asked for it, and its bytes with those of its headers. */
export type Sent = { url: string; type: string; bytes: number }

export type Traffic = {
  /** What was sent so far; nothing of it came from the browser's own cache. */
  sent: () => Sent[]
  /** Waits until nothing was asked for or came for some milliseconds. */
  untilQuiet: (milliseconds: number) => Promise<void>
}

/** Listens to what a page and its workers load from now on. */
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
    // A page that was fetched ahead is told a second time when it is shown.
    if (request.isNavigationRequest() && fetchedAhead.delete(url)) return
    if (request.headers()['sec-purpose']?.startsWith('prefetch')) fetchedAhead.add(url)
    const { responseHeadersSize, responseBodySize } = await request.sizes()
    const bytes = responseHeadersSize + responseBodySize
    // What the browser had already is told with a size of zero.
    if (bytes > 0) sent.push({ url, type: request.resourceType(), bytes })
  }
  page.on('request', (request) => {
    // Chromium does not always report the end of a prefetch.
    if (request.resourceType() !== 'other') pending.add(request)
    latest = performance.now()
  })
  // Nor that of a page which was prefetched.
  page.on('load', () => {
    for (const request of pending) if (request.isNavigationRequest()) end(request)
  })
  page.on('requestfailed', end)
  page.on('requestfinished', async (request) => {
    // A page that was closed meanwhile has no figures any more, and nobody asks for them.
    await count(request).catch(() => undefined)
    end(request)
  })
  return {
    sent: () => sent,
    untilQuiet: async (milliseconds) => {
      const isQuiet = async () => (pending.size === 0 && performance.now() - latest > milliseconds) || undefined
      await until('The end of the page’s requests', isQuiet, { deadlineMs: 60_000 }).catch((cause: unknown) => {
        throw new Error(`Not answered: ${[...pending].map((request) => request.url()).join(', ')}`, { cause })
      })
    },
  }
}

/** Goes to an address. @throws when the answer is not a page */
export async function goTo(page: Page, url: string, waitUntil: 'load' | 'commit' = 'load'): Promise<void> {
  const response = await page.goto(url, { waitUntil })
  if (!response?.ok()) throw new Error(`${url} is answered with ${response?.status()}`)
}

/** Opens an address once, so that the site has its page and pictures made. */
export async function warmUp(browser: Browser, url: string): Promise<void> {
  const { page, close } = await openPage(browser, PHONE)
  await goTo(page, url)
  await close()
}
