import { type Browser, type BrowserContext, test as base, expect } from '@playwright/test'
import { stack } from '../support/stack/addresses.ts'
import { secondSiteUrl } from '../support/stack/second-site.ts'

/** Problems of the running test, and those that it announced. A worker runs one test at a time. */
let problems: string[] = []
let announced: RegExp[] = []

/** Announces problems that the running test causes on purpose: patterns of their texts, which name the page or URL. */
export function announceProblems(...patterns: RegExp[]): void {
  announced.push(...patterns)
}

/** Asserts that no page had a problem since the test began, except those that it announced. */
export function expectNoProblems(): void {
  const unexpected = problems.filter((problem) => !announced.some((pattern) => pattern.test(problem)))
  expect(unexpected, 'console errors, page errors and failed requests').toEqual([])
}

const SITES = [stack.env.siteUrl, secondSiteUrl]

const isOwn = (url: string) => SITES.some((site) => url.startsWith(`${site}/`))

/** The console repeats failed responses without their status; `response` reports those of the site. */
const REPEATED_BY_CONSOLE = 'Failed to load resource'

/** Leaving a page aborts its requests; the console reports what a policy blocks, and nothing where JavaScript is off. */
const EXPECTED_FAILURES = new Set(['net::ERR_ABORTED', 'csp'])

const watched = new WeakSet<BrowserContext>()

/**
 * Records the problems of every page of a browser context: console errors (violations of a policy among them), page errors,
 * and requests to the site that fail. Documents and refused changes are excluded: a test asserts them itself.
 */
export function watchProblems<Context extends BrowserContext>(context: Context): Context {
  if (watched.has(context)) return context
  watched.add(context)
  context.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith(REPEATED_BY_CONSOLE))
      problems.push(`console error on ${message.page()?.url()}: ${message.text()}`)
  })
  context.on('weberror', (error) => {
    const { name, message, stack } = error.error()
    problems.push(`page error on ${error.page()?.url()}: ${name}: ${message} ${stack}`)
  })
  context.on('response', (response) => {
    const request = response.request()
    // The service worker repeats the requests of the page.
    if (!isOwn(response.url()) || request.isNavigationRequest() || request.serviceWorker()) return
    // A refused change is an answer that the page shows.
    if (response.status() < (request.method() === 'GET' ? 400 : 500)) return
    problems.push(`status ${response.status()}: ${request.method()} ${response.url()}`)
  })
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    if (isOwn(request.url()) && !EXPECTED_FAILURES.has(reason)) problems.push(`${reason}: ${request.url()}`)
  })
  return context
}

/** Watches the contexts that tests open themselves. */
function watchNewContexts(browser: Browser): void {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => watchProblems(await newContext(options))
}

/** Every test of a page fails on a problem that it did not announce. */
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
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      problems = []
      announced = []
      await use()
      expectNoProblems()
    },
    { auto: true },
  ],
})
