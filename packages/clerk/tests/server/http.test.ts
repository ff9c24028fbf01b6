import { request as httpRequest } from 'node:http'
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Json, register, SECRET_KEY, SITE, startSignIn, startTestClerk } from './fixtures.ts'

const clerk = await startTestClerk()
const FRONTEND_URL = `${clerk.frontendUrl}/v1`

/** Sends a custom `Host` header, which fetch does not allow. */
const fetchStatusForHost = (host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const clientRequest = httpRequest(`${FRONTEND_URL}/environment`, { headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    clientRequest.on('error', reject)
    clientRequest.end()
  })

describe('Frontend API access', () => {
  it.each(['https://evil.example', 'http://localhost:3101', 'null', `${SITE}.evil.example`])(
    'is rejected for the origin %s',
    async (origin) => {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const response = await fetch(`${FRONTEND_URL}/client`, { method, headers: { origin } })
        expect(response.status).toBe(400)
        expect(response.headers.get('access-control-allow-origin')).toBeNull()
        expect(await response.json()).toMatchObject({ errors: [{ code: 'origin_invalid' }] })
      }
      const headers = { 'sec-fetch-site': 'cross-site' }
      expect((await fetch(`${FRONTEND_URL}/client/sign_ins`, { method: 'POST', headers })).status).toBe(400)
    },
  )

  it('is rejected if the Host is not a loopback address', async () => {
    expect(await fetchStatusForHost('evil.example:3800')).toBe(421)
    expect(await fetchStatusForHost('127.0.0.1:3800')).toBe(200)
    expect(await fetchStatusForHost('localhost')).toBe(200)
  })

  it("is allowed for the site's origin", async () => {
    const headers = { origin: SITE, 'access-control-request-headers': 'x-a' }
    const preflight = await fetch(`${FRONTEND_URL}/client`, { method: 'OPTIONS', headers })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe(SITE)
    const environmentResponse = await fetch(`${FRONTEND_URL}/environment`, { headers: { origin: SITE } })
    expect(environmentResponse.headers.get('access-control-allow-origin')).toBe(SITE)
    expect(environmentResponse.headers.get('access-control-allow-credentials')).toBe('true')
    expect(environmentResponse.headers.get('vary')).toContain('Origin')
  })
})

describe('script bundles', () => {
  const npm = `${clerk.frontendUrl}/npm/@clerk`
  const findManifest = (name: string): string => findPackageJSON(`@clerk/${name}`, import.meta.url)!
  const readInstalledVersion = (name: string): string => JSON.parse(readFileSync(findManifest(name), 'utf8')).version

  it.each([
    ['clerk-js', 'clerk.browser.js'],
    ['ui', 'ui.browser.js'],
  ])('are served from the installed package (%s)', async (name, file) => {
    const content = readFileSync(join(dirname(findManifest(name)), 'dist', file), 'utf8')
    const version = readInstalledVersion(name)
    const exactResponse = await fetch(`${npm}/${name}@${version}/dist/${file}`)
    expect(await exactResponse.text()).toBe(content)
    expect(exactResponse.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(exactResponse.headers.get('cache-control')).toContain('immutable')

    const majorResponse = await fetch(`${npm}/${name}@${version.split('.')[0]}/dist/${file}`)
    expect(majorResponse.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    const revalidated = await fetch(majorResponse.url, {
      headers: { 'if-none-match': majorResponse.headers.get('etag')! },
    })
    expect(revalidated.status).toBe(304)
  })

  it.each([
    'clerk-js@5/dist/clerk.browser.js',
    'clerk-js@6.0.0/dist/clerk.browser.js',
    'clerk-js/dist/nothing.js',
    'clerk-js/dist/..%2Fpackage.json',
    'clerk-js/dist/%2e%2e%2f%2e%2e%2f%2e%2e%2fpackage.json',
    'clerk-js/dist/..%5cpackage.json',
    'clerk-js/dist/types',
    'clerk-js/dist/.js',
    'backend/dist/index.js',
    '..%2F..%2Fhono/dist/index.js',
    'constructor/dist/clerk.browser.js',
  ])('are not served for %s', async (path) => {
    const response = await fetch(`${npm}/${path}`)
    expect(response.status).toBeGreaterThanOrEqual(404)
    expect(await response.text()).not.toContain('"dependencies"')
  })
})

describe('invalid requests', () => {
  it('return 501 for unsupported endpoints', async () => {
    const response = await fetch(`${FRONTEND_URL}/waitlist`, { method: 'POST' })
    expect(response.status).toBe(501)
    expect(await response.json()).toMatchObject({
      errors: [{ code: 'not_supported_locally', long_message: expect.stringContaining('POST /v1/waitlist') }],
    })
    expect((await fetch(`${clerk.url}/elsewhere`)).status).toBe(404)
  })

  it('cannot advance the clock unless the test clock is enabled', async () => {
    const plainClerk = await startTestClerk({ testClock: false })
    expect((await fetch(`${plainClerk.url}/test/advance`, { method: 'POST', body: '{"minutes":1}' })).status).toBe(404)
  })

  it('return 413 when the body is too large', async () => {
    const body = `identifier=${'x'.repeat(70_000)}`
    const response = await fetch(`${FRONTEND_URL}/client/sign_ins`, { method: 'POST', body, headers: { origin: SITE } })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ errors: [{ code: 'request_body_too_large' }] })
  })

  it.each([
    ['truncated JSON', '{"identifier":'],
    ['a list', '[]'],
    ['a number', '1'],
  ])('return 400 for %s', async (_, body) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${FRONTEND_URL}/client/sign_ins`, { method: 'POST', body, headers })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ errors: [{ code: 'request_body_invalid' }] })
  })

  it('never cause an internal error', async () => {
    const { browser, userId } = await register(clerk)
    const { path } = await startSignIn(clerk, (await browser.get('/me')).response.email_addresses[0].email_address)
    const sid = await browser.fetchSessionId()
    const frontend = [
      '/client/sign_ins',
      '/client/sign_ups',
      `${path}/attempt_first_factor`,
      `/client/sessions/${sid}/touch`,
    ].concat(
      [`/client/sessions/${sid}/tokens`, `/client/sessions/${sid}/verify`, '/me?_method=PATCH', '/me/email_addresses'],
      ['/me/change_password', '/me/totp/attempt_verification', '/me/metadata?_method=PATCH', '/organizations'],
    )
    const backend = ['/users', '/sign_in_tokens', `/sessions/${sid}/refresh`, '/organizations'].concat([
      `/users/${userId}/verify_password`,
      `/users/${userId}/metadata`,
    ])
    const secret = { authorization: `Bearer ${SECRET_KEY}` }
    const targets = [
      ...frontend.map((at) => ({
        at: `${FRONTEND_URL}${at}`,
        headers: { cookie: browser.cookieHeader, origin: SITE },
      })),
      ...backend.map((at) => ({ at: `${clerk.backendUrl}/v1${at}`, headers: secret })),
    ]
    const field = fc.constantFrom(
      'identifier',
      'strategy',
      'password',
      'code',
      'email_address',
      'first_name',
      'level',
      'ticket',
      'user_id',
      'active_organization_id',
      'organization_id',
      'unsafe_metadata',
      'new_password',
      'name',
      'slug',
      '__proto__',
      'expired_token',
      'refresh_token',
      'primary_email_address_id',
      'public_metadata',
      'external_id',
    )
    const value = fc.oneof(fc.string(), fc.constantFrom('password', 'email_code', 'totp', 'ticket'), fc.jsonValue())
    const body = fc.dictionary(field, value)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...targets), body, fc.boolean(), async ({ at, headers }, fields, asForm) => {
        const pairs = Object.entries(fields).map(([name, item]) => [
          name,
          typeof item === 'string' ? item : JSON.stringify(item),
        ])
        const requestBody = asForm ? new URLSearchParams(pairs as [string, string][]) : JSON.stringify(fields)
        const type = asForm ? undefined : { 'content-type': 'application/json' }
        const response = await fetch(at, { method: 'POST', body: requestBody, headers: { ...headers, ...type } })
        const responseBody = (await response.json()) as Json
        expect(response.status, `${at} ${JSON.stringify(fields)}`).not.toBe(500)
        if (response.status >= 400) expect(responseBody.errors[0]).toMatchObject({ code: expect.any(String), meta: {} })
      }),
      { numRuns: 300 },
    )
  })

  it("never reveal another browser's client for a forged cookie", async () => {
    const cookies = fc.oneof(
      fc.string(),
      fc.string().map((text) => `client_${text}.${text}`),
    )
    await fc.assert(
      fc.asyncProperty(cookies, async (value) => {
        const headers = { cookie: `__client=${encodeURIComponent(value)}` }
        const response = await fetch(`${FRONTEND_URL}/client`, { headers })
        expect(await response.json()).toEqual({ response: null, client: null })
      }),
      { numRuns: 100 },
    )
  })
})
