import { expect, type Page } from '@playwright/test'
import { stack } from '../../support/stack/addresses.ts'
import { lake } from '../../support/stack/lake.ts'
import { recordConsoleMessages, sendMutations, PHONE_VIEWPORT, visit } from './visitor.ts'
import { test } from '../test.ts'

const { siteUrl } = stack.env

const fetchStatus = async (path: string) => (await fetch(siteUrl + path, { redirect: 'manual' })).status

test.describe('URLs', () => {
  const REDIRECTS: [id: string, source: string, destination: string, permanent: boolean][] = [
    ['e2e-for-good', '/old/prices', '/hvac-ai-sdr', true],
    ['e2e-for-now', '/old/city.html', '/hvac-ai-sdr/chicago?from=old#faq', false],
    ['e2e-below-cities', '/hvac-ai-sdr/old-town', '/hvac-ai-sdr/chicago', true],
    ['e2e-elsewhere', '/old/book', 'https://book.example/demo', false],
    ['e2e-circle-1', '/old/here', '/old/there', true],
    ['e2e-circle-2', '/old/there', '/old/here', true],
    ['e2e-accent', '/old/Café', '/old/chain', true],
    ['e2e-chain', '/old/chain', '/old/prices?from=chain', true],
    ['e2e-script', '/old/script', 'javascript:alert(1)', false],
  ]
  const fetchRedirect = async (path: string) => {
    const response = await fetch(siteUrl + path, { redirect: 'manual' })
    return [response.status, response.headers.get('location')]
  }

  test.beforeAll(async () => {
    for (const [, source] of REDIRECTS) expect(await fetchStatus(encodeURI(source))).toBe(404)
    await sendMutations(
      ...REDIRECTS.map(([_id, source, destination, permanent]) => ({
        createOrReplace: { _id, _type: 'redirect', source, destination, permanent },
      })),
    )
  })

  test.afterAll(async () => {
    await sendMutations(...REDIRECTS.map(([id]) => ({ delete: { id } })))
  })

  test('follow a new redirect within a second, with its status and the query @smoke', async () => {
    const published = performance.now()
    await expect.poll(() => fetchRedirect('/old/prices'), { intervals: [20] }).toEqual([308, '/hvac-ai-sdr'])
    const waitedMs = Math.round(performance.now() - published)
    test.info().annotations.push({ type: 'publish -> redirect', description: `${waitedMs} ms` })
    const EXPECTED_REDIRECTS: [string, unknown[]][] = [
      ['/old/prices?a=b%20c&d', [308, '/hvac-ai-sdr?a=b%20c&d']],
      ['/old/city.html', [307, '/hvac-ai-sdr/chicago?from=old#faq']],
      ['/old/city.html?a=b', [307, '/hvac-ai-sdr/chicago?from=old&a=b#faq']],
      ['/hvac-ai-sdr/old-town', [308, '/hvac-ai-sdr/chicago']],
      ['/old/book?plan=pro', [307, 'https://book.example/demo?plan=pro']],
      ['/old/caf%C3%A9', [308, '/hvac-ai-sdr?from=chain']],
      ['/old/caf%c3%a9/', [308, '/hvac-ai-sdr?from=chain']],
      ['/OLD/cafe%CC%81', [308, '/hvac-ai-sdr?from=chain']],
      ['/%61bout', [308, '/about']],
    ]
    for (const [path, expected] of EXPECTED_REDIRECTS)
      await expect.poll(() => fetchRedirect(path), path).toEqual(expected)
    for (const [path, expected] of EXPECTED_REDIRECTS)
      expect(await fetchRedirect(path), `${path} again`).toEqual(expected)
  })

  test('return 404 for redirect loops and redirects to scripts', async () => {
    for (const path of ['/old/here', '/old/there', '/old/script']) {
      for (let attempt = 0; attempt < 3; attempt++) expect(await fetchRedirect(path)).toEqual([404, null])
    }
  })

  test('follow a redirect between pages, also without JavaScript', async ({ browser }) => {
    const page = await visit(browser)
    await page.evaluate(() => location.assign('/old/prices?a=b'))
    await expect(page).toHaveURL('/hvac-ai-sdr?a=b')
    const scriptlessPage = await visit(browser, { javaScriptEnabled: false, path: '/old/prices' })
    await expect(scriptlessPage).toHaveURL('/hvac-ai-sdr')
  })

  test('return 404 once a redirect is deleted, and 200 once a document uses the path @smoke', async () => {
    await expect.poll(() => fetchStatus('/old/prices')).toBe(308)
    await sendMutations({
      create: { _id: 'e2e-page', _type: 'page', title: 'Prices', path: '/old/prices', blocks: [] },
    })
    await expect.poll(() => fetchStatus('/old/prices')).toBe(200)
    await sendMutations({ delete: { id: 'e2e-page' } })
    await expect.poll(() => fetchStatus('/old/prices')).toBe(308)
    await sendMutations({ delete: { id: 'e2e-for-good' } })
    await expect.poll(() => fetchStatus('/old/prices')).toBe(404)
  })

  test('are rejected with 400 if they cannot be decoded @smoke', async ({ page }) => {
    const consoleMessages = recordConsoleMessages(page)
    expect((await page.goto('/blog/%'))?.status()).toBe(400)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This URL isn’t valid')
    await expect(page.getByRole('link', { name: 'Go to the home page' })).toBeVisible()
    expect(consoleMessages).toEqual([])
    const MALFORMED = ['/%', '/%E0%A4%A', '/a%ff', '/api/%', '/studio/%', '/dashboard/%', '/documentation/%?q=%25']
    for (const path of [...MALFORMED, '/opengraph-image/%', '/_next/static/%', '/_next/image?url=%'])
      expect(await fetchStatus(path), path).toBe(400)
    expect(await fetchStatus('/pricing?discount=100%')).toBe(200)
    expect(await fetchStatus('/100%25')).toBe(404)
  })

  test('show the not-found text of the CMS if they do not exist', async ({ browser }) => {
    const settingsBefore = await lake.getDocument('siteSettings')
    const notFound = { heading: 'This line is dead', text: 'Try one of these.', links: [] }
    await sendMutations({ patch: { id: 'siteSettings', set: { notFound } } })
    const page = await visit(browser, { path: '/no/such/line', javaScriptEnabled: false })
    await expect(async () => {
      expect((await page.goto('/no/such/line'))?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This line is dead', { timeout: 1 })
    }).toPass({ intervals: [50] })
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
    await sendMutations({ patch: { id: 'siteSettings', set: { notFound: settingsBefore?.notFound } } })
  })
})

const openEndpoint = (page: Page, id: string) => page.locator(`summary:has(+ #${id})`).click()

test.describe('API reference', () => {
  test('opens endpoints by click and by anchor on a phone, even without scripts @smoke', async ({ browser }) => {
    const page = await visit(browser, { path: '/api', viewport: PHONE_VIEWPORT, javaScriptEnabled: false })
    expect(await page.evaluate(() => document.documentElement.scrollHeight / innerHeight)).toBeLessThanOrEqual(12)
    const fields = page.locator('#createLead')
    await expect(fields).toBeHidden()
    await openEndpoint(page, 'createLead')
    await expect(fields).toBeVisible()
    await fields.getByText('JavaScript').click()
    await expect(fields.getByText('const response')).toBeVisible()
    await expect(fields.getByRole('button', { name: 'Copy' })).toBeHidden()
    await expect(page.locator('#quick-start').getByText('Bearer dw_YOUR_KEY').first()).toBeVisible()
    await page.goto('/api#problem-no-browsers')
    await expect(page.locator('#problem-no-browsers')).toBeInViewport()
  })

  test('has a page, an OpenAPI document and JSON errors for unknown endpoints @smoke', async ({ browser, request }) => {
    const page = await visit(browser, { path: '/api' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByRole('navigation', { name: 'Endpoints' }).getByRole('link', { name: 'Create a lead' }).click()
    await expect(page.getByRole('heading', { name: 'Create a lead' })).toBeInViewport()

    const document = await (await request.get('/api/openapi.json')).json()
    expect(document).toMatchObject({ openapi: '3.1.1', servers: [{ url: siteUrl }] })
    for (const method of ['GET', 'POST', 'DELETE']) {
      const response = await request.fetch('/api/no/such', { method })
      expect(response.status()).toBe(404)
      expect(await response.json()).toEqual({ error: expect.any(String) })
    }
  })

  test('shows each request in the selected language and can copy it', async ({ browser }) => {
    const page = await visit(browser, { path: '/api' })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const leads = page.locator('#createLead')
    await expect(leads.getByText("--header 'Authorization")).toBeHidden()
    await openEndpoint(page, 'createLead')
    await openEndpoint(page, 'createCall')
    await expect(leads.getByText("--header 'Authorization")).toBeVisible()
    await leads.getByText('Python').click()
    await expect(leads.getByText('import requests')).toBeVisible()
    await expect(leads.getByText("--header 'Authorization")).toBeHidden()
    await expect(page.locator('#createCall').getByText('import requests')).toBeVisible()
    await leads.getByRole('button', { name: 'Copy' }).click()
    await expect(leads.getByRole('button', { name: 'Copied' })).toBeVisible()
    const copiedText = await page.evaluate(() => navigator.clipboard.readText())
    expect(copiedText).toMatch(/^import requests\n\nresponse = requests\.post\(/)
  })
})
