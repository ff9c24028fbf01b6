import { afterAll, beforeAll, describe, expect } from 'vitest'
import { clerkKey, cookiesWith, ORGANIZATION, tokenOf } from '../e2e/account/gate-visitors.ts'
import { type Site, startSite } from '../operate/support/sites.ts'
import { check } from '../support/check.ts'
import { ADMIN_CLAIMS, keyPair, sessionToken } from '../support/session-token.ts'
import { stack } from '../support/stack/addresses.ts'
import { startTcpRelay, type TcpRelay } from '../support/stack/tcp-relay.ts'
import { slowestOf, statusesOf, untilHolds, visit, type Visit } from './support/visit.ts'

const PAGES = ['/', '/pricing', '/contact']
const LEADS = '/api/dashboard/leads'
const DASHBOARD = '/dashboard/leads'
const FRONTEND_API = '/__clerk/v1/client'

/** Maximum milliseconds for a public page, which does not need Clerk. */
const PAGE_WITHIN = 2_000

/** Maximum milliseconds for a response: a page waits 8 s for Clerk, an API client 15 s. */
const ANSWERED_WITHIN = 20_000

const MOST_REDIRECTS = 10

const DOCUMENT = { accept: 'text/html', 'sec-fetch-dest': 'document' }

const claims = { ...ADMIN_CLAIMS, azp: stack.env.siteUrl, o: { ...ADMIN_CLAIMS.o, id: ORGANIZATION } }

const now = () => Math.floor(Date.now() / 1_000)

async function open(site: string, path: string, cookie: string): Promise<Visit> {
  const jar = new Map(cookie.split('; ').map((pair) => pair.split(/=(.*)/s, 2) as [string, string]))
  let seen = await visit(site, path, { headers: { ...DOCUMENT, cookie } })
  for (let hop = 0; hop < MOST_REDIRECTS && seen.location !== undefined; hop++) {
    const next = new URL(seen.location, stack.env.siteUrl)
    for (const pair of seen.cookies) {
      const [name = '', value = ''] = pair.split(/;/)[0]?.split(/=(.*)/s, 2) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    const headers = { ...DOCUMENT, cookie: [...jar].map((pair) => pair.join('=')).join('; ') }
    // Follows the path only, because redirects point to the stack's public URL, where another site runs.
    seen = await visit(site, next.pathname + next.search, { headers })
  }
  return { ...seen, path: seen.path.split('?')[0] ?? '' }
}

async function expectPages(site: Site): Promise<void> {
  const pages = await Promise.all(PAGES.map((path) => visit(site.url, path)))
  expect(statusesOf(pages)).toEqual(PAGES.map((path) => `${path} 200`))
  expect(slowestOf(pages)).toBeLessThan(PAGE_WITHIN)
}

async function askWithTokenOf(site: Site, seconds: number) {
  const token = sessionToken(claims, clerkKey(), { at: now() + seconds })
  return visit(site.url, LEADS, { headers: { ...(await cookiesWith(token)) } })
}

describe('Clerk outage', () => {
  let way: TcpRelay
  let site: Site

  beforeAll(async () => {
    way = await startTcpRelay(stack.clerkPort)
    const address = `http://127.0.0.1:${way.port}`
    site = await startSite({
      name: 'account',
      variables: { CLERK_FAPI_URL: `${address}/fapi`, CLERK_API_URL: `${address}/bapi` },
    })
  })
  afterAll(async () => {
    await site?.stop()
    await way?.close()
  })

  async function tryWithout(disturb: () => void): Promise<string> {
    const signedIn = (await cookiesWith(tokenOf('admin'))).cookie ?? ''
    const expired = (await cookiesWith(tokenOf('expired'))).cookie ?? ''
    disturb()
    try {
      const [leads, dashboard, renewed, program] = await Promise.all([
        visit(site.url, LEADS, { headers: { cookie: signedIn } }),
        visit(site.url, DASHBOARD, { headers: { ...DOCUMENT, cookie: signedIn } }),
        open(site.url, DASHBOARD, expired),
        visit(site.url, FRONTEND_API, { headers: { accept: 'application/json' }, deadlineMs: 2 * ANSWERED_WITHIN }),
        expectPages(site),
      ])
      expect(statusesOf([leads, dashboard]), 'responses to a signed-in user').toEqual([
        `${LEADS} 200`,
        `${DASHBOARD} 200`,
      ])
      expect(renewed.status, 'status for an expired session').toBe(503)
      expect(renewed.text).toContain('Try again in a minute')
      expect(program.status, 'status for an API client of the Clerk proxy').toBeGreaterThanOrEqual(500)
      const slowest = slowestOf([leads, dashboard, renewed, program])
      expect(slowest).toBeLessThan(ANSWERED_WITHIN)
      way.mend()
      const back = await untilHolds(async () => (await visit(site.url, FRONTEND_API)).status === 200)
      expect(back, 'recovery time in ms').toBeLessThan(Infinity)
      return `pages and dashboard 200, 503 page within ${slowest} ms, recovered after ${back} ms`
    } finally {
      way.mend()
    }
  }

  check(
    {
      what: 'Clock skew between Clerk and the site',
      tried: 'sent tokens issued 30 s and 10 min in the past and in the future',
      expected: 'returns 200 for a valid token, otherwise 401; pages redirect to Clerk',
    },
    async () => {
      const answers = await Promise.all([-30, -600, 30, 600].map((seconds) => askWithTokenOf(site, seconds)))
      expect(answers.map(({ status }) => status)).toEqual([200, 401, 401, 401])
      const opened = await Promise.all(
        [-600, 600].map(async (seconds) => {
          const { cookie = '' } = await cookiesWith(sessionToken(claims, clerkKey(), { at: now() + seconds }))
          return visit(site.url, DASHBOARD, { headers: { ...DOCUMENT, cookie } })
        }),
      )
      expect(opened.map(({ status }) => status)).toEqual([307, 307])
      for (const { location } of opened) expect(location).toContain('/v1/client/handshake')
      return '200 for 30 s ago; 401 for 10 min ago and both future tokens; browsers redirected'
    },
  )

  check(
    {
      what: 'Clerk outage',
      tried: 'requested 3 pages, the dashboard signed in and with an expired session, and the Clerk proxy',
      expected: 'returns 200 for pages and dashboard, otherwise 5xx; recovers automatically',
    },
    () => tryWithout(way.cut),
  )

  check(
    {
      what: 'Clerk timeout',
      tried: 'requested 3 pages, the dashboard signed in and with an expired session, and the Clerk proxy',
      expected: `responds the same within ${ANSWERED_WITHIN / 1_000} s`,
    },
    () => tryWithout(way.mute),
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
      const known = keyPair()
      const site = await startSite({ name: 'account-rotated', variables: { CLERK_JWT_KEY: known.jwtKey } })
      try {
        const tokens = [sessionToken(claims, known.privateKey), sessionToken(claims, clerkKey())]
        const cookies = await Promise.all(tokens.map((token) => cookiesWith(token)))
        const [own, other] = await Promise.all(cookies.map((headers) => visit(site.url, LEADS, { headers })))
        const opened = await open(site.url, DASHBOARD, cookies[1]?.cookie ?? '')
        await expectPages(site)
        expect([own?.status, other?.status]).toEqual([200, 401])
        expect(statusesOf([opened])).toEqual(['/login 200'])
        return 'configured key 200, new key 401 and /login, pages 200'
      } finally {
        await site.stop()
      }
    },
  )
})
