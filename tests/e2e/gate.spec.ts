import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { root } from '../../scripts/support/settings.ts'
import { stop, type Service } from '../../scripts/support/processes.ts'
import { stack } from '../support/addresses.ts'
import { bareSiteUrl, startSiteWithoutProxy } from '../support/site-without-proxy.ts'
import { release } from '../support/stack.ts'
import { adminConfirmed, cookiesWith, STRANGERS, tokenOf, type Visitor, VISITORS } from './gate-visitors.ts'

/**
 * The gate, before everything there is behind it: pages, routes and actions are found in the files, so that a new one
 * fails here until somebody has said who may what. Twice: as the site runs, and with its proxy taken away.
 */

/** For a page that has no words of its own. */
const NOTHING = '\0'

/** What each page answers to people with a valid session; strangers are sent to sign in. `shows` is on the page only. */
const PAGES: Record<string, { path: string; shows: string; member: number; admin: number; alone: number }> = {
  'page.tsx': { path: '/dashboard', shows: 'How your company stands', member: 200, admin: 200, alone: 307 },
  'team/page.tsx': { path: '/dashboard/team', shows: 'Who works with you', member: 200, admin: 200, alone: 307 },
  'organization/[[...rest]]/page.tsx': {
    path: '/dashboard/organization/organization-members',
    shows: 'The name of your company here',
    member: 200,
    admin: 200,
    alone: 307,
  },
  'plan/page.tsx': { path: '/dashboard/plan', shows: 'plan includes.', member: 200, admin: 200, alone: 307 },
  'access/page.tsx': {
    path: '/dashboard/access',
    shows: 'A change of role counts',
    member: 200,
    admin: 200,
    alone: 307,
  },
  'data/page.tsx': { path: '/dashboard/data', shows: 'Copies that were taken', member: 403, admin: 200, alone: 307 },
  'account/[[...rest]]/page.tsx': {
    path: '/dashboard/account/security',
    shows: 'Your name, addresses, password',
    member: 200,
    admin: 200,
    alone: 200,
  },
  'welcome/page.tsx': { path: '/dashboard/welcome', shows: 'Which company', member: 200, admin: 200, alone: 200 },
  '[...missing]/page.tsx': {
    path: '/dashboard/no/such/page',
    shows: NOTHING,
    member: 404,
    admin: 404,
    alone: 404,
  },
}

/** What each method of each route and each action answers: status of a route, reason of a refusal. */
const OPERATIONS: Record<string, { member: string; admin: string; alone: string; confirms: boolean }> = {
  'GET /api/dashboard/exports': {
    member: 'missing-permission',
    admin: 'allowed',
    alone: 'no-organization',
    confirms: false,
  },
  'POST /api/dashboard/exports': {
    member: 'missing-permission',
    admin: 'allowed',
    alone: 'no-organization',
    confirms: true,
  },
  'action data/actions.ts eraseData': {
    member: 'missing-permission',
    admin: 'allowed',
    alone: 'no-organization',
    confirms: true,
  },
}

const DASHBOARD = 'app/(account)/dashboard'
const ACTION_OF = /^action (\S+) (\S+)$/

type Manifest = { node: Record<string, { filename?: string; exportedName?: string }> }

const source = (file: string) => readFileSync(resolve(root, file), 'utf8')
const found = (pattern: string) => globSync(pattern, { cwd: root }).map((file) => file.replaceAll('\\', '/'))

/** Ids of our own actions, as the build names them. */
function actionIds(): Map<string, string> {
  const manifest = readFileSync(resolve(release, '.next/server/server-reference-manifest.json'), 'utf8')
  const entries = Object.entries((JSON.parse(manifest) as Manifest).node)
  return new Map(
    entries
      .filter(([, { filename }]) => filename && !filename.includes('node_modules'))
      .map(([id, { filename, exportedName }]) => [
        `action ${filename?.replace(`${DASHBOARD}/`, '')} ${exportedName}`,
        id,
      ]),
  )
}

function operationsInFiles(): string[] {
  const routes = found('app/api/dashboard/**/route.ts').flatMap((file) =>
    [...source(file).matchAll(/^export (?:async function|const|function) ([A-Z]+)\b/gm)].map(
      ([, method]) => `${method} /${file.replace(/^app\//, '').replace(/\/route\.ts$/, '')}`,
    ),
  )
  return [...routes, ...actionIds().keys()]
}

let bare: Service
test.beforeAll(async () => {
  bare = await startSiteWithoutProxy()
})
test.afterAll(() => stop(bare))

test('every page, route and action there is stands in the table', () => {
  const pages = found(`${DASHBOARD}/**/page.{ts,tsx}`).map((file) => file.replace(`${DASHBOARD}/`, ''))
  expect(pages.toSorted()).toEqual(Object.keys(PAGES).toSorted())
  expect(operationsInFiles().toSorted()).toEqual(Object.keys(OPERATIONS).toSorted())
  const withActions = found('{app,components,lib}/**/*.{ts,tsx}').filter((file) =>
    /^\s*'use server'/m.test(source(file)),
  )
  expect(withActions).toEqual([`${DASHBOARD}/data/actions.ts`])
  // A route file beside the pages would have no method in the table above.
  expect(found(`${DASHBOARD}/**/route.{ts,tsx}`)).toEqual([])
})

const kindOf = (visitor: Visitor) => {
  if (visitor === 'without an organization') return 'alone'
  return visitor === 'member' ? 'member' : 'admin'
}

const SITES = [
  { name: 'the site', url: () => stack.env.siteUrl },
  { name: 'the site without its proxy', url: () => bareSiteUrl },
]

const ask = (url: string, headers: Record<string, string>, init: RequestInit = {}) =>
  fetch(url, { ...init, redirect: 'manual', headers: { ...headers, ...(init.headers as Record<string, string>) } })

const DOCUMENT = { accept: 'text/html', 'sec-fetch-dest': 'document' }

/** To sign in and back, or to Clerk’s handshake, which looks at the same cookies and comes back. */
const sentToSignIn = (path: string) =>
  new RegExp(`^(/login[?]redirect_url=|/__clerk/v1/client/handshake[?]redirect_url=).*${encodeURIComponent(path)}`)

for (const { name, url } of SITES) {
  test.describe(name, () => {
    for (const [file, { path, shows, ...answers }] of Object.entries(PAGES)) {
      test(`asks who wants to see ${file}`, async () => {
        for (const visitor of VISITORS) {
          const cookies = await cookiesWith(tokenOf(visitor))
          const response = await ask(url() + path, { ...DOCUMENT, ...cookies })
          const html = await response.text()
          const part = await (await ask(url() + path, { ...cookies, rsc: '1' })).text()
          const who = `${visitor} at ${path}`
          if (STRANGERS.includes(visitor)) {
            expect(response.status, who).toBe(307)
            expect(response.headers.get('location'), who).toMatch(sentToSignIn(path))
            expect(html + part, who).not.toContain(shows)
            continue
          }
          const expected = answers[kindOf(visitor)]
          expect(response.status, who).toBe(expected)
          if (expected === 307) expect(response.headers.get('location'), who).toBe('/dashboard/welcome')
          if (expected === 200) expect(html, who).toContain(shows)
          else if (expected !== 404) expect(html + part, who).not.toContain(shows)
        }
      })
    }

    /** Does what is asked for, with a header or with cookies. @returns `allowed`, or the reason of the refusal */
    async function outcome(operation: string, headers: Record<string, string>): Promise<string> {
      const action = ACTION_OF.exec(operation)
      if (!action) {
        const [method = '', path = ''] = operation.split(' ')
        const response = await ask(url() + path, headers, { method, headers: { origin: stack.env.siteUrl } })
        const body = (await response.json()) as { reason?: string }
        if (response.ok) return 'allowed'
        expect(response.status).toBe(['signed-out', 'pending'].includes(body.reason ?? '') ? 401 : 403)
        return body.reason ?? ''
      }
      const response = await ask(`${url()}/dashboard/${action[1]?.replace(/\/[^/]+$/, '')}`, headers, {
        method: 'POST',
        body: '[]',
        headers: {
          'next-action': actionIds().get(operation) ?? '',
          'content-type': 'text/plain;charset=UTF-8',
          accept: 'text/x-component',
          host: new URL(url()).host,
          origin: url(),
        },
      })
      const body = await response.text()
      return /"reason":"([a-z-]+)"/.exec(body)?.[1] ?? (body.includes('"done"') ? 'allowed' : `unknown: ${body}`)
    }

    for (const [operation, { confirms, ...answers }] of Object.entries(OPERATIONS)) {
      test(`asks who wants to ${operation}`, async () => {
        for (const visitor of VISITORS) {
          const token = tokenOf(visitor)
          const isStranger = STRANGERS.includes(visitor)
          const ways = [await cookiesWith(token), ...(token ? [{ authorization: `Bearer ${token}` }] : [])]
          for (const headers of ways) {
            const answer = await outcome(operation, headers)
            const who = `${visitor} with ${Object.keys(headers).join()}`
            if (isStranger) expect(['signed-out', 'pending'], who).toContain(answer)
            else expect(answer, who).toBe(answers[kindOf(visitor)])
          }
        }
      })

      if (confirms) {
        test(`asks an admin to confirm who they are ten minutes after the last time, to ${operation}`, async () => {
          const asked = async (minutes: number) =>
            outcome(operation, { authorization: `Bearer ${adminConfirmed(minutes)}` })
          expect(await asked(9)).toBe('allowed')
          expect(await asked(10)).toBe('reverify')
        })
      }
    }

    test('shows an organization what is its own, and nothing of another', async () => {
      const as = (visitor: Visitor, method: string) =>
        ask(`${url()}/api/dashboard/exports`, { authorization: `Bearer ${tokenOf(visitor)}` }, { method })
      await as('admin', 'POST')
      const other = (await (await as('admin of another organization', 'POST')).json()) as {
        organization: { id: string }
      }
      expect(other.organization.id).toBe('org_gate_other')
      expect(JSON.stringify(other)).not.toContain('user_admin')
    })

    test('refuses a request that another site makes a browser send', async () => {
      const response = await ask(`${url()}/api/dashboard/exports`, await cookiesWith(tokenOf('admin')), {
        method: 'POST',
        headers: { origin: 'https://evil.example' },
      })
      expect(response.status).toBe(403)
    })
  })
}
