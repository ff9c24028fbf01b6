import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DatabaseTimeoutError } from '../../../lib/platform/db/client.ts'
import type { Member, SessionClaims } from '../../../lib/platform/auth/session-claims.ts'
import { ADMIN, MEMBER, USER_WITHOUT_ORGANIZATION } from '../../support/session-claims.ts'
import { ADMIN_CLAIMS, createKeyPair, createSessionToken } from '../../support/session-token.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

vi.mock('server-only', () => ({}))

const SITE = 'https://www.example.com'
stubSiteEnv({ SITE_URL: SITE })

let claims: SessionClaims
let requestHeaders: Headers
vi.mock('../../../lib/dashboard/access/session.ts', () => ({ getCurrentSession: async () => claims }))
vi.mock('next/headers', () => ({ headers: async () => requestHeaders }))
let isSecondFactorMissing: boolean | undefined
vi.mock('../../../lib/dashboard/access/second-factor.ts', () => ({
  needsSecondFactor: async () => isSecondFactorMissing,
}))
const errors = vi.hoisted(() => vi.fn<(fields: object, message: string) => void>())
vi.mock('../../../lib/platform/log/log.ts', () => ({ log: { error: errors, warn: () => undefined } }))

const { buildAccessRefusal, getAccessRule, withAccess } = await import('../../../lib/dashboard/access/with-access.ts')

const RULE = { permission: 'org:settings:manage', reverification: 'strict' } as const

const handler = vi.fn<(member: Member, request: Request) => Promise<Response>>()
const route = withAccess(RULE, handler)
const work = vi.fn<(member: Member, word: string) => Promise<{ done: string }>>()
const action = withAccess(RULE, work)

const callHandler = async (method = 'GET', headers: Record<string, string> = {}) => {
  requestHeaders = new Headers(headers)
  const response = await route(new Request(`${SITE}/api/dashboard/x`, { method, headers }))
  expect(response.headers.get('cache-control')).toBe('no-store')
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

beforeEach(() => {
  vi.clearAllMocks()
  claims = ADMIN
  isSecondFactorMissing = false
  requestHeaders = new Headers({ origin: SITE })
  handler.mockImplementation(async ({ userId }) => Response.json({ userId }, { status: 201 }))
  work.mockImplementation(async ({ userId }, word) => ({ done: `${word} by ${userId}` }))
})

it('getAccessRule returns the rule of a wrapped handler, and undefined for any other function', () => {
  expect(getAccessRule(route)).toBe(RULE)
  expect(getAccessRule(action)).toBe(RULE)
  expect(getAccessRule(handler)).toBeUndefined()
})

describe('wrapped route', () => {
  it('receives the member and the request', async () => {
    expect(await callHandler()).toEqual({ status: 201, body: { userId: 'user_admin' } })
    expect(handler).toHaveBeenCalledWith(ADMIN, expect.any(Request))
  })

  it('rejects members without a required second factor', async () => {
    isSecondFactorMissing = true
    const body = { error: expect.stringContaining('two-step verification'), reason: 'second-factor' }
    expect(await callHandler()).toEqual({ status: 403, body })
    isSecondFactorMissing = undefined
    expect(await callHandler()).toMatchObject({ status: 503, body: { reason: 'unavailable' } })
    expect(handler).not.toHaveBeenCalled()
  })

  it.each<[reason: string, status: number, SessionClaims]>([
    ['signed-out', 401, { state: 'signed-out' }],
    ['pending', 401, { state: 'pending' }],
    ['no-organization', 403, USER_WITHOUT_ORGANIZATION],
    ['missing-permission', 403, MEMBER],
    ['reverify', 403, { ...ADMIN, factorAges: [10, -1] }],
  ])('denies %s with status %i', async (reason, status, sessionClaims) => {
    claims = sessionClaims
    expect(await callHandler()).toMatchObject({ status, body: { reason, error: expect.any(String) } })
    expect(handler).not.toHaveBeenCalled()
  })

  it('returns JSON to API clients and redirects page navigations to sign-in', async () => {
    claims = { state: 'signed-out' }
    const address = '/api/dashboard/x/callback?state=a&code=1'
    const navigate = async (method: string, dest: string) => {
      const request = new Request(`${SITE}${address}`, { method })
      // Page scripts cannot set this header, only browsers can.
      request.headers.set('sec-fetch-dest', dest)
      return route(request)
    }
    const redirected = await navigate('GET', 'document')
    expect(redirected.status).toBe(303)
    expect(redirected.headers.get('location')).toBe(`${SITE}/login?redirect_url=${encodeURIComponent(address)}`)
    expect(redirected.headers.get('cache-control')).toBe('no-store')
    expect((await navigate('GET', 'empty')).status).toBe(401)
    expect((await navigate('POST', 'document')).status).toBe(401)
    claims = MEMBER
    expect((await navigate('GET', 'document')).status).toBe(403)
  })

  it('can deny access for a reason that depends on the request', async () => {
    const denial = buildAccessRefusal({ reason: 'missing-permission', permission: RULE.permission })
    expect(denial.status).toBe(403)
    expect(await denial.json()).toMatchObject({ reason: 'missing-permission', error: expect.any(String) })
  })

  it('rejects cross-origin requests except with a valid bearer token', async () => {
    const denied = { status: 403, body: { reason: 'cross-origin' } }
    expect(await callHandler('POST')).toMatchObject(denied)
    expect(await callHandler('POST', { origin: 'https://evil.example' })).toMatchObject(denied)
    expect(await callHandler('DELETE', { origin: SITE, 'sec-fetch-site': 'cross-site' })).toMatchObject(denied)
    expect(handler).not.toHaveBeenCalled()
    expect(await callHandler('GET', { origin: 'https://evil.example' })).toMatchObject({ status: 201 })
    expect(await callHandler('POST', { origin: SITE })).toMatchObject({ status: 201 })
    expect(await callHandler('POST', { authorization: 'Basic eDp5', origin: 'https://evil.example' })).toMatchObject(
      denied,
    )
    expect(await callHandler('POST', { authorization: 'Bearer x', origin: 'https://evil.example' })).toMatchObject(
      denied,
    )
    const { privateKey } = createKeyPair()
    const authorization = `Bearer ${createSessionToken(ADMIN_CLAIMS, privateKey)}`
    expect(await callHandler('POST', { authorization })).toMatchObject({ status: 201 })
  })

  it('checks the origin before the session and permissions before reverification', async () => {
    const fetchReason = async (from: string) => (await callHandler('POST', { origin: from })).body.reason
    claims = { state: 'signed-out' }
    expect(await fetchReason('https://evil.example')).toBe('cross-origin')
    expect(await fetchReason(SITE)).toBe('signed-out')
    claims = { ...MEMBER, factorAges: [10, -1] }
    expect(await fetchReason('https://evil.example')).toBe('cross-origin')
    expect(await fetchReason(SITE)).toBe('missing-permission')
    claims = { ...ADMIN, factorAges: [10, -1] }
    expect(await fetchReason('https://evil.example')).toBe('cross-origin')
    expect(await fetchReason(SITE)).toBe('reverify')
    expect(handler).not.toHaveBeenCalled()
  })

  it.each<[what: string, Error, status: number, reason: string]>([
    ['a query timeout', new DatabaseTimeoutError(1), 503, 'unavailable'],
    ['a database outage', createFailure('ECONNREFUSED'), 503, 'unavailable'],
    ['an interrupted query', new Error('query', { cause: createFailure('CONNECTION_CLOSED') }), 503, 'unavailable'],
    ['a starting database', new Error('query', { cause: createFailure('57P03') }), 503, 'unavailable'],
    ['a database at its connection limit', new Error('query', { cause: createFailure('53300') }), 503, 'unavailable'],
    ['a lost connection', new Error('query', { cause: createFailure('08006') }), 503, 'unavailable'],
    ['a connection timeout', createFailure('CONNECT_TIMEOUT'), 503, 'unavailable'],
    ['an unknown database host', createFailure('ENOTFOUND'), 503, 'unavailable'],
    ['a DNS timeout', createFailure('EAI_AGAIN'), 503, 'unavailable'],
    ['an unreachable database host', createFailure('EHOSTUNREACH'), 503, 'unavailable'],
    ['a write to a closed connection', createFailure('EPIPE'), 503, 'unavailable'],
    ['an invalid query', new Error('query', { cause: createFailure('42703') }), 500, 'failed'],
    ['any other error', new TypeError('x is not a function'), 500, 'failed'],
  ])('logs %s and returns an error without its message', async (_what, error, status, reason) => {
    handler.mockRejectedValue(error)
    const response = await callHandler()
    expect(response).toMatchObject({ status, body: { reason } })
    expect(JSON.stringify(response)).not.toContain(error.message)
    expect(errors).toHaveBeenCalledWith({ err: error }, expect.any(String))
  })
})

describe('wrapped action', () => {
  it('receives the member and its arguments', async () => {
    expect(await action('Done')).toEqual({ done: 'Done by user_admin' })
  })

  it('rejects text that cannot be stored', async () => {
    const error = expect.stringContaining('surrogate')
    expect(await action('half \uD83D')).toMatchObject({ reason: 'invalid', error })
    expect(await action('\0')).toMatchObject({ reason: 'invalid' })
    expect(work).not.toHaveBeenCalled()
  })

  it('returns refusals and failures as results', async () => {
    claims = MEMBER
    expect(await action('x')).toMatchObject({ reason: 'missing-permission', error: expect.any(String) })
    claims = ADMIN
    requestHeaders = new Headers({ origin: 'https://evil.example' })
    expect(await action('x')).toMatchObject({ reason: 'cross-origin' })
    expect(work).not.toHaveBeenCalled()
    requestHeaders = new Headers({ origin: SITE })
    work.mockRejectedValue(new DatabaseTimeoutError(1))
    expect(await action('x')).toMatchObject({ reason: 'unavailable' })
  })
})

function createFailure(code: string): Error {
  return Object.assign(new Error('the driver says'), { code })
}
