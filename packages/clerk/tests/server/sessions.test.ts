import { createPrivateKey, createHmac, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifyToken } from '@clerk/backend'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type JsonResponse,
  Browser,
  decodeClaims,
  type Json,
  PUBLISHABLE_KEY,
  register,
  signIn,
  SITE,
  temporaryFolder,
  startTestClerk,
} from './fixtures.ts'

const dataDir = temporaryFolder()
const clerk = await startTestClerk({ dataDir })
const shortLivedClerk = await startTestClerk({ tokenSeconds: 1 })
const jwtKey = clerk.publicKey

const WAIT_OPTIONS = { timeout: 20_000 }

function authenticate(browser: Browser, { path = '/dashboard', at = clerk, ...options }: Json = {}) {
  const page = { 'sec-fetch-dest': 'document', accept: 'text/html' }
  const headers = { cookie: browser.cookieHeader, ...page, ...options.headers }
  return at.backend.authenticateRequest(new Request(`${SITE}${path}`, { headers }), {
    jwtKey: at.publicKey,
    authorizedParties: [SITE],
    proxyUrl: `${SITE}/__clerk`,
    ...options,
  })
}

/** Follows a handshake redirect like a browser. */
async function followHandshake(browser: Browser, location: string): Promise<JsonResponse> {
  const { pathname, search } = new URL(location, SITE)
  expect(pathname).toBe('/__clerk/v1/client/handshake')
  return browser.get(`${pathname.replace('/__clerk/v1', '')}${search}`)
}

async function storeToken(browser: Browser): Promise<string> {
  const token = await browser.fetchToken()
  const suffix = [...browser.cookies.keys()]
    .find((name) => name.startsWith('__client_uat_'))!
    .slice('__client_uat_'.length)
  browser.cookies.set('__session', token)
  browser.cookies.set(`__session_${suffix}`, token)
  return token
}

const getRefreshCookieName = (browser: Browser): string =>
  [...browser.cookies.keys()].find((name) => name.startsWith('__refresh_'))!

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function forgeToken(claims: Json, alg = 'RS256'): string {
  const text = `${encode({ alg, typ: 'JWT' })}.${encode(claims)}`
  if (alg === 'none') return `${text}.`
  if (alg === 'HS256') return `${text}.${createHmac('sha256', jwtKey).update(text).digest('base64url')}`
  const key = createPrivateKey(readFileSync(join(dataDir, 'jwt.pem')))
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`
}

describe('session tokens', () => {
  let token = ''
  let person: Awaited<ReturnType<typeof register>>
  beforeAll(async () => {
    person = await register(clerk)
    token = await person.browser.fetchToken()
  })

  it('contain user, session, issuer and expiry', async () => {
    const claims = await verifyToken(token, { jwtKey, authorizedParties: [SITE] })
    expect(claims).toMatchObject({
      sub: person.userId,
      sid: await person.browser.fetchSessionId(),
      azp: SITE,
      iss: 'https://clerk.stand-in.localhost',
      sts: 'active',
      v: 2,
      fva: [0, -1],
      pla: 'u:free_user',
    })
    expect(claims.exp - claims.iat).toBe(60)
    expect(claims).not.toHaveProperty('o')
  })

  it('verify with the key from the Backend API', async () => {
    const claims = await verifyToken(token, { secretKey: 'sk_test_local_only', apiUrl: clerk.backendUrl })
    expect(claims.sub).toBe(person.userId)
  })

  it.each([
    ['a changed claim', () => token.replace(/\.[^.]+\./, `.${encode({ ...decodeClaims(token), sub: 'user_other' })}.`)],
    ['no algorithm', () => forgeToken(decodeClaims(token), 'none')],
    ['the public key as a shared secret', () => forgeToken(decodeClaims(token), 'HS256')],
    ['another party', () => forgeToken({ ...decodeClaims(token), azp: 'https://evil.example' })],
    ['an expiry in the past', () => forgeToken({ ...decodeClaims(token), exp: 1_700_000_000 })],
  ])('are rejected with %s', async (_, forged) => {
    const options = { jwtKey, authorizedParties: [SITE] }
    await expect(verifyToken(forged(), options)).rejects.toThrow()
    await expect(verifyToken(forgeToken(decodeClaims(token)), options)).resolves.toBeDefined()
  })

  it("are returned only to the session's own browser", async () => {
    const sid = await person.browser.fetchSessionId()
    const otherUser = await register(clerk)
    for (const browser of [otherUser.browser, new Browser(clerk)]) {
      const { status, json } = await browser.post(`/client/sessions/${sid}/tokens`)
      expect(status).toBe(401)
      expect(json).not.toHaveProperty('jwt')
    }
  })

  it('contain the factor ages in whole minutes', async () => {
    const { browser } = await register(clerk)
    await clerk.advance(9)
    expect(decodeClaims(await browser.fetchToken()).fva).toEqual([9, -1])
    await clerk.advance(1)
    expect(decodeClaims(await browser.fetchToken()).fva).toEqual([10, -1])
  })
})

describe('site server', () => {
  let visitor: ReturnType<typeof register> | undefined

  it('authenticates a browser by its cookies', async () => {
    const { browser, userId } = await register(clerk)
    await storeToken(browser)
    const state = await authenticate(browser)
    expect(state.status).toBe('signed-in')
    expect(state.toAuth()).toMatchObject({ userId })
    expect((await authenticate(new Browser(clerk))).status).toBe('signed-out')
  })

  it('renews an expired token with the refresh cookie, without a redirect', async () => {
    const { browser, userId } = await register(shortLivedClerk)
    await storeToken(browser)
    const old = browser.cookies.get('__session')
    const authenticateAgain = () => authenticate(browser, { at: shortLivedClerk, clockSkewInMs: 1 })
    await expect
      .poll(async () => (await authenticateAgain()).headers.getSetCookie().join(), WAIT_OPTIONS)
      .toContain('__session=ey')
    const state = await authenticateAgain()
    expect(state.status).toBe('signed-in')
    expect(state.toAuth()).toMatchObject({ userId })
    browser.storeCookies(state.headers.getSetCookie())
    expect(browser.cookies.get('__session')).not.toBe(old)

    browser.cookies.delete(getRefreshCookieName(browser))
    await expect.poll(async () => (await authenticateAgain()).status, WAIT_OPTIONS).toBe('handshake')
  })

  it('receives fresh cookies by a handshake if the token is missing', async () => {
    const { browser, userId } = await register(clerk)
    browser.cookies.delete(getRefreshCookieName(browser))
    const state = await authenticate(browser)
    expect(state.status).toBe('handshake')
    const redirected = await followHandshake(browser, state.headers.get('location')!)
    expect(redirected.status).toBe(307)
    expect(redirected.headers.get('location')).toBe(`${SITE}/dashboard`)
    expect(browser.cookies.has('__clerk_handshake_nonce')).toBe(true)

    const resolved = await authenticate(browser)
    expect(resolved.status).toBe('signed-in')
    expect(resolved.toAuth()).toMatchObject({ userId })
    browser.storeCookies(resolved.headers.getSetCookie())
    expect(browser.cookies.has('__clerk_handshake_nonce')).toBe(false)
    expect((await authenticate(browser)).headers.getSetCookie()).toEqual([])
  })

  it('detects an ended session through the handshake', async () => {
    const { browser } = await register(clerk)
    await clerk.backend.sessions.revokeSession(await browser.fetchSessionId())
    browser.cookies.set('__client_uat', '1')
    const state = await authenticate(browser)
    expect(state.status).toBe('handshake')
    await followHandshake(browser, state.headers.get('location')!)
    const resolved = await authenticate(browser)
    expect(resolved.status).toBe('signed-out')
    browser.storeCookies(resolved.headers.getSetCookie())
    expect(browser.cookies.get('__client_uat')).toBe('0')
  })

  it('can use a handshake nonce once, within a minute', async () => {
    const { browser } = await register(clerk)
    const requestNonce = async () => {
      const { headers } = await browser.get(`/client/handshake?format=nonce&redirect_url=${encodeURIComponent(SITE)}`)
      return /__clerk_handshake_nonce=([^;]+)/.exec(headers.getSetCookie().join('\n'))![1]!
    }
    const nonce = await requestNonce()
    expect((await clerk.backend.clients.getHandshakePayload({ nonce })).directives.join()).toContain('__session=ey')
    await expect(clerk.backend.clients.getHandshakePayload({ nonce })).rejects.toMatchObject({ status: 404 })
    const lateNonce = await requestNonce()
    await clerk.advance(1)
    await expect(clerk.backend.clients.getHandshakePayload({ nonce: lateNonce })).rejects.toMatchObject({ status: 404 })
  })

  it('accepts cookies in a signed handshake value', async () => {
    const { browser } = await register(clerk)
    const { headers } = await browser.get(`/client/handshake?redirect_url=${encodeURIComponent(`${SITE}/x`)}`)
    const value = /__clerk_handshake=([^;]+)/.exec(headers.getSetCookie().join('\n'))![1]!
    expect(decodeClaims(value).handshake.join()).toContain('__session=ey')
  })

  it.each([
    'https://evil.example/',
    '//evil.example/',
    'http://localhost:3100.evil.example/',
    'http://localhost:3100@evil.example/',
    'http://user:secret@localhost:3100/',
    'http://localhost:3101/',
    'https://localhost:3100/',
    'http:\\\\evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/dashboard',
    '',
  ])('cannot use a handshake to redirect to %j', async (address) => {
    visitor ??= register(clerk)
    const { browser } = await visitor
    const handshakeResponse = await browser.get(
      `/client/handshake?format=nonce&redirect_url=${encodeURIComponent(address)}`,
    )
    expect(handshakeResponse.status).toBe(400)
    expect(handshakeResponse.headers.get('location')).toBeNull()
    expect(handshakeResponse.headers.getSetCookie()).toEqual([])
  })

  it('cannot refresh with tokens of another session', async () => {
    const [firstUser, secondUser] = [await register(clerk), await register(clerk)]
    const sid = await firstUser.browser.fetchSessionId()
    const [refresh, otherRefresh] = [firstUser, secondUser].map(({ browser }) =>
      browser.cookies.get(getRefreshCookieName(browser)),
    )
    const validInput = {
      expired_token: await firstUser.browser.fetchToken(),
      refresh_token: refresh!,
      request_origin: SITE,
    }
    const refreshWith = (changes: Json) =>
      clerk.backend.sessions.refreshSession(sid, { ...validInput, ...changes, format: 'cookie' })
    expect((await refreshWith({})).cookies.join()).toContain('__session=ey')
    for (const changes of [
      { refresh_token: otherRefresh },
      { refresh_token: 'x' },
      { expired_token: await secondUser.browser.fetchToken() },
      { expired_token: `${validInput.expired_token}x` },
      { expired_token: 'x' },
      { request_origin: 'https://evil.example' },
    ]) {
      await expect(refreshWith(changes)).rejects.toMatchObject({ status: 401 })
    }
    await clerk.backend.sessions.revokeSession(sid)
    await expect(refreshWith({})).rejects.toMatchObject({ status: 401 })
  })
})

describe('browser sessions', () => {
  it('end on sign-out, also on the server', async () => {
    const { browser } = await register(clerk)
    const sid = await browser.fetchSessionId()
    const { response } = await browser.delete('/client/sessions')
    expect(response.sessions).toEqual([])
    expect(browser.cookies.get('__client_uat')).toBe('0')
    expect(getRefreshCookieName(browser)).toBeUndefined()
    expect((await browser.post(`/client/sessions/${sid}/tokens`)).status).toBe(401)
    expect((await browser.get('/me')).error?.code).toBe('authentication_invalid')
    expect((await clerk.backend.sessions.getSession(sid)).status).toBe('removed')
  })

  it.each([
    ['end', 'ended'],
    ['remove', 'removed'],
  ])('end individually (%s)', async (action, status) => {
    const { browser } = await register(clerk)
    const sid = await browser.fetchSessionId()
    const { response, json } = await browser.post(`/client/sessions/${sid}/${action}`)
    expect(response).toMatchObject({ status, last_active_token: null })
    expect(json.client.sessions).toEqual([])
  })

  it('end after a week', async () => {
    const { browser } = await register(clerk)
    const sid = await browser.fetchSessionId()
    await clerk.advance(7 * 24 * 60 - 1)
    expect((await browser.get('/me')).status).toBe(200)
    await clerk.advance(1)
    expect((await browser.get('/me')).status).toBe(401)
    expect((await browser.get('/client')).response.sessions).toEqual([])
    expect(browser.cookies.get('__client_uat')).toBe('0')
    expect((await clerk.backend.sessions.getSession(sid)).status).toBe('expired')
  })

  it('are listed with device details and can be revoked from another device', async () => {
    const { browser, address } = await register(clerk)
    const phone = await signIn(clerk, address)
    const devices: Json[] = (await browser.get('/me/sessions/active')).json as never
    expect(devices).toHaveLength(2)
    expect(JSON.stringify(devices)).not.toContain('jwt')
    const otherDevice = devices.find(({ id }) => id !== devices[0]!.id)!
    const activity = { object: 'session_activity', ip_address: '127.0.0.1', city: 'This machine' }
    expect(otherDevice.latest_activity).toMatchObject(activity)

    const phoneId = await phone.fetchSessionId()
    const revoked = await browser.post(`/me/sessions/${phoneId}/revoke`)
    expect(revoked.response).toMatchObject({ id: phoneId, status: 'revoked', last_active_token: null })
    expect((await phone.get('/client')).response.sessions).toEqual([])
    expect(phone.cookies.get('__client_uat')).toBe('0')
    expect((await browser.get('/me')).status).toBe(200)
  })

  it('are cleared if the browser is unknown to the server', async () => {
    const browser = new Browser(clerk)
    browser.cookies.set('__client', 'client_gone.secret')
    browser.cookies.set('__client_uat', '1700000000')
    expect((await browser.get('/client')).response).toBeNull()
    expect(browser.cookies.get('__client_uat')).toBe('0')
    expect((await new Browser(clerk).get('/client')).headers.getSetCookie()).toEqual([])
  })

  it('of other users cannot be ended', async () => {
    const [firstUser, secondUser] = [await register(clerk), await register(clerk)]
    const sid = await secondUser.browser.fetchSessionId()
    expect((await firstUser.browser.post(`/me/sessions/${sid}/revoke`)).status).toBe(404)
    expect((await firstUser.browser.post(`/client/sessions/${sid}/end`)).status).toBe(401)
    expect((await secondUser.browser.get('/me')).status).toBe(200)
  })

  it('cannot activate an organization without membership', async () => {
    const { browser } = await register(clerk)
    const path = `/client/sessions/${await browser.fetchSessionId()}`
    expect((await browser.post(`${path}/touch`, { active_organization_id: 'org_unknown' })).status).toBe(404)
    expect((await browser.post(`${path}/tokens`, { organization_id: 'org_unknown' })).status).toBe(404)
    expect((await browser.post(`${path}/touch`, { active_organization_id: '' })).status).toBe(200)
  })

  it('end when the user is banned', async () => {
    const { browser, userId, address } = await register(clerk)
    await clerk.backend.users.banUser(userId)
    expect((await browser.get('/me')).status).toBe(401)
    const { error } = await new Browser(clerk).post('/client/sign_ins', { identifier: address })
    expect(error?.code).toBe('user_banned')
    await clerk.backend.users.unbanUser(userId)
    await signIn(clerk, address)
  })
})

describe('development key', () => {
  it('identifies the browser by a query parameter', async () => {
    const publishableKey = PUBLISHABLE_KEY.replace('live', 'test')
    const development = await startTestClerk({ publishableKey })
    const browser = new Browser(development)
    const { id } = (await browser.post('/dev_browser')).json
    expect(id).toMatch(/^dvb_\w{40}$/)
    const redirected = await browser.get(
      `/client/handshake?format=nonce&redirect_url=${encodeURIComponent(SITE)}&__clerk_db_jwt=${id}`,
    )
    expect(new URL(redirected.headers.get('location')!).searchParams.get('__clerk_handshake_nonce')).toMatch(
      /^[\w-]{32}$/,
    )
    const first = await browser.post(`/client/sign_ins?__clerk_db_jwt=${id}`)
    const withoutCookies = new Browser(development)
    const clientResponse = await withoutCookies.get(`/client?__clerk_db_jwt=${id}`)
    expect(clientResponse.response.sign_in.id).toBe(first.response.id)
    expect((await withoutCookies.get('/client?__clerk_db_jwt=dvb_other')).response).toBeNull()
  })
})
