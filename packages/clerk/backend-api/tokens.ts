import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { ClerkError, formError, notFound } from '../errors.ts'
import { json } from '../http/responses.ts'
import { requiredText } from '../http/request-body.ts'
import type { Env, Services } from '../http/services.ts'
import { newId } from '../ids.ts'
import { MAX_RECORDS, LIFETIMES } from '../limits.ts'
import type { SignInToken } from '../store/types.ts'

/** Public keys, the second half of a handshake and sign-in tokens. */
export function backendTokenRoutes(services: Services): Hono<Env> {
  const { store, keys, clock, settings, instance } = services
  const routes = new Hono<Env>()

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
    const now = clock.now()
    store.signInTokens.prune(MAX_RECORDS.signInTokens - 1)
    const token = store.signInTokens.put({
      id: newId('signInToken'),
      userId,
      secretHash: keys.hash('ticket', ticket),
      status: 'pending',
      expiresAt: now + lifetime(c.var.body.expires_in_seconds),
      createdAt: now,
      updatedAt: now,
    })
    const url = `${settings.siteOrigin}${instance.pages.signIn}?__clerk_ticket=${ticket}`
    return json(c, { ...signInTokenJson(token), token: ticket, url })
  })

  routes.post('/sign_in_tokens/:id/revoke', (c) => {
    const token = store.signInTokens.get(c.req.param('id'))
    if (!token) throw notFound('Sign-in token')
    if (token.status !== 'pending') throw new ClerkError(400, 'sign_in_token_cannot_be_revoked', 'Not pending any more')
    return json(c, signInTokenJson(store.signInTokens.put({ ...token, status: 'revoked', updatedAt: clock.now() })))
  })

  return routes
}

/** From seconds, as the request gives it, to milliseconds. */
const lifetime = (seconds: unknown): number =>
  typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : LIFETIMES.signInToken

const signInTokenJson = (token: SignInToken) => ({
  object: 'sign_in_token',
  id: token.id,
  status: token.status,
  user_id: token.userId,
  created_at: token.createdAt,
  updated_at: token.updatedAt,
})
