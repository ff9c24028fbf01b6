import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import { paginate, readRequiredText, readOptionalText } from '../http/fields.ts'
import { buildClientUatCookies, sendJson, buildRefreshCookie, buildSessionCookies } from '../http/responses.ts'
import { endSession, isLive } from '../model/sessions.ts'
import { isRefreshToken, mintSessionToken } from '../model/tokens.ts'
import { toBackendSessionJson } from '../resources/client.ts'
import { toTimestampsJson } from '../resources/user.ts'
import { ClerkError, createFormError, createInvalidParamError, createNotFoundError } from '../services/errors.ts'
import { LIFETIMES, MAX_RECORDS } from '../services/limits.ts'
import type { ClerkContext, Env, Services } from '../services/services.ts'
import { createRecord, type Session, type SignInToken } from '../services/store.ts'

export function registerBackendSessionRoutes(routes: Hono<Env>, services: Services): void {
  const { store, clock, keys, settings } = services
  const findSession = (c: ClerkContext): Session => store.sessions.getOrThrow(c.req.param('id')!, 'Session')

  routes.get('/sessions', (c) => {
    const { user_id: userId, client_id: clientId, status } = c.req.query()
    if (!userId && !clientId) throw createInvalidParamError('user_id', 'Either user_id or client_id is required.')
    const sessions = userId ? store.sessions.where('userId', userId) : store.sessions.where('clientId', clientId!)
    const filtered = sessions.filter((session) => !clientId || session.clientId === clientId)
    const items = filtered.toReversed().map((session) => toBackendSessionJson(services, session))
    const matching = items.filter((session) => !status || session.status === status)
    return sendJson(
      c,
      paginate(c, matching, (session) => session),
    )
  })

  routes.get('/sessions/:id', (c) => sendJson(c, toBackendSessionJson(services, findSession(c))))

  routes.post('/sessions/:id/revoke', (c) => {
    const revoked = store.transaction(() => endSession(services, findSession(c), 'revoked'))
    return sendJson(c, toBackendSessionJson(services, revoked))
  })

  // The site's server sends the refresh cookie to renew an expired token without a redirect.
  routes.post('/sessions/:id/refresh', async (c) => {
    const { body } = c.var
    const session = requireLiveSession(findSession(c))
    const expiredClaims = await keys.readToken(readRequiredText(body, 'expired_token'))
    const isValidToken = isRefreshToken(keys, session, readRequiredText(body, 'refresh_token'))
    if (
      !isValidToken ||
      expiredClaims?.sid !== session.id ||
      readOptionalText(body, 'request_origin') !== settings.siteOrigin
    ) {
      throw new ClerkError(401, 'refresh_token_invalid', 'Invalid refresh token')
    }
    const token = (await mintSessionToken(services, session))!
    if (readOptionalText(body, 'format') === 'token') return sendJson(c, { object: 'token', jwt: token })
    const client = store.clients.get(session.clientId)
    const cookies = [...buildSessionCookies(services, token), ...buildClientUatCookies(services, client)]
    return sendJson(c, { object: 'cookies', cookies: [...cookies, buildRefreshCookie(services, session)] })
  })

  const requireLiveSession = (session: Session): Session => {
    if (isLive(session, clock.now())) return session
    throw new ClerkError(401, 'session_not_active', 'Session is not active')
  }
}

export function registerBackendTokenRoutes(routes: Hono<Env>, services: Services): void {
  const { store, keys, clock, settings, instance } = services
  routes.get('/jwks', (c) => sendJson(c, keys.keySet))

  routes.get('/clients/handshake_payload', (c) => {
    const nonce = store.nonces.get(c.req.query('nonce') ?? '')
    if (nonce) store.nonces.delete(nonce.id)
    if (!nonce || nonce.expiresAt <= clock.now()) throw createNotFoundError('Handshake nonce')
    return sendJson(c, { directives: nonce.directives })
  })

  routes.post('/sign_in_tokens', (c) => {
    const userId = readRequiredText(c.var.body, 'user_id')
    if (!store.users.get(userId)) throw createFormError('user_id', 'resource_not_found', 'not found', 'User not found')
    const ticket = randomBytes(24).toString('base64url')
    store.signInTokens.prune(MAX_RECORDS.signInTokens - 1)
    const token = store.signInTokens.put({
      ...createRecord(services, 'signInToken'),
      userId,
      secretHash: keys.hash('ticket', ticket),
      status: 'pending',
      expiresAt: clock.now() + readLifetime(c.var.body.expires_in_seconds),
    })
    const url = `${settings.siteOrigin}${instance.pages.signIn}?__clerk_ticket=${ticket}`
    return sendJson(c, { ...toSignInTokenJson(token), token: ticket, url })
  })

  routes.post('/sign_in_tokens/:id/revoke', (c) => {
    const token = store.signInTokens.getOrThrow(c.req.param('id'), 'Sign-in token')
    if (token.status !== 'pending') throw new ClerkError(400, 'sign_in_token_cannot_be_revoked', 'No longer pending')
    return sendJson(
      c,
      toSignInTokenJson(store.signInTokens.put({ ...token, status: 'revoked', updatedAt: clock.now() })),
    )
  })
}

const readLifetime = (seconds: unknown): number =>
  typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : LIFETIMES.signInToken

const toSignInTokenJson = (token: SignInToken) => ({
  object: 'sign_in_token',
  id: token.id,
  status: token.status,
  user_id: token.userId,
  ...toTimestampsJson(token),
})
