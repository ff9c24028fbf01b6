import { readFileSync } from 'node:fs'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { startSecondSite } from '../../support/stack/second-site.ts'
import { findViolations } from '../../support/pages/violations.ts'
import { test } from './streaming-test.ts'

type Site = Awaited<ReturnType<typeof startSecondSite>>

test.describe.configure({ mode: 'serial' })

// tests/unit/auth/environment.test.ts covers missing keys and other invalid ones.
test.describe('with a malformed key', () => {
  let site: Site
  test.beforeAll(async () => {
    site = await startSecondSite({ NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: 'pk_live_bm90LWEtaG9zdA==' })
  })
  test.afterAll(() => site.end())

  test('the server logs the problem at startup, and public pages still work', async ({ page }) => {
    const log = readFileSync(site.log, 'utf8')
    expect(log).toContain('Sign-in is off; the public site still runs:')
    expect(log).toContain('NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY does not contain a host name followed by a dollar sign')
    expect((await page.goto(site.url))?.status()).toBe(200)
    await expect(page.getByRole('banner')).toBeVisible()
  })

  test('the account pages explain that sign-in is not set up and show contacts', async ({ page }) => {
    const requestedUrls: string[] = []
    page.on('request', (request) => requestedUrls.push(request.url()))
    for (const path of ['/login', '/register', '/login/factor-one']) {
      await page.goto(site.url + path)
      await expect(page.getByRole('heading', { name: 'Sign-in isn’t set up' })).toBeVisible()
      await expect(page.getByRole('main').getByRole('link', { name: /Call/ })).toHaveAttribute('href', /^tel:/)
    }
    expect(await findViolations(page)).toEqual([])
    expect(requestedUrls.filter((address) => address.includes('__clerk'))).toEqual([])
  })
})

test.describe('while Clerk is unavailable', () => {
  let site: Site
  let clerk: Server
  let clerkMode: 'error' | 'nothing' = 'error'

  test.beforeAll(async () => {
    clerk = createServer((_request, response) => {
      if (clerkMode === 'error') response.writeHead(500, { 'content-type': 'application/json' }).end('{"errors":[]}')
    })
    await new Promise<void>((resolve) => clerk.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(clerk.address() as AddressInfo).port}`
    site = await startSecondSite({ CLERK_FAPI_URL: `${address}/fapi`, CLERK_API_URL: `${address}/bapi` })
  })
  test.afterAll(async () => {
    await site.end()
    clerk.closeAllConnections()
    clerk.close()
  })

  for (const mode of ['error', 'nothing'] as const) {
    test(`a user whose session needs a refresh sees an error when Clerk responds with ${mode}`, async ({
      page,
      context,
    }) => {
      clerkMode = mode
      await context.addCookies([{ name: '__client_uat', value: String(Math.floor(Date.now() / 1000)), url: site.url }])
      const response = await page.goto(`${site.url}/login`)
      expect(response?.status()).toBe(503)
      expect(response?.headers()['content-type']).toContain('text/html')
      await expect(page.getByRole('heading', { name: 'Try again in a minute' })).toBeVisible()
      await expect(page.getByRole('main').getByRole('link', { name: /Call/ })).toBeVisible()
      expect(await findViolations(page)).toEqual([])

      await context.clearCookies()
      const retryResponse = page.waitForResponse((response) => response.request().isNavigationRequest())
      await page.getByRole('link', { name: 'Try again' }).click()
      expect(new URL((await retryResponse).url()).pathname).toBe(new URL(page.url()).pathname)
    })
  }

  test('API clients receive a JSON error', async ({ request }) => {
    clerkMode = 'error'
    const response = await request.get(`${site.url}/__clerk/v1/client`, { headers: { accept: 'application/json' } })
    expect(response.status()).toBe(500)
    expect(response.headers()['content-type']).toContain('application/json')
  })

  test('public pages still work', async ({ request }) => {
    clerkMode = 'nothing'
    expect((await request.get(site.url)).status()).toBe(200)
  })
})
