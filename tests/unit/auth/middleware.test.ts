import { NextRequest } from 'next/server'
import { describe, expect, it, vi } from 'vitest'
import { ADMIN_CLAIMS, createKeyPair, createSessionToken } from '../../support/session-token.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

const SITE = 'https://www.example.com'
const { privateKey, jwtKey } = createKeyPair()
const createToken = (overrides: object = {}) =>
  createSessionToken({ ...ADMIN_CLAIMS, azp: SITE, ...overrides }, privateKey)

stubSiteEnv({ SITE_URL: SITE })
vi.stubEnv('NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY', `pk_live_${btoa('clerk.example.com$')}`)
vi.stubEnv('CLERK_SECRET_KEY', 'sk_live_0000000000000000')
vi.stubEnv('CLERK_JWT_KEY', jwtKey)

const { accountMiddleware } = await import('../../../lib/platform/auth/middleware.ts')

async function runMiddleware(headers: Record<string, string>) {
  const request = new NextRequest(`${SITE}/dashboard/team?page=2`, { headers })
  const response = await accountMiddleware(request, {} as never)
  const getHeader = (name: string) => response?.headers.get(`x-middleware-request-${name}`)
  return {
    token: getHeader('x-session-token'),
    path: getHeader('x-requested-path'),
    nonce: getHeader('x-nonce'),
    answer: response,
  }
}

describe('account middleware', () => {
  it('forwards the session token, the path and the policy nonce in headers', async () => {
    const value = createToken()
    const { token: forwardedToken, path, nonce, answer } = await runMiddleware({ authorization: `Bearer ${value}` })
    expect(forwardedToken).toBe(value)
    expect(path).toBe('/dashboard/team?page=2')
    expect(answer?.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
  })

  it('forwards the token of a pending session', async () => {
    const value = createToken({ sts: 'pending' })
    expect((await runMiddleware({ authorization: `Bearer ${value}` })).token).toBe(value)
  })

  it.each([
    ['no credentials', {}],
    ['forged internal headers', { 'x-session-token': 'forged', 'x-requested-path': '/elsewhere', 'x-nonce': 'mine' }],
    ['a cookie without a valid token', { cookie: '__session=e30.bnVsbA.; theme=dark' }],
    ['a malformed bearer token', { authorization: 'Bearer bnVsbA.bnVsbA.' }],
    ['an unsigned token', { authorization: `Bearer ${createSessionToken(ADMIN_CLAIMS, undefined)}` }],
  ])('forwards no session if the request has %s', async (_what, headers) => {
    const { token: forwardedToken, path, nonce } = await runMiddleware(headers)
    expect(forwardedToken).toBe('none')
    expect(path).toBe('/dashboard/team?page=2')
    expect(nonce).not.toBe('mine')
  })

  it('allows the voice agent on the login page but not on the dashboard', async () => {
    vi.resetModules()
    vi.stubEnv('VOICE_AGENT_ID', 'agent_01')
    const { accountMiddleware: withVoiceAgent } = await import('../../../lib/platform/auth/middleware.ts')
    const getPolicy = async (path: string) =>
      (await withVoiceAgent(new NextRequest(SITE + path), {} as never))?.headers.get('content-security-policy')
    expect(await getPolicy('/login')).toContain('elevenlabs')
    expect(await getPolicy('/dashboard')).not.toContain('elevenlabs')
  })
})
