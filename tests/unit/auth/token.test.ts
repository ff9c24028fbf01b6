import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getCookieSuffix } from '@clerk/shared/keys'
import { describe, expect, it } from 'vitest'
import { factsFrom, type TokenSettings } from '../../../lib/auth/token.ts'
import { ADMIN_CLAIMS, keyPair, sessionToken, SITE } from '../../support/session-token.ts'

const { privateKey, jwtKey } = keyPair()
const publishableKey = `pk_live_${btoa('clerk.stand-in.localhost$')}`
const settings: TokenSettings = {
  publishableKey,
  secretKey: 'sk_test_local_only',
  jwtKey,
  apiUrl: undefined,
  siteUrl: SITE,
}

const MINUTE = 60
const now = () => Math.floor(Date.now() / 1000)
const good = () => sessionToken(ADMIN_CLAIMS, privateKey)
const stateOf = async (headers: Record<string, string>, own: Partial<TokenSettings> = {}) =>
  (await factsFrom(new Headers(headers), { ...settings, ...own })).state

const suffixed = `__session_${await getCookieSuffix(publishableKey)}`

describe('who sent a request', () => {
  it.each([
    ['the cookie', () => ({ cookie: `theme=dark; __session=${good()}` })],
    ['the cookie of this instance', () => ({ cookie: `__session=old; ${suffixed}=${good()}` })],
    ['the header of a program', () => ({ authorization: `Bearer ${good()}` })],
    ['what the proxy passes on', () => ({ 'x-clerk-auth-status': 'signed-in', 'x-clerk-auth-token': good() })],
  ])('is read from %s', async (_place, headers) => {
    expect(await stateOf(headers())).toBe('signed-in')
  })

  it.each([
    ['no token', () => ''],
    ['something that is no token', () => 'abc'],
    ['something in the form of a token', () => 'a.b.c'],
    ['a token of empty parts', () => '..'],
    ['an expired token', () => sessionToken(ADMIN_CLAIMS, privateKey, { at: now() - 3 * MINUTE })],
    ['a token of the future', () => sessionToken(ADMIN_CLAIMS, privateKey, { at: now() + 3 * MINUTE })],
    ['a token signed with another key', () => sessionToken(ADMIN_CLAIMS, keyPair().privateKey)],
    ['a token without a signature', () => sessionToken(ADMIN_CLAIMS, undefined)],
    ['a token whose claims were changed', () => forged(good())],
    ['a token for another site', () => sessionToken({ ...ADMIN_CLAIMS, azp: 'https://elsewhere.example' }, privateKey)],
    ['a token of no session', () => sessionToken({ ...ADMIN_CLAIMS, sid: undefined }, privateKey)],
  ])('is nobody with %s', async (_what, token) => {
    const value = token()
    expect(await stateOf({ cookie: `__session=${value}` })).toBe('signed-out')
    expect(await stateOf({ authorization: `Bearer ${value}` })).toBe('signed-out')
    expect(await stateOf({ 'x-clerk-auth-status': 'signed-in', 'x-clerk-auth-token': value })).toBe('signed-out')
  })

  it('is nobody once the proxy has refused, whatever the cookie says', async () => {
    expect(await stateOf({ cookie: `__session=${good()}`, 'x-clerk-auth-status': 'signed-out' })).toBe('signed-out')
    expect(await stateOf({ cookie: `__session=${good()}`, 'x-clerk-auth-status': 'handshake' })).toBe('signed-out')
  })

  it('is pending as long as the session has a task', async () => {
    const token = sessionToken({ ...ADMIN_CLAIMS, sts: 'pending' }, privateKey)
    expect(await stateOf({ cookie: `__session=${token}` })).toBe('pending')
  })

  it('cannot be said when there is no key and Clerk does not answer', async () => {
    const down = createServer((_request, response) => response.writeHead(500).end())
    await new Promise<void>((ready) => down.listen(0, '127.0.0.1', ready))
    const apiUrl = `http://127.0.0.1:${(down.address() as AddressInfo).port}`
    await expect(stateOf({ cookie: `__session=${good()}` }, { jwtKey: undefined, apiUrl })).rejects.toThrow()
    down.close()
  })
})

/** The same signature under other claims. */
function forged(token: string): string {
  const [header, payload = '', signature] = token.split('.')
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: 'user_other' }
  return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
}
