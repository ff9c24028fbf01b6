import { type APIRequestContext, expect, type Page } from '@playwright/test'
import postgres from 'postgres'
import { localAdminToken } from '../../../scripts/support/settings.ts'
import { createDraftModeCookie } from '../../support/pages/draft-mode.ts'
import { stack } from '../../support/stack/addresses.ts'
import { navigateWithin, signIn } from '../content/studio-page.ts'
import { expectProblems, test } from '../test.ts'

const database = postgres(stack.env.databaseUrl, { max: 1 })
const { siteUrl } = stack.env

/**
 * Returns the page views in the database. The site writes them a few seconds after a visit, or when a report is
 * requested.
 */
const readPageViews = async (): Promise<Record<string, number>> =>
  Object.fromEntries((await database`select path, views from page_views`).map(({ path, views }) => [path, views]))

const report = (request: APIRequestContext, headers: Record<string, string>) =>
  request.get('/api/page-views', { headers })

const STAFF_HEADERS = { authorization: `Bearer ${localAdminToken}` }

async function flushAndReadPageViews(request: APIRequestContext): Promise<Record<string, number>> {
  expect((await report(request, STAFF_HEADERS)).status()).toBe(200)
  return readPageViews()
}

const collectReportedPaths = (page: Page) => {
  const paths: (string | null)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/page-views')) paths.push(request.postData())
  })
  return paths
}

/**
 * Visits another page and waits until its view is stored. By then, any counted view of an earlier page is stored too.
 */
async function visitAndReadPageViews(page: Page, path: string): Promise<Record<string, number>> {
  await page.goto(path)
  await expect.poll(() => flushAndReadPageViews(page.request), { timeout: 20_000 }).toMatchObject({ [path]: 1 })
  return readPageViews()
}

// Flushes page views of earlier tests. They are stored no later than the view of this page.
test.beforeAll(async ({ request }) => {
  const path = '/hvac-ai-sdr/los-angeles'
  await database`delete from page_views`
  await request.post('/api/page-views', { headers: { origin: siteUrl }, data: path })
  // Waits for the scheduled write, which happens a few seconds after the visit if no report is requested.
  await expect.poll(readPageViews, { timeout: 20_000 }).toMatchObject({ [path]: 1 })
})
test.beforeEach(() => database`delete from page_views`)
test.afterAll(() => database.end())

test('a visit is counted once, and the browser stores nothing @smoke', async ({ page, context }) => {
  const paths = collectReportedPaths(page)
  await page.goto('/pricing?from=a-mail')
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL(/\/about$/)
  await expect.poll(() => paths).toEqual(['/pricing', '/about'])
  expect(await context.cookies()).toEqual([])
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
  expect(await visitAndReadPageViews(page, '/features')).toEqual({ '/pricing': 1, '/about': 1, '/features': 1 })
})

test('visitors who opt out of tracking by header or browser setting are not counted', async ({
  browser,
  page,
  request,
}) => {
  for (const name of ['doNotTrack', 'globalPrivacyControl']) {
    const context = await browser.newContext()
    const visitor = await context.newPage()
    const paths = collectReportedPaths(visitor)
    await visitor.addInitScript((property) => {
      Object.defineProperty(navigator, property, { value: property === 'doNotTrack' ? '1' : true })
    }, name)
    await visitor.goto('/pricing')
    await visitor.waitForLoadState('networkidle')
    expect(paths).toEqual([])
  }
  for (const header of ['dnt', 'sec-gpc']) {
    const response = await request.post('/api/page-views', {
      headers: { origin: siteUrl, [header]: '1' },
      data: '/about',
    })
    expect(response.status()).toBe(204)
  }
  expect(await visitAndReadPageViews(page, '/features')).toEqual({ '/features': 1 })
})

test('only existing public pages count, and cross-site requests are rejected', async ({ page, request }) => {
  const post = async (data: string, headers: Record<string, string> = { origin: siteUrl }) =>
    (await request.post('/api/page-views', { headers, data })).status()
  for (const path of ['/no-such-page', '/blog/no-such-post', '/dashboard', '/~/pricing', `/${'x'.repeat(600)}`, '']) {
    expect(await post(path)).toBe(204)
  }
  expect(await post('/blog/page/2')).toBe(204)
  expect(await post('/about', { origin: siteUrl, cookie: await createDraftModeCookie() })).toBe(204)
  expect(await post('/about', { origin: 'https://evil.example' })).toBe(403)
  expect(await post('/about', {})).toBe(403)
  expect(await visitAndReadPageViews(page, '/features')).toEqual({ '/features': 1, '/blog': 1 })
})

test("the report requires a project member's token", async ({ request }) => {
  const requestReport = (headers: Record<string, string>) => report(request, headers)
  expect((await requestReport({})).status()).toBe(401)
  expect((await requestReport({ authorization: 'Bearer another-token' })).status()).toBe(401)
  expect((await requestReport({ authorization: `Basic ${localAdminToken}` })).status()).toBe(401)
  const response = await requestReport({ ...STAFF_HEADERS, origin: 'https://studio.example' })
  expect(response.status()).toBe(200)
  expect(response.headers()).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
  expect(await response.json()).toMatchObject({ since: null, pages: [] })
})

test.describe('in the Studio', () => {
  test.skip(process.env.TEST_STUDIO === 'off', 'the Studio is not built')

  test('an editor sees views per page, in the report and on each document', async ({ page }) => {
    const day = new Date().toISOString().slice(0, 10)
    await database`insert into page_views ${database([
      { day, path: '/pricing', views: 1204 },
      { day, path: '/blog', views: 3 },
    ])}`
    await signIn(page, 'Local Editor')
    await navigateWithin(page, '/views')
    const row = page.getByRole('row').filter({ hasText: '/pricing' })
    await expect(row.getByRole('cell').first()).toHaveText('1,204', { timeout: 60_000 })
    await expect(page.getByText('1,207').first()).toBeVisible()
    await row.getByRole('link', { name: 'Pricing' }).click()
    await expect(page.getByText('1,204 views in 30 days')).toBeVisible({ timeout: 60_000 })
  })

  test('the report explains when it is empty and when the site is unavailable', async ({ page }) => {
    expectProblems(/ERR_FAILED.*page-views/)
    await signIn(page, 'Local Viewer')
    await navigateWithin(page, '/views')
    await expect(page.getByText('No page views yet')).toBeVisible({ timeout: 60_000 })
    await page.route('**/api/page-views', (route) => route.abort())
    await navigateWithin(page, '/structure')
    await expect(page.getByText('No page views yet')).toHaveCount(0)
    await navigateWithin(page, '/views')
    await expect(page.getByText('Page views are unavailable')).toBeVisible({ timeout: 60_000 })
  })
})
