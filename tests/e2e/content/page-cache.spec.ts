import { globSync } from 'node:fs'
import { type APIRequestContext, expect } from '@playwright/test'
import { fetchSitemapPaths } from '../../support/pages/sitemap.ts'
import { lake } from '../../support/stack/lake.ts'
import { measureLiveMegabytes } from '../../support/stack/live-memory.ts'
import { release } from '../../support/stack/stack.ts'
import { recordConsoleMessages } from '../site/visitor.ts'
import { test } from '../test.ts'

const FIRST_PATHS = 300
const UNKNOWN_PATHS = FIRST_PATHS + 1_000
const CONCURRENCY = 8

/** Maximum new files. Unknown paths share one cached page. Other new files are pages that other tests changed. */
const MAX_NEW_FILES = 20

/** Maximum growth of live memory: 10 kB per path, a fifth of a cached page. Most of it is uncollected garbage. */
const MAX_NEW_MEGABYTES = 10

const countStoredFiles = () => globSync('.next/**/*', { cwd: release }).length

/** Returns paths of various shapes, so that every catch-all route is requested. */
const buildUnknownPath = (index: number) =>
  [`/unknown-${index}`, `/no/such/page-${index}`, `/hvac-ai-sdr/nowhere-${index}`, `/wp-${index}.php`][index % 4] ?? '/'

async function fetchStatuses(request: APIRequestContext, from: number, to: number): Promise<Set<number>> {
  const statusCodes = new Set<number>()
  let next = from
  const runVisitor = async () => {
    while (next < to) {
      const response = await request.get(buildUnknownPath(next++))
      statusCodes.add(response.status())
      await response.dispose()
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, runVisitor))
  return statusCodes
}

test('unknown paths return 404 without filling disk or memory, and can become pages', async ({ page, request }) => {
  test.setTimeout(300_000)
  // Warms up: the first requests compile code and fill caches.
  expect(await fetchStatuses(request, 0, FIRST_PATHS)).toEqual(new Set([404]))
  const usageBefore = { files: countStoredFiles(), megabytes: await measureLiveMegabytes() }
  expect(await fetchStatuses(request, FIRST_PATHS, UNKNOWN_PATHS)).toEqual(new Set([404]))
  const usageAfter = { files: countStoredFiles(), megabytes: await measureLiveMegabytes() }
  test.info().annotations.push({
    type: 'before and after',
    description: JSON.stringify({ before: usageBefore, after: usageAfter }),
  })
  expect(usageAfter.files - usageBefore.files).toBeLessThan(MAX_NEW_FILES)
  expect(usageAfter.megabytes - usageBefore.megabytes).toBeLessThan(MAX_NEW_MEGABYTES)

  for (const index of [0, UNKNOWN_PATHS - 4]) {
    const path = buildUnknownPath(index)
    expect((await page.goto(path))?.status()).toBe(404)
    const createdPage = await lake.create({
      _type: 'page',
      title: 'It exists now',
      path,
      blocks: [{ _type: 'ctaBlock', _key: 'a', heading: 'It exists now' }],
    })
    await expect(async () => {
      expect((await page.goto(path))?.status()).toBe(200)
    }).toPass({ intervals: [50] })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('It exists now')

    await lake.delete(createdPage._id)
    await expect(async () => {
      expect((await page.goto(path))?.status()).toBe(404)
    }).toPass({ intervals: [50] })
  }
})

const FRAMEWORK_PATTERNS = [
  /\/_next\/static\/[^"' ]+\.js/,
  /__next_f/,
  /TURBOPACK/,
  /<!--\/?\$/,
  /_rsc/,
  /rel="preload"[^>]*as="script"/,
]

test('neither cached nor dynamic pages contain framework markup or scripts', async ({ request }) => {
  test.setTimeout(300_000)
  const unexpectedScripts: string[] = []
  const paths = [
    ...(await fetchSitemapPaths(request)),
    '/no/such/page',
    '/search?q=call',
    '/newsletter/confirm',
    '/api',
  ]
  expect(paths.length).toBeGreaterThan(50)
  for (const path of paths) {
    const html = await (await request.get(path)).text()
    expect(html, path).toContain('<h1')
    // Visitors get only the site's style sheet, without the preview's. The demo adds the dashboard's.
    const maxSheets = path === '/demo' ? 2 : 1
    expect(html.match(/<link[^>]* rel="stylesheet"/g)?.length ?? 0, path).toBeLessThanOrEqual(maxSheets)
    unexpectedScripts.push(...FRAMEWORK_PATTERNS.filter((part) => part.test(html)).map((part) => `${path}: ${part}`))
  }
  expect(unexpectedScripts).toEqual([])
})

test('requests with RSC headers return the HTML page', async ({ request }) => {
  const page = await (await request.get('/pricing')).text()
  const headerSets: Record<string, string>[] = [
    { rsc: '1' },
    { rsc: '1', 'next-router-prefetch': '1' },
    { 'next-router-state-tree': '[]' },
  ]
  for (const headers of headerSets) {
    const response = await request.get('/pricing?_rsc=abc', { headers })
    expect(response.headers()['content-type']).toBe('text/html; charset=utf-8')
    expect(await response.text()).toBe(page)
  }
})

test('links load new documents without framework scripts or console messages @smoke', async ({ page }) => {
  const consoleMessages = recordConsoleMessages(page)
  const requestedUrls: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url()))
  await page.goto('/')
  await page.mouse.move(300, 300)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.getByRole('main').locator('a[href="/sample-calls"]').first().click()
  await expect(page).not.toHaveURL('/')
  await expect(page.locator('h1')).toBeVisible()
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(false)
  expect(requestedUrls.filter((url) => /\/_next\/static\/.*\.js|_rsc/.test(url))).toEqual([])
  expect(consoleMessages).toEqual([])
})
