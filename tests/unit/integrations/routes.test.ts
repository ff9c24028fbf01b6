import { resolve } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { ADMIN } from '../../support/session-claims.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

vi.mock('server-only', () => ({}))

const SITE = 'https://www.example.com'
stubSiteEnv({ SITE_URL: SITE })

vi.mock('../../../lib/dashboard/access/session.ts', () => ({ getCurrentSession: async () => ADMIN }))
vi.mock('../../../lib/dashboard/access/second-factor.ts', () => ({ needsSecondFactor: async () => false }))
vi.mock('next/headers', () => ({ headers: async () => new Headers({ origin: SITE }) }))

const routes = resolve(import.meta.dirname, '../../../app/api/dashboard/integrations')
const importRoute = (name: string) =>
  import(resolve(routes, `${name}route.ts`)) as Promise<Record<string, (...args: never[]) => unknown>>

describe('integration routes', () => {
  it('return 404 for an unknown provider and 422 for an invalid key', async () => {
    const call = async (name: string, method: string, provider: string, body?: string) => {
      const operation = (await importRoute(name))[method] as (request: Request, rest: object) => Promise<Response>
      const request = new Request(`${SITE}/api`, { method, ...(body && { body }) })
      return operation(request, { params: Promise.resolve({ provider }) })
    }
    expect((await call('[provider]/test/', 'POST', 'constructor')).status).toBe(404)
    const submitKey = async (body: string) => {
      const response = await call('[provider]/key/', 'PUT', 'servicetitan', body)
      return [response.status, ((await response.json()) as { error: string }).error]
    }
    expect(await submitKey('{"tenant":"1","clientId":"a","clientSecret":"  "}')).toEqual([
      422,
      'Client secret is missing.',
    ])
    expect(await submitKey('secret text')).toEqual([422, expect.any(String)])
    expect((await submitKey('{"tenant":"1","clientId":"a","clientSecret":"b","more":"c"}'))[0]).toBe(422)
    expect((await submitKey(JSON.stringify({ tenant: 'x'.repeat(70_000) })))[0]).toBe(413)
  })
})
