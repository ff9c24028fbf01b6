import { type Browser, type BrowserContext, test as base, expect } from '@playwright/test'
import { stack } from '../support/stack/addresses.ts'
import { secondSiteUrl } from '../support/stack/second-site.ts'

let problems: string[] = []
let expectedPatterns: RegExp[] = []

/**
 * Declares problems that the running test causes on purpose. Each pattern matches the text of a problem, which contains
 * the page or URL.
 */
export function expectProblems(...patterns: RegExp[]): void {
  expectedPatterns.push(...patterns)
}

export function expectNoProblems(): void {
  const unexpected = problems.filter((problem) => !expectedPatterns.some((pattern) => pattern.test(problem)))
  expect(unexpected, 'console errors, page errors and failed requests').toEqual([])
}

const SITE_URLS = [stack.env.siteUrl, secondSiteUrl]

const isSiteUrl = (url: string) => SITE_URLS.some((siteUrl) => url.startsWith(`${siteUrl}/`))

/** The console repeats failed responses without their status. The `response` event reports those of the site. */
const DUPLICATE_CONSOLE_PREFIX = 'Failed to load resource'

/** Expected failures: leaving a page aborts its requests, and the console already reports CSP violations. */
const EXPECTED_FAILURES = new Set(['net::ERR_ABORTED', 'csp'])

const watchedContexts = new WeakSet<BrowserContext>()

/**
 * Records console errors, page errors and failed requests to the site. Tests assert documents and rejected writes
 * themselves.
 */
export function watchProblems<Context extends BrowserContext>(context: Context): Context {
  if (watchedContexts.has(context)) return context
  watchedContexts.add(context)
  context.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith(DUPLICATE_CONSOLE_PREFIX))
      problems.push(`console error on ${message.page()?.url()}: ${message.text()}`)
  })
  context.on('weberror', (error) => {
    const { name, message, stack } = error.error()
    problems.push(`page error on ${error.page()?.url()}: ${name}: ${message} ${stack}`)
  })
  context.on('response', (response) => {
    const request = response.request()
    // Skips the service worker, which repeats the requests of the page.
    if (!isSiteUrl(response.url()) || request.isNavigationRequest() || request.serviceWorker()) return
    if (response.status() < (request.method() === 'GET' ? 400 : 500)) return
    problems.push(`status ${response.status()}: ${request.method()} ${response.url()}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    if (isSiteUrl(request.url()) && !EXPECTED_FAILURES.has(reason)) problems.push(`${reason}: ${request.url()}`)
  })
  return context
}

let openContexts: BrowserContext[] = []

function watchNewContexts(browser: Browser): void {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = watchProblems(await newContext(options))
    openContexts.push(context)
    return context
  }
}

/** Fails a test on undeclared problems and closes its contexts, which would otherwise keep polling the site. */
export const test = base.extend<{ noProblems: void }, { watchedBrowser: void }>({
  watchedBrowser: [
    async ({ browser }, use) => {
      watchNewContexts(browser)
      await use()
    },
    { scope: 'worker', auto: true },
  ],
  context: async ({ context }, use) => use(watchProblems(context)),
  noProblems: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads fixture names from this pattern
    async ({}, use) => {
      problems = []
      expectedPatterns = []
      openContexts = []
      await use()
      await Promise.all(openContexts.map((context) => context.close()))
      expectNoProblems()
    },
    { auto: true },
  ],
})
