import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { SessionClaims } from '../../../lib/platform/auth/session-claims.ts'
import { ADMIN, MEMBER, WITHOUT_ORGANIZATION } from '../../support/session-claims.ts'

vi.mock('server-only', () => ({}))

let claims: SessionClaims
let requestHeaders: Headers
vi.mock('../../../lib/dashboard/access/session.ts', () => ({ currentSession: async () => claims }))
let isLacking: boolean | undefined
vi.mock('../../../lib/dashboard/access/second-factor.ts', () => ({ lacksSecondFactor: async () => isLacking }))
vi.mock('next/headers', () => ({ headers: async () => requestHeaders }))
vi.mock('next/navigation', () => ({
  redirect: (path: string) => {
    throw new Error(`redirect ${path}`)
  },
  forbidden: () => {
    throw new Error('forbidden')
  },
}))

const { requestedPath, requirePage } = await import('../../../lib/dashboard/access/require-page.ts')

beforeEach(() => {
  requestHeaders = new Headers()
  isLacking = false
})

const toLogin = (page: string) => `redirect /login?redirect_url=${encodeURIComponent(`/dashboard/settings/${page}`)}`

describe('a page', () => {
  it('leads somebody who lacks the second factor that is asked for to where it is added, and to no page before', async () => {
    claims = ADMIN
    isLacking = true
    await expect(requirePage('data')).rejects.toThrow('redirect /dashboard/settings/account/security')
    await expect(requirePage('today')).rejects.toThrow('redirect /dashboard/settings/account/security')
    expect(await requirePage('account', ['security'])).toBe(ADMIN)
    claims = WITHOUT_ORGANIZATION
    expect(await requirePage('welcome')).toBe(WITHOUT_ORGANIZATION)
  })

  it('is shown while it is not known whether a second factor is asked for', async () => {
    claims = ADMIN
    isLacking = undefined
    expect(await requirePage('data')).toBe(ADMIN)
  })

  it.each<[who: string, SessionClaims, name: 'data' | 'account', rest: string[], outcome: string]>([
    ['signed out', { state: 'signed-out' }, 'data', [], 'redirect /login?redirect_url=%2Fdashboard%2Fsettings%2Fdata'],
    ['pending', { state: 'pending' }, 'data', [], toLogin('data')],
    ['signed out, below a page', { state: 'signed-out' }, 'account', ['security'], toLogin('account/security')],
    ['without an organization', WITHOUT_ORGANIZATION, 'data', [], 'redirect /dashboard/welcome'],
    ['a member', MEMBER, 'data', [], 'forbidden'],
  ])('refuses somebody %s', async (_who, who, name, rest, outcome) => {
    claims = who
    await expect(requirePage(name, rest)).rejects.toThrow(outcome)
  })

  it('is told who it lets in', async () => {
    claims = ADMIN
    expect((await requirePage('data')).organization.id).toBe('org_1')
    claims = WITHOUT_ORGANIZATION
    expect((await requirePage('account')).organization).toBeNull()
  })

  it('comes back with the query that was asked for', async () => {
    claims = { state: 'signed-out' }
    requestHeaders.set('x-requested-path', '/dashboard/settings/team?page=2&_rsc=abc')
    await expect(requirePage('team')).rejects.toThrow(toLogin('team?page=2'))
  })
})

describe('the path that was asked for', () => {
  const requested = (noted: string | undefined) =>
    requestedPath(new Headers(noted ? { 'x-requested-path': noted } : {}), '/dashboard/team')

  it('keeps the query that the proxy noted, without what the framework adds', () => {
    expect(requested('/dashboard/team?page=2&_rsc=abc&x=%2F')).toBe('/dashboard/team?page=2&x=%2F')
    expect(requested('/dashboard/team?_rsc=abc')).toBe('/dashboard/team')
  })

  it.each([
    undefined,
    'nonsense',
    'https://evil.example/',
    '//evil.example/dashboard/team?x',
    '/elsewhere?x',
    'http://[',
  ])('is that of the page when the proxy says %s', (noted) =>
    expect(requested(noted)).toMatch(/^\/dashboard\/team([?]x=)?$/),
  )
})
