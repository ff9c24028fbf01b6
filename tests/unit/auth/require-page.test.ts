import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { SessionClaims } from '../../../lib/platform/auth/session-claims.ts'
import { ADMIN, MEMBER, USER_WITHOUT_ORGANIZATION } from '../../support/session-claims.ts'

vi.mock('server-only', () => ({}))

let claims: SessionClaims
let requestHeaders: Headers
vi.mock('../../../lib/dashboard/access/session.ts', () => ({ getCurrentSession: async () => claims }))
let isSecondFactorMissing: boolean | undefined
vi.mock('../../../lib/dashboard/access/second-factor.ts', () => ({
  needsSecondFactor: async () => isSecondFactorMissing,
}))
vi.mock('next/headers', () => ({ headers: async () => requestHeaders }))
vi.mock('next/navigation', () => ({
  redirect: (path: string) => {
    throw new Error(`redirect ${path}`)
  },
  forbidden: () => {
    throw new Error('forbidden')
  },
}))

const { readRequestedPath, requirePage } = await import('../../../lib/dashboard/access/require-page.ts')

beforeEach(() => {
  requestHeaders = new Headers()
  isSecondFactorMissing = false
})

const buildLoginRedirect = (page: string) =>
  `redirect /login?redirect_url=${encodeURIComponent(`/dashboard/settings/${page}`)}`

describe('requirePage', () => {
  it('redirects to the security page if a required second factor is missing', async () => {
    claims = ADMIN
    isSecondFactorMissing = true
    await expect(requirePage('data')).rejects.toThrow('redirect /dashboard/settings/account/security')
    await expect(requirePage('today')).rejects.toThrow('redirect /dashboard/settings/account/security')
    expect(await requirePage('account', ['security'])).toBe(ADMIN)
    claims = USER_WITHOUT_ORGANIZATION
    expect(await requirePage('welcome')).toBe(USER_WITHOUT_ORGANIZATION)
  })

  it('allows access while the second-factor policy is unknown', async () => {
    claims = ADMIN
    isSecondFactorMissing = undefined
    expect(await requirePage('data')).toBe(ADMIN)
  })

  it.each<[who: string, SessionClaims, name: 'data' | 'account', rest: string[], outcome: string]>([
    ['signed out', { state: 'signed-out' }, 'data', [], 'redirect /login?redirect_url=%2Fdashboard%2Fsettings%2Fdata'],
    ['pending', { state: 'pending' }, 'data', [], buildLoginRedirect('data')],
    [
      'signed out, below a page',
      { state: 'signed-out' },
      'account',
      ['security'],
      buildLoginRedirect('account/security'),
    ],
    ['without an organization', USER_WITHOUT_ORGANIZATION, 'data', [], 'redirect /dashboard/welcome'],
    ['a member', MEMBER, 'data', [], 'forbidden'],
  ])('denies access: %s', async (_case, sessionClaims, name, rest, outcome) => {
    claims = sessionClaims
    await expect(requirePage(name, rest)).rejects.toThrow(outcome)
  })

  it('returns the signed-in user and organization', async () => {
    claims = ADMIN
    expect((await requirePage('data')).organization.id).toBe('org_1')
    claims = USER_WITHOUT_ORGANIZATION
    expect((await requirePage('account')).organization).toBeNull()
  })

  it('keeps the query string in the redirect to the login page', async () => {
    claims = { state: 'signed-out' }
    requestHeaders.set('x-requested-path', '/dashboard/settings/team?page=2&_rsc=abc')
    await expect(requirePage('team')).rejects.toThrow(buildLoginRedirect('team?page=2'))
  })
})

describe('readRequestedPath', () => {
  const getRequestedPage = (headerValue: string | undefined) =>
    readRequestedPath(new Headers(headerValue ? { 'x-requested-path': headerValue } : {}), '/dashboard/team')

  it('keeps the query string from the proxy without framework parameters', () => {
    expect(getRequestedPage('/dashboard/team?page=2&_rsc=abc&x=%2F')).toBe('/dashboard/team?page=2&x=%2F')
    expect(getRequestedPage('/dashboard/team?_rsc=abc')).toBe('/dashboard/team')
  })

  it.each([
    undefined,
    'nonsense',
    'https://evil.example/',
    '//evil.example/dashboard/team?x',
    '/elsewhere?x',
    'http://[',
  ])('falls back to the page path if the header is %s', (headerValue) =>
    expect(getRequestedPage(headerValue)).toMatch(/^\/dashboard\/team([?]x=)?$/),
  )
})
