import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import { page, requiredText, text } from '../http/fields.ts'
import { clientUatCookies, json, refreshCookie, sessionCookies } from '../http/responses.ts'
import { endSession, isLive } from '../model/sessions.ts'
import { isRefreshToken, mintSessionToken } from '../model/tokens.ts'
import { backendSessionJson } from '../resources/client.ts'
import { timesJson } from '../resources/user.ts'
import { ClerkError, formError, invalidParam, notFound } from '../services/errors.ts'
import { LIFETIMES, MAX_RECORDS } from '../services/limits.ts'
import type { ClerkContext, Env, Services } from '../services/services.ts'
import { newRecord, type Session, type SignInToken } from '../services/store.ts'

export function backendSessionRoutes(routes: Hono<Env>, services: Services): void {
  const { store, clock, keys, settings } = services
  const find = (c: ClerkContext): Session => store.sessions.getOrThrow(c.req.param('id')!, 'Session')

  routes.get('/sessions', (c) => {
    const { user_id: userId, client_id: clientId, status } = c.req.query()
    if (!userId && !clientId) throw invalidParam('user_id', 'Either user_id or client_id is required.')
    const all = userId ? store.sessions.where('userId', userId) : store.sessions.where('clientId', clientId!)
    const wanted = all.filter((session) => !clientId || session.clientId === clientId)
    const shown = wanted.toReversed().map((session) => backendSessionJson(services, session))
    const withStatus = shown.filter((session) => !status || session.status === status)
    return json(
      c,
      page(c, withStatus, (session) => session),
    )
  })

  routes.get('/sessions/:id', (c) => json(c, backendSessionJson(services, find(c))))

  routes.post('/sessions/:id/revoke', (c) => {
    const revoked = store.transaction(() => endSession(services, find(c), 'revoked'))
    return json(c, backendSessionJson(services, revoked))
  })

  // The site's server sends the refresh cookie to renew an expired token without a redirect.
  routes.post('/sessions/:id/refresh', async (c) => {
    const { body } = c.var
    const session = live(find(c))
    const expired = await keys.readToken(requiredText(body, 'expired_token'))
    const valid = isRefreshToken(keys, session, requiredText(body, 'refresh_token'))
    if (!valid || expired?.sid !== session.id || text(body, 'request_origin') !== settings.siteOrigin) {
      throw new ClerkError(401, 'refresh_token_invalid', 'Invalid refresh token')
    }
    const token = (await mintSessionToken(services, session))!
    if (text(body, 'format') === 'token') return json(c, { object: 'token', jwt: token })
    const client = store.clients.get(session.clientId)
    const cookies = [...sessionCookies(services, token), ...clientUatCookies(services, client)]
    return json(c, { object: 'cookies', cookies: [...cookies, refreshCookie(services, session)] })
  })

  const live = (session: Session): Session => {
    if (isLive(session, clock.now())) return session
    throw new ClerkError(401, 'session_not_active', 'Session is not active')
  }
}

export function backendTokenRoutes(routes: Hono<Env>, services: Services): void {
  const { store, keys, clock, settings, instance } = services
  routes.get('/jwks', (c) => json(c, keys.keySet))

  routes.get('/clients/handshake_payload', (c) => {
    const nonce = store.nonces.get(c.req.query('nonce') ?? '')
    if (nonce) store.nonces.delete(nonce.id)
    if (!nonce || nonce.expiresAt <= clock.now()) throw notFound('Handshake nonce')
    return json(c, { directives: nonce.directives })
  })

  routes.post('/sign_in_tokens', (c) => {
    const userId = requiredText(c.var.body, 'user_id')
    if (!store.users.get(userId)) throw formError('user_id', 'resource_not_found', 'not found', 'User not found')
    const ticket = randomBytes(24).toString('base64url')
    store.signInTokens.prune(MAX_RECORDS.signInTokens - 1)
    const token = store.signInTokens.put({
      ...newRecord(services, 'signInToken'),
      userId,
      secretHash: keys.hash('ticket', ticket),
      status: 'pending',
      expiresAt: clock.now() + lifetime(c.var.body.expires_in_seconds),
    })
    const url = `${settings.siteOrigin}${instance.pages.signIn}?__clerk_ticket=${ticket}`
    return json(c, { ...signInTokenJson(token), token: ticket, url })
  })

  routes.post('/sign_in_tokens/:id/revoke', (c) => {
    const token = store.signInTokens.getOrThrow(c.req.param('id'), 'Sign-in token')
    if (token.status !== 'pending') throw new ClerkError(400, 'sign_in_token_cannot_be_revoked', 'No longer pending')
    return json(c, signInTokenJson(store.signInTokens.put({ ...token, status: 'revoked', updatedAt: clock.now() })))
  })
}

const lifetime = (seconds: unknown): number =>
  typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : LIFETIMES.signInToken

const signInTokenJson = (token: SignInToken) => ({
  object: 'sign_in_token',
  id: token.id,
  status: token.status,
  user_id: token.userId,
  ...timesJson(token),
})
