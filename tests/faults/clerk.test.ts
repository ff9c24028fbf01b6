import { afterAll, beforeAll, describe, expect } from 'vitest'
import { readClerkKey, buildCookies, ORGANIZATION, getToken } from '../e2e/account/gate-visitors.ts'
import { type Site, startSite } from '../operate/support/sites.ts'
import { check } from '../support/check.ts'
import { ADMIN_CLAIMS, createKeyPair, createSessionToken } from '../support/session-token.ts'
import { stack } from '../support/stack/addresses.ts'
import { startTcpRelay, type TcpRelay } from '../support/stack/tcp-relay.ts'
import { findSlowestMs, formatStatuses, measureUntil, requestSite, type SiteResult } from './support/request-site.ts'

const PAGES = ['/', '/pricing', '/contact']
const LEADS_PATH = '/api/dashboard/leads'
const DASHBOARD_PATH = '/dashboard/leads'
const FRONTEND_API_PATH = '/__clerk/v1/client'

/** Maximum response time of a public page, which does not need Clerk. */
const MAX_PAGE_MS = 2_000

/** Maximum response time. A page waits 8 s for Clerk, an API client 15 s. */
const MAX_RESPONSE_MS = 20_000

const MAX_REDIRECTS = 10

const DOCUMENT_HEADERS = { accept: 'text/html', 'sec-fetch-dest': 'document' }

const claims = { ...ADMIN_CLAIMS, azp: stack.env.siteUrl, o: { ...ADMIN_CLAIMS.o, id: ORGANIZATION } }

const getNowSeconds = () => Math.floor(Date.now() / 1_000)

async function followRedirects(site: string, path: string, cookie: string): Promise<SiteResult> {
  const jar = new Map(cookie.split('; ').map((pair) => pair.split(/=(.*)/s, 2) as [string, string]))
  let response = await requestSite(site, path, { headers: { ...DOCUMENT_HEADERS, cookie } })
  for (let hop = 0; hop < MAX_REDIRECTS && response.location !== undefined; hop++) {
    const next = new URL(response.location, stack.env.siteUrl)
    for (const pair of response.cookies) {
      const [name = '', value = ''] = pair.split(/;/)[0]?.split(/=(.*)/s, 2) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    const headers = { ...DOCUMENT_HEADERS, cookie: [...jar].map((pair) => pair.join('=')).join('; ') }
    // Follows the path only, because redirects point to the stack's public URL, where another site runs.
    response = await requestSite(site, next.pathname + next.search, { headers })
  }
  return { ...response, path: response.path.split('?')[0] ?? '' }
}

async function expectPages(site: Site): Promise<void> {
  const pages = await Promise.all(PAGES.map((path) => requestSite(site.url, path)))
  expect(formatStatuses(pages)).toEqual(PAGES.map((path) => `${path} 200`))
  expect(findSlowestMs(pages)).toBeLessThan(MAX_PAGE_MS)
}

async function visitWithToken(site: Site, seconds: number) {
  const token = createSessionToken(claims, readClerkKey(), { at: getNowSeconds() + seconds })
  return requestSite(site.url, LEADS_PATH, { headers: { ...(await buildCookies(token)) } })
}

describe('Clerk outage', () => {
  let relay: TcpRelay
  let site: Site

  beforeAll(async () => {
    relay = await startTcpRelay(stack.clerkPort)
    const address = `http://127.0.0.1:${relay.port}`
    site = await startSite({
      name: 'account',
      variables: { CLERK_FAPI_URL: `${address}/fapi`, CLERK_API_URL: `${address}/bapi` },
    })
  })
  afterAll(async () => {
    await site?.stop()
    await relay?.close()
  })

  async function expectOutageHandled(interrupt: () => void): Promise<string> {
    const sessionCookie = (await buildCookies(getToken('admin'))).cookie ?? ''
    const expiredCookie = (await buildCookies(getToken('expired'))).cookie ?? ''
    interrupt()
    try {
      const [leads, dashboardVisit, expiredVisit, proxyVisit] = await Promise.all([
        requestSite(site.url, LEADS_PATH, { headers: { cookie: sessionCookie } }),
        requestSite(site.url, DASHBOARD_PATH, { headers: { ...DOCUMENT_HEADERS, cookie: sessionCookie } }),
        followRedirects(site.url, DASHBOARD_PATH, expiredCookie),
        requestSite(site.url, FRONTEND_API_PATH, {
          headers: { accept: 'application/json' },
          deadlineMs: 2 * MAX_RESPONSE_MS,
        }),
        expectPages(site),
      ])
      expect(formatStatuses([leads, dashboardVisit]), 'responses to a signed-in user').toEqual([
        `${LEADS_PATH} 200`,
        `${DASHBOARD_PATH} 200`,
      ])
      expect(expiredVisit.status, 'status for an expired session').toBe(503)
      expect(expiredVisit.text).toContain('Try again in a minute')
      expect(proxyVisit.status, 'status for an API client of the Clerk proxy').toBeGreaterThanOrEqual(500)
      const slowestMs = findSlowestMs([leads, dashboardVisit, expiredVisit, proxyVisit])
      expect(slowestMs).toBeLessThan(MAX_RESPONSE_MS)
      relay.restore()
      const recoveryMs = await measureUntil(async () => (await requestSite(site.url, FRONTEND_API_PATH)).status === 200)
      expect(recoveryMs, 'recovery time in ms').toBeLessThan(Infinity)
      return `pages and dashboard 200, 503 page within ${slowestMs} ms, recovered after ${recoveryMs} ms`
    } finally {
      relay.restore()
    }
  }

  check(
    {
      what: 'Clock skew between Clerk and the site',
      tried: 'sent tokens issued 30 s and 10 min in the past and in the future',
      expected: 'returns 200 for a valid token, otherwise 401; pages redirect to Clerk',
    },
    async () => {
      const visits = await Promise.all([-30, -600, 30, 600].map((seconds) => visitWithToken(site, seconds)))
      expect(visits.map(({ status }) => status)).toEqual([200, 401, 401, 401])
      const dashboardVisits = await Promise.all(
        [-600, 600].map(async (seconds) => {
          const { cookie = '' } = await buildCookies(
            createSessionToken(claims, readClerkKey(), { at: getNowSeconds() + seconds }),
          )
          return requestSite(site.url, DASHBOARD_PATH, { headers: { ...DOCUMENT_HEADERS, cookie } })
        }),
      )
      expect(dashboardVisits.map(({ status }) => status)).toEqual([307, 307])
      for (const { location } of dashboardVisits) expect(location).toContain('/v1/client/handshake')
      return '200 for 30 s ago; 401 for 10 min ago and both future tokens; browsers redirected'
    },
  )

  check(
    {
      what: 'Clerk outage',
      tried: 'requested 3 pages, the dashboard signed in and with an expired session, and the Clerk proxy',
      expected: 'returns 200 for pages and dashboard, otherwise 5xx; recovers automatically',
    },
    () => expectOutageHandled(relay.cut),
  )

  check(
    {
      what: 'Clerk timeout',
      tried: 'requested 3 pages, the dashboard signed in and with an expired session, and the Clerk proxy',
      expected: `returns the same as during an outage, within ${MAX_RESPONSE_MS / 1_000} s`,
    },
    () => expectOutageHandled(relay.mute),
  )
})

describe('rotated Clerk keys', () => {
  check(
    {
      what: 'Clerk key rotation with open sessions',
      tried: 'sent tokens signed with the configured key and the new key; requested 3 pages',
      expected: 'returns 200 for the configured key, 401 and /login for the new key; pages stay 200',
    },
    async () => {
      const configuredKey = createKeyPair()
      const site = await startSite({ name: 'account-rotated', variables: { CLERK_JWT_KEY: configuredKey.jwtKey } })
      try {
        const tokens = [
          createSessionToken(claims, configuredKey.privateKey),
          createSessionToken(claims, readClerkKey()),
        ]
        const cookies = await Promise.all(tokens.map((token) => buildCookies(token)))
        const [ownKeyResponse, newKeyResponse] = await Promise.all(
          cookies.map((headers) => requestSite(site.url, LEADS_PATH, { headers })),
        )
        const dashboardVisit = await followRedirects(site.url, DASHBOARD_PATH, cookies[1]?.cookie ?? '')
        await expectPages(site)
        expect([ownKeyResponse?.status, newKeyResponse?.status]).toEqual([200, 401])
        expect(formatStatuses([dashboardVisit])).toEqual(['/login 200'])
        return 'configured key 200, new key 401 and /login, pages 200'
      } finally {
        await site.stop()
      }
    },
  )
})
