import { type APIRequestContext, expect, type Page } from '@playwright/test'
import postgres from 'postgres'
import { localAdminToken } from '../../../scripts/support/settings.ts'
import { draftModeCookie } from '../../support/pages/draft-mode.ts'
import { stack } from '../../support/stack/addresses.ts'
import { goWithin, signIn } from '../content/studio-page.ts'
import { announceProblems, test } from '../test.ts'

const database = postgres(stack.env.databaseUrl, { max: 1 })
const { siteUrl } = stack.env

/** Returns the page views in the database. The site writes them seconds after a visit, or before a report. */
const stored = async (): Promise<Record<string, number>> =>
  Object.fromEntries((await database`select path, views from page_views`).map(({ path, views }) => [path, views]))

const report = (request: APIRequestContext, headers: Record<string, string>) =>
  request.get('/api/page-views', { headers })

const AS_STAFF = { authorization: `Bearer ${localAdminToken}` }

async function counts(request: APIRequestContext): Promise<Record<string, number>> {
  expect((await report(request, AS_STAFF)).status()).toBe(200)
  return stored()
}

const told = (page: Page) => {
  const paths: (string | null)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/page-views')) paths.push(request.postData())
  })
  return paths
}

/** Visits another page and waits until its view is stored. Earlier visits without a row are then not counted. */
async function afterAnother(page: Page, path: string): Promise<Record<string, number>> {
  await page.goto(path)
  await expect.poll(() => counts(page.request), { timeout: 20_000 }).toMatchObject({ [path]: 1 })
  return stored()
}

// Flushes page views of earlier tests, which are written before or with the view of this page.
test.beforeAll(async ({ request }) => {
  const path = '/hvac-ai-sdr/los-angeles'
  await database`delete from page_views`
  await request.post('/api/page-views', { headers: { origin: siteUrl }, data: path })
  // Waits for the write, which happens seconds later without a report.
  await expect.poll(stored, { timeout: 20_000 }).toMatchObject({ [path]: 1 })
})
test.beforeEach(() => database`delete from page_views`)
test.afterAll(() => database.end())

test('a visit is counted once, and the browser stores nothing @smoke', async ({ page, context }) => {
  const paths = told(page)
  await page.goto('/pricing?from=a-mail')
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL(/\/about$/)
  await expect.poll(() => paths).toEqual(['/pricing', '/about'])
  expect(await context.cookies()).toEqual([])
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
  expect(await afterAnother(page, '/features')).toEqual({ '/pricing': 1, '/about': 1, '/features': 1 })
})

test('visitors who opt out of tracking by header or browser setting are not counted', async ({
  browser,
  page,
  request,
}) => {
  for (const name of ['doNotTrack', 'globalPrivacyControl']) {
    const context = await browser.newContext()
    const visitor = await context.newPage()
    const paths = told(visitor)
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
  expect(await afterAnother(page, '/features')).toEqual({ '/features': 1 })
})

test('only existing public pages count, and cross-site requests are rejected', async ({ page, request }) => {
  const post = async (data: string, headers: Record<string, string> = { origin: siteUrl }) =>
    (await request.post('/api/page-views', { headers, data })).status()
  for (const path of ['/no-such-page', '/blog/no-such-post', '/dashboard', '/~/pricing', `/${'x'.repeat(600)}`, '']) {
    expect(await post(path)).toBe(204)
  }
  expect(await post('/blog/page/2')).toBe(204)
  expect(await post('/about', { origin: siteUrl, cookie: await draftModeCookie() })).toBe(204)
  expect(await post('/about', { origin: 'https://evil.example' })).toBe(403)
  expect(await post('/about', {})).toBe(403)
  expect(await afterAnother(page, '/features')).toEqual({ '/features': 1, '/blog': 1 })
})

test("the report requires a project member's token", async ({ request }) => {
  const ask = (headers: Record<string, string>) => report(request, headers)
  expect((await ask({})).status()).toBe(401)
  expect((await ask({ authorization: 'Bearer somebody-elses-token' })).status()).toBe(401)
  expect((await ask({ authorization: `Basic ${localAdminToken}` })).status()).toBe(401)
  const answer = await ask({ ...AS_STAFF, origin: 'https://studio.example' })
  expect(answer.status()).toBe(200)
  expect(answer.headers()).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
  expect(await answer.json()).toMatchObject({ since: null, pages: [] })
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
    await goWithin(page, '/views')
    const row = page.getByRole('row').filter({ hasText: '/pricing' })
    await expect(row.getByRole('cell').first()).toHaveText('1,204', { timeout: 60_000 })
    await expect(page.getByText('1,207').first()).toBeVisible()
    await row.getByRole('link', { name: 'Pricing' }).click()
    await expect(page.getByText('1,204 views in 30 days')).toBeVisible({ timeout: 60_000 })
  })

  test('the report explains when it is empty and when the site is unavailable', async ({ page }) => {
    announceProblems(/ERR_FAILED.*page-views/)
    await signIn(page, 'Local Viewer')
    await goWithin(page, '/views')
    await expect(page.getByText('No page views yet')).toBeVisible({ timeout: 60_000 })
    await page.route('**/api/page-views', (route) => route.abort())
    await goWithin(page, '/structure')
    await expect(page.getByText('No page views yet')).toHaveCount(0)
    await goWithin(page, '/views')
    await expect(page.getByText('Page views are unavailable')).toBeVisible({ timeout: 60_000 })
  })
})
