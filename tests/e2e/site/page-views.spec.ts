import { type APIRequestContext, expect, type Page } from '@playwright/test'
import postgres from 'postgres'
import { localAdminToken } from '../../../scripts/support/settings.ts'
import { draftModeCookie } from '../../support/pages/draft-mode.ts'
import { stack } from '../../support/stack/addresses.ts'
import { goWithin, signIn } from '../content/studio-page.ts'
import { announceProblems, test } from '../test.ts'

const database = postgres(stack.env.databaseUrl, { max: 1 })
const { siteUrl } = stack.env

/** Page views in the database; the site writes them some seconds after a visit, or for a report. */
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

/** Visits another page and waits until it is counted: anything uncounted before it stays uncounted. */
async function afterAnother(page: Page, path: string): Promise<Record<string, number>> {
  await page.goto(path)
  await expect.poll(() => counts(page.request), { timeout: 20_000 }).toMatchObject({ [path]: 1 })
  return stored()
}

// Flushes the views of earlier tests: this page is written with or after them.
test.beforeAll(async ({ request }) => {
  const path = '/hvac-ai-sdr/los-angeles'
  await database`delete from page_views`
  await request.post('/api/page-views', { headers: { origin: siteUrl }, data: path })
  // Without a report it is written some seconds later.
  await expect.poll(stored, { timeout: 20_000 }).toMatchObject({ [path]: 1 })
})
test.beforeEach(() => database`delete from page_views`)
test.afterAll(() => database.end())

test('a visit counts once, and nothing is stored in the browser @smoke', async ({ page, context }) => {
  const paths = told(page)
  await page.goto('/pricing?from=a-mail')
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL(/\/about$/)
  await expect.poll(() => paths).toEqual(['/pricing', '/about'])
  expect(await context.cookies()).toEqual([])
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
  expect(await afterAnother(page, '/features')).toEqual({ '/pricing': 1, '/about': 1, '/features': 1 })
})

test('who asks not to be tracked is not counted, whether the script or only the header says so', async ({
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

test('only pages that there are count, never the preview, and other sites cannot count', async ({ page, request }) => {
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

test('figures are for people of the project alone', async ({ request }) => {
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

  test('an editor sees which pages are read, and on a page how often', async ({ page }) => {
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

  test('says so while nothing is counted, and when the site does not answer', async ({ page }) => {
    announceProblems(/ERR_FAILED.*page-views/)
    await signIn(page, 'Local Viewer')
    await goWithin(page, '/views')
    await expect(page.getByText('Nothing is counted yet')).toBeVisible({ timeout: 60_000 })
    await page.route('**/api/page-views', (route) => route.abort())
    await goWithin(page, '/structure')
    await expect(page.getByText('Nothing is counted yet')).toHaveCount(0)
    await goWithin(page, '/views')
    await expect(page.getByText('The site does not answer')).toBeVisible({ timeout: 60_000 })
  })
})
