import { resolve } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { SessionClaims } from '../../../lib/auth/session-claims.ts'
import { ADMIN } from '../../support/session-claims.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

vi.mock('server-only', () => ({}))

const SITE = 'https://www.example.com'
stubSiteEnv({ SITE_URL: SITE })

let claims: SessionClaims
vi.mock('../../../lib/auth/session.ts', () => ({ currentSession: async () => claims }))
vi.mock('../../../lib/auth/second-factor.ts', () => ({ lacksSecondFactor: async () => false }))
vi.mock('next/headers', () => ({ headers: async () => new Headers({ origin: SITE }) }))

const { withAccess } = await import('../../../lib/auth/with-access.ts')
const routes = resolve(import.meta.dirname, '../../../app/api/dashboard/integrations')
const route = (name: string) =>
  import(resolve(routes, `${name}route.ts`)) as Promise<Record<string, (...args: never[]) => unknown>>

describe('the routes of integrations', () => {
  it('answer 404 to a system that is none of ours, and 422 to a body that is no key', async () => {
    claims = ADMIN
    const call = async (name: string, method: string, provider: string, body?: string) => {
      const operation = (await route(name))[method] as (request: Request, rest: object) => Promise<Response>
      const request = new Request(`${SITE}/api`, { method, ...(body && { body }) })
      return operation(request, { params: Promise.resolve({ provider }) })
    }
    expect((await call('[provider]/test/', 'POST', 'constructor')).status).toBe(404)
    const keys = async (body: string) => {
      const response = await call('[provider]/key/', 'PUT', 'servicetitan', body)
      return [response.status, ((await response.json()) as { error: string }).error]
    }
    expect(await keys('{"tenant":"1","clientId":"a","clientSecret":"  "}')).toEqual([422, 'Client secret is missing.'])
    expect(await keys('secret text')).toEqual([422, expect.any(String)])
    expect((await keys('{"tenant":"1","clientId":"a","clientSecret":"b","more":"c"}'))[0]).toBe(422)
    expect((await keys(JSON.stringify({ tenant: 'x'.repeat(70_000) })))[0]).toBe(413)
  })
})

describe('somebody who is signed out', () => {
  const GET = withAccess({ permission: 'org:integrations:manage' }, async () => new Response('done'))
  const ask = (headers: Record<string, string>) => GET(new Request(`${SITE}/api/back?state=a&code=b`, { headers }))
  beforeEach(() => {
    claims = { state: 'signed-out' }
  })

  it('and follows a link to a route is led to sign in, and then back to it', async () => {
    const response = await ask({ 'sec-fetch-dest': 'document' })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(
      `${SITE}/login?redirect_url=${encodeURIComponent('/api/back?state=a&code=b')}`,
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('and is a script gets an answer for programs', async () => {
    expect((await ask({ 'sec-fetch-dest': 'empty' })).status).toBe(401)
    claims = { ...ADMIN, permissions: [] }
    expect((await ask({ 'sec-fetch-dest': 'document' })).status, 'signing in would not help').toBe(403)
  })
})
