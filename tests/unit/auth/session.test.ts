import { createServer } from 'node:http'
import { createClerkClient } from '@clerk/backend'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  type Feature,
  FEATURES,
  PERMISSION_NAMES,
  type Plan,
  PLANS,
  type Reverification,
} from '../../../lib/platform/auth/access-table.ts'
import { checkAccess } from '../../../lib/platform/auth/check-access.ts'
import type { SessionClaims } from '../../../lib/platform/auth/session-claims.ts'
import { REVERIFICATION_MINUTES } from '../../../lib/constants.ts'
import { closeServer, listenOnFreePort } from '../../support/http.ts'
import { ADMIN_CLAIMS, createKeyPair, createSessionToken, SITE_URL } from '../../support/session-token.ts'
import { parseTokenHeader, removeUnreadableTokens } from '../../../lib/platform/auth/request-tokens.ts'

vi.mock('server-only', () => ({}))

const { authenticateRequest } = await import('../../../lib/dashboard/access/session.ts')

const { privateKey, jwtKey } = createKeyPair()
const keys = { publishableKey: `pk_live_${btoa('clerk.stand-in.localhost$')}`, secretKey: 'sk_test_local_only' }
const clerk = createClerkClient({ ...keys, jwtKey })

const MINUTE_SECONDS = 60
const getNowSeconds = () => Math.floor(Date.now() / 1000)
const createToken = () => createSessionToken(ADMIN_CLAIMS, privateKey)
const readClaims = (headers: Record<string, string>, client = clerk): Promise<SessionClaims> =>
  authenticateRequest(new Headers(headers), client, {
    siteUrl: SITE_URL,
    issuer: ADMIN_CLAIMS.iss,
    hasKey: client === clerk,
  })
const readState = async (...args: Parameters<typeof readClaims>) => (await readClaims(...args)).state

const buildCookies = (token: string) => ({
  cookie: `theme=dark; __session=${token}; __client_uat=${getNowSeconds() - MINUTE_SECONDS}`,
})

describe('request authentication', () => {
  it.each([
    ['the cookie', () => buildCookies(createToken())],
    ['the Authorization header', () => ({ authorization: `Bearer ${createToken()}` })],
    ['the proxy header', () => ({ 'x-session-token': createToken() })],
    ['the proxy header before the cookie', () => ({ ...buildCookies('old'), 'x-session-token': createToken() })],
  ])('reads the session from %s', async (_place, headers) => expect(await readState(headers())).toBe('signed-in'))

  it.each([
    ['no token', () => ''],
    ['a random string', () => 'abc'],
    ['a string in token format', () => 'a.b.c'],
    ['a token with empty parts', () => '..'],
    [
      'an expired token',
      () => createSessionToken(ADMIN_CLAIMS, privateKey, { at: getNowSeconds() - 3 * MINUTE_SECONDS }),
    ],
    [
      'a token from the future',
      () => createSessionToken(ADMIN_CLAIMS, privateKey, { at: getNowSeconds() + 3 * MINUTE_SECONDS }),
    ],
    ['a token signed with another key', () => createSessionToken(ADMIN_CLAIMS, createKeyPair().privateKey)],
    ['a token without a signature', () => createSessionToken(ADMIN_CLAIMS, undefined)],
    ['a token with changed claims', () => forgeToken(createToken())],
    [
      'a token for another site',
      () => createSessionToken({ ...ADMIN_CLAIMS, azp: 'https://elsewhere.example' }, privateKey),
    ],
    [
      'a token from another instance',
      () => createSessionToken({ ...ADMIN_CLAIMS, iss: 'https://other.example' }, privateKey),
    ],
    ['a token without an instance', () => createSessionToken({ ...ADMIN_CLAIMS, iss: undefined }, privateKey)],
    ['a token without a session', () => createSessionToken({ ...ADMIN_CLAIMS, sid: undefined }, privateKey)],
    ['a token without a user', () => createSessionToken({ ...ADMIN_CLAIMS, sub: undefined }, privateKey)],
  ])('returns signed-out with %s', async (_what, token) => {
    const value = token()
    expect(await readState(buildCookies(value))).toBe('signed-out')
    expect(await readState({ authorization: `Bearer ${value}` })).toBe('signed-out')
    expect(await readState({ 'x-session-token': value })).toBe('signed-out')
  })

  it('returns signed-out if the proxy found no session, despite a valid cookie', async () => {
    expect(await readState({ ...buildCookies(createToken()), 'x-session-token': 'none' })).toBe('signed-out')
  })

  it('returns pending while the session has an open task', async () => {
    const token = createSessionToken({ ...ADMIN_CLAIMS, sts: 'pending' }, privateKey)
    expect(await readState(buildCookies(token))).toBe('pending')
  })

  it('returns signed-out for any invalid token and never throws', async () => {
    const encoded = fc.json().map((text) => Buffer.from(text).toString('base64url'))
    const parts = fc.array(fc.oneof(fc.string(), fc.base64String(), encoded), { maxLength: 4 })
    const token = fc.oneof(
      fc.string(),
      parts.map((each) => each.join('.')),
    )
    await fc.assert(
      fc.asyncProperty(token, async (text) => {
        const value = text.replaceAll(/[^\x21-\x7e]/g, '')
        expect(await readState(buildCookies(value))).toBe('signed-out')
        expect(await readState({ authorization: `Bearer ${value}` })).toBe('signed-out')
      }),
      // The example decodes to an empty header and a `null` payload, on which Clerk's parser throws.
      { numRuns: 300, examples: [['e30.bnVsbA.']] },
    )
  })

  it('fails if no public key is configured and Clerk is unavailable', async () => {
    const failingServer = createServer((_request, response) => response.writeHead(500).end())
    const client = createClerkClient({ ...keys, apiUrl: `http://127.0.0.1:${await listenOnFreePort(failingServer)}` })
    // Clerk's client retries for seconds, so both requests run concurrently.
    await Promise.all([
      expect(readState(buildCookies(createToken()), client)).rejects.toThrow('public key'),
      expect(readState({ 'x-session-token': createToken() }, client)).rejects.toThrow('public key'),
    ])
    await closeServer(failingServer)
  })
})

/** Changes the claims of a token and keeps its signature. */
function forgeToken(token: string): string {
  const [header, payload = '', signature] = token.split('.')
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: 'user_other' }
  return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
}

describe('token claims', () => {
  const readClaimsFrom = (claims: object) =>
    readClaims({ authorization: `Bearer ${createSessionToken({ ...ADMIN_CLAIMS, ...claims }, privateKey)}` })

  it('contain the organization, plan features and role permissions', async () => {
    const o = { id: 'org_1', rol: 'member', slg: 's', per: 'read,manage', fpm: '1,3,0,1,0' }
    expect(await readClaimsFrom({ o })).toEqual({
      state: 'signed-in',
      userId: 'user_admin',
      sessionId: 'sess_1',
      organization: { id: 'org_1', slug: 's', role: 'org:member' },
      permissions: ['org:leads:read', 'org:appointments:read', 'org:appointments:manage', 'org:settings:read'],
      features: ['leads', 'appointments', 'integrations', 'settings', 'second_factor_policy'],
      plans: ['several_crews'],
      factorAges: [1, -1],
    })
  })

  it("exclude features and plans of the user's personal subscription", async () => {
    const claims = { fea: 'u:integrations, o:leads,ou:settings', pla: 'u:free_user' }
    expect(await readClaimsFrom(claims)).toMatchObject({ features: ['leads', 'settings'], plans: [] })
    expect(await readClaimsFrom({ o: undefined, fea: '', pla: undefined })).toMatchObject({
      organization: null,
      plans: [],
    })
  })
})

describe('access decision', () => {
  const tokens = [
    {},
    { o: { ...ADMIN_CLAIMS.o, rol: 'member', fpm: '1,3,0,1,0' } },
    { o: undefined, fea: '', pla: 'u:free_user' },
    { fea: 'o:leads,u:settings', pla: 'u:several_crews,o:night_line', o: { ...ADMIN_CLAIMS.o, fpm: '3' } },
    ...[-1, 0, 9, 10, 59, 60, 1439, 1440].flatMap((first) =>
      [-1, 0, 9, 10, 60].map((second) => ({ fva: [first, second] })),
    ),
    { fva: undefined },
  ]

  it.each(tokens)("matches Clerk's decision for %j", async (overrides) => {
    const headers = { authorization: `Bearer ${createSessionToken({ ...ADMIN_CLAIMS, ...overrides }, privateKey)}` }
    const claims = await readClaims(headers)
    const state = await clerk.authenticateRequest(new Request(SITE_URL, { headers }), { authorizedParties: [SITE_URL] })
    const has = state.toAuth()?.has ?? (() => undefined)
    const isAllowed = (rule: Parameters<typeof checkAccess>[1]) =>
      !checkAccess(claims, { organization: 'optional', ...rule })
    for (const permission of PERMISSION_NAMES) expect(isAllowed({ permission })).toBe(has({ permission }))
    for (const feature of Object.keys(FEATURES) as Feature[])
      expect(isAllowed({ feature })).toBe(has({ feature: `org:${feature}` }))
    for (const plan of Object.keys(PLANS) as Plan[]) expect(isAllowed({ plan })).toBe(has({ plan: `org:${plan}` }))
    for (const reverification of Object.keys(REVERIFICATION_MINUTES) as Reverification[])
      expect(isAllowed({ reverification })).toBe(has({ reverification }))
  })
})

const token = createSessionToken(ADMIN_CLAIMS, createKeyPair().privateKey)

const encodePart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const MALFORMED_TOKENS = [
  'e30.bnVsbA.',
  'x',
  '..',
  '%E0%A4%A',
  ...[null, [], 1, 'text', true].flatMap((value) => [
    `${encodePart({})}.${encodePart(value)}.x`,
    `${encodePart(value)}.${encodePart({})}.x`,
    `${encodePart(value)}.${encodePart(value)}.`,
  ]),
]

describe('removeUnreadableTokens', () => {
  it.each(MALFORMED_TOKENS)('removes unreadable tokens: %s', (text) => {
    const cookie = `theme=dark; __session=${text}; __session_abc=${text}; __clerk_handshake=${text}; __client_uat=5`
    const headers = removeUnreadableTokens(new Headers({ cookie, authorization: `Bearer ${text}`, accept: '*/*' }))
    expect(Object.fromEntries(headers)).toEqual({ accept: '*/*', cookie: 'theme=dark; __client_uat=5' })
  })

  it('keeps readable tokens', () => {
    const sentHeaders = { cookie: `a=b; __session=${token}; __session_abc=${token}`, authorization: `Bearer ${token}` }
    expect(Object.fromEntries(removeUnreadableTokens(new Headers(sentHeaders)))).toEqual(sentHeaders)
    expect(Object.fromEntries(removeUnreadableTokens(new Headers()))).toEqual({})
  })
})

describe('parseTokenHeader', () => {
  it.each([
    ['Bearer', `Bearer ${token}`, token],
    ['no scheme', token, token],
    ['basic authentication', 'Basic eDp5', undefined],
    ['another scheme', `Basic ${token}`, undefined],
    ['a malformed token', 'Bearer x', undefined],
    ['an empty value', '', undefined],
  ])('parses an authorization header with %s', (_what, authorization, expected) => {
    expect(parseTokenHeader(new Headers({ authorization }))).toBe(expected)
  })
})
