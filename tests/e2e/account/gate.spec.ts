import { globSync } from 'node:fs'
import { expect } from '@playwright/test'
import {
  type Area,
  type AreaName,
  AREAS,
  getFeature,
  isStaffFeature,
  ROLES,
} from '../../../lib/platform/auth/access-table.ts'
import type { OperationRule } from '../../../lib/dashboard/access/with-access.ts'
import { REVERIFICATION_MINUTES } from '../../../lib/constants.ts'
import { root } from '../../../scripts/support/settings.ts'
import { stop, type Service } from '../../../scripts/support/processes.ts'
import { OPERATION_RULES } from '../../support/operation-rules.ts'
import { stack } from '../../support/stack/addresses.ts'
import { bareSiteUrl, startSiteWithoutProxy } from '../../support/stack/site-without-proxy.ts'
import { listSiteActions } from '../../support/server-actions.ts'
import { createAdminToken, buildCookies, REJECTED_VISITORS, getToken, type Visitor, VISITORS } from './gate-visitors.ts'
import { test } from '../test.ts'

/**
 * Tests every kind of visitor, with and without the proxy. Pages, routes and actions come from the source code, so new
 * ones are included automatically.
 */

const DASHBOARD_FOLDER = 'app/(account)/dashboard'

/** Subpaths to request for areas with subpages or without their own page. */
const SUBPATHS: Partial<Record<AreaName, string>> = {
  organization: '/organization-members',
  account: '/security',
  missing: '/no/such/page',
}

const PAGES = (Object.entries(AREAS) as [AreaName, Area][]).map(([name, area]) => ({
  name,
  area,
  path: area.path + (SUBPATHS[name] ?? ''),
}))

const ANY_ID = '6f1f4d0e-3a63-4b53-9c3b-0c9c6a0d1f11'

const fillPattern = (pattern: string) => pattern.replace('[provider]', 'slack').replaceAll(/\[\w+\]/g, ANY_ID)

const isForStaff = ({ permission }: Pick<Area, 'permission'>) =>
  Boolean(permission && isStaffFeature(getFeature(permission)))

function getExpectedOutcome(kind: 'member' | 'admin' | 'staff' | 'alone', rule: OperationRule): string {
  const { permission } = rule
  if (kind === 'alone') return 'no-organization'
  if (isForStaff(rule)) return kind === 'staff' ? 'allowed' : 'missing-feature'
  const permissions: readonly string[] = ROLES[kind === 'member' ? 'org:member' : 'org:admin'].permissions
  return !permission || permissions.includes(permission) ? 'allowed' : 'missing-permission'
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const METHOD_NOT_ALLOWED = 405

const ACTION_PATTERN = /^action (\S+) (\S+)$/

const findRoutes = (pattern: string) => globSync(pattern, { cwd: root }).map((file) => file.replaceAll('\\', '/'))

const listEndpoints = () =>
  findRoutes('app/api/dashboard/**/route.ts').map((file) =>
    fillPattern(file.replace(/^app/, '').replace(/\/route\.ts$/, '')),
  )

const readActionIds = (): Map<string, string> =>
  new Map(
    listSiteActions().map(({ id, filename, exportedName }) => [
      `action ${filename?.replace(`${DASHBOARD_FOLDER}/`, '')} ${exportedName}`,
      id,
    ]),
  )

// Lets shards split this file, which contains a quarter of all tests.
test.describe.configure({ mode: 'parallel' })

let siteWithoutProxy: Service
test.beforeAll(async () => {
  siteWithoutProxy = await startSiteWithoutProxy()
})
test.afterAll(() => stop(siteWithoutProxy))

test('every server action of the build is in a file that these tests cover', () => {
  const actions = [...readActionIds().keys()]
  expect(actions).not.toEqual([])
  expect(actions.filter((action) => !/^action \S*\bactions[.]ts \w+$/.test(action))).toEqual([])
})

const getKind = (visitor: Visitor) => {
  if (visitor === 'without an organization') return 'alone'
  if (visitor === 'staff') return 'staff'
  return visitor === 'member' ? 'member' : 'admin'
}

const SITES = [
  { name: 'the site', url: () => stack.env.siteUrl },
  { name: 'the site without its proxy', url: () => bareSiteUrl },
]

function getExpectedStatus(visitor: Visitor, name: AreaName, area: Area): number {
  if (name === 'missing') return 404
  if (visitor === 'without an organization') return area.organization === 'optional' ? 200 : 307
  if (isForStaff(area)) return visitor === 'staff' ? 200 : 403
  const permissions: readonly string[] = ROLES[visitor === 'member' ? 'org:member' : 'org:admin'].permissions
  return !area.permission || permissions.includes(area.permission) ? 200 : 403
}

const sendRequest = (url: string, headers: Record<string, string>, init: RequestInit = {}) =>
  fetch(url, { ...init, redirect: 'manual', headers: { ...headers, ...(init.headers as Record<string, string>) } })

const DOCUMENT_HEADERS = { accept: 'text/html', 'sec-fetch-dest': 'document' }

const NO_TEXT = '\0'

/**
 * Returns the last sentence of the page intro, which only permitted visitors see. Cuts it at the first time of day,
 * because the time changes every minute.
 */
async function readLead(address: string, visitor: Visitor): Promise<string> {
  const html = await (
    await sendRequest(address, { ...DOCUMENT_HEADERS, ...(await buildCookies(getToken(visitor))) })
  ).text()
  const lead = /<\/h1><p\b[^>]*>(?:[^<]*[.] )?([^<]{12,})<\/p>/.exec(html)?.[1]
  return lead?.replace(/\d+:\d+.*/, '') ?? NO_TEXT
}

/** Matches a redirect to sign-in or to Clerk's handshake, which reads the same cookies and returns. */
const matchSignIn = (path: string) =>
  new RegExp(`^(/login[?]redirect_url=|/__clerk/v1/client/handshake[?]redirect_url=).*${encodeURIComponent(path)}`)

for (const { name, url } of SITES) {
  test.describe(name, () => {
    for (const { name, area, path } of PAGES) {
      test(`page access is checked for ${name}`, async () => {
        const intro = await readLead(url() + path, isForStaff(area) ? 'staff' : 'admin')
        expect(intro === NO_TEXT, 'only a missing page shows nothing').toBe(name === 'missing')
        for (const visitor of VISITORS) {
          const cookies = await buildCookies(getToken(visitor))
          const response = await sendRequest(url() + path, { ...DOCUMENT_HEADERS, ...cookies })
          const html = await response.text()
          const fetchRsc = async () => (await sendRequest(url() + path, { ...cookies, rsc: '1' })).text()
          const label = `${visitor} at ${path}`
          if (REJECTED_VISITORS.includes(visitor)) {
            expect(response.status, label).toBe(307)
            expect(response.headers.get('location'), label).toMatch(matchSignIn(path))
            expect(html + (await fetchRsc()), label).not.toContain(intro)
            continue
          }
          const expected = getExpectedStatus(visitor, name, area)
          expect(response.status, label).toBe(expected)
          if (expected === 307) expect(response.headers.get('location'), label).toBe('/dashboard/welcome')
          if (expected === 200) expect(html, label).toContain(intro)
          else if (expected !== 404) expect(html + (await fetchRsc()), label).not.toContain(intro)
        }
      })
    }

    test('routes reject all other methods with 405, even for an admin', async () => {
      const knownOperations = new Set(Object.keys(OPERATION_RULES).map(fillPattern))
      const otherOperations = listEndpoints().flatMap((path) => METHODS.map((method) => ({ method, path })))
      const headers = { ...(await buildCookies(getToken('admin'))), origin: stack.env.siteUrl }
      for (const { method, path } of otherOperations.filter(
        ({ method, path }) => !knownOperations.has(`${method} ${path}`),
      )) {
        const { status } = await sendRequest(url() + path, headers, { method })
        expect(status, `${method} ${path}`).toBe(METHOD_NOT_ALLOWED)
      }
    })

    async function getOutcome(operation: string, headers: Record<string, string>): Promise<string> {
      const action = ACTION_PATTERN.exec(operation)
      if (!action) {
        const [method = '', path = ''] = operation.split(' ')
        const response = await sendRequest(url() + fillPattern(path), headers, {
          method,
          headers: { origin: stack.env.siteUrl },
        })
        const body = await response.text()
        expect(response.status, operation).toBeLessThan(500)
        // A permitted visitor may still get 422 or 404.
        if (![401, 403].includes(response.status)) return 'allowed'
        const { reason } = JSON.parse(body) as { reason: string }
        expect(response.status).toBe(['signed-out', 'pending'].includes(reason) ? 401 : 403)
        return reason
      }
      const response = await sendRequest(`${url()}/dashboard/${action[1]?.replace(/\/[^/]+$/, '')}`, headers, {
        method: 'POST',
        body: '[]',
        headers: {
          'next-action': readActionIds().get(operation) ?? '',
          'content-type': 'text/plain;charset=UTF-8',
          accept: 'text/x-component',
          'x-forwarded-host': new URL(stack.env.siteUrl).host,
          origin: stack.env.siteUrl,
        },
      })
      const body = await response.text()
      return /"reason":"([a-z-]+)"/.exec(body)?.[1] ?? (body.includes('"done"') ? 'allowed' : `unknown: ${body}`)
    }

    for (const [operation, rule] of Object.entries(OPERATION_RULES)) {
      test(`access is checked for ${operation}`, async () => {
        for (const visitor of VISITORS) {
          const token = getToken(visitor)
          const isRejected = REJECTED_VISITORS.includes(visitor)
          const credentials = [await buildCookies(token), ...(token ? [{ authorization: `Bearer ${token}` }] : [])]
          for (const headers of credentials) {
            const result = await getOutcome(operation, headers)
            const label = `${visitor} with ${Object.keys(headers).join()}`
            if (isRejected) expect(['signed-out', 'pending'], label).toContain(result)
            else expect(result, label).toBe(getExpectedOutcome(getKind(visitor), rule))
          }
        }
      })

      const { reverification } = rule
      if (reverification) {
        const minutes = REVERIFICATION_MINUTES[reverification]
        test(`an admin must verify again after ${minutes} minutes for ${operation}`, async () => {
          const getOutcomeAfter = async (minutesAgo: number) =>
            getOutcome(operation, { authorization: `Bearer ${createAdminToken(minutesAgo)}` })
          expect(await getOutcomeAfter(minutes - 1)).toBe('allowed')
          expect(await getOutcomeAfter(minutes)).toBe('reverify')
        })
      }
    }
  })
}
