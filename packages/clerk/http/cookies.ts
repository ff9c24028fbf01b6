import { setCookie } from 'hono/cookie'
import { serialize } from 'hono/utils/cookie'
import { liveSessions } from '../sessions/live.ts'
import { refreshToken } from '../sessions/token.ts'
import type { Settings } from '../settings.ts'
import type { Client, Session } from '../store/types.ts'
import type { ClerkContext, Services } from './services.ts'

const YEAR = 365 * 24 * 60 * 60

export const CLIENT_COOKIE = '__client'

const options = ({ secure }: Settings, httpOnly: boolean, maxAge = YEAR) =>
  ({ path: '/', maxAge, sameSite: 'Lax', secure, httpOnly }) as const

/** Adds the browser's cookies to the response when they have changed. */
export function sendClientCookies(services: Services, c: ClerkContext): void {
  const { freshSecret } = c.var
  const client = c.var.client && services.store.clients.get(c.var.client.id)
  // Not when the transaction that stored the secret was rolled back.
  const fresh = freshSecret !== undefined && client?.secretHash === services.keys.hash('client', freshSecret)
  if (!client || !(c.var.cookiesDue || fresh)) return
  if (fresh) setCookie(c, CLIENT_COOKIE, `${client.id}.${freshSecret}`, options(services.settings, true))
  const session = currentSession(services, client)
  for (const line of [...clientUatCookies(services, client), refreshCookie(services, session)]) {
    c.header('set-cookie', line, { append: true })
  }
}

/** The session that the browser last used, or another live one. */
export function currentSession(services: Services, client: Client): Session | undefined {
  const live = liveSessions(services, client)
  return live.find(({ id }) => id === client.lastActiveSessionId) ?? live[0]
}

/**
 * `__client_uat`: seconds since 1970 when sessions last began or ended, 0 without any. The site's server compares it with a token's
 * `iat` to find out whether the token is older than the latest change.
 */
export function clientUatCookies(services: Services, client: Client | undefined): string[] {
  const signedIn = client && liveSessions(services, client).length > 0
  const value = String(signedIn ? client.sessionsChangedAt : 0)
  return suffixed(services.settings, '__client_uat').map((name) =>
    serialize(name, value, options(services.settings, false)),
  )
}

/** With this cookie the site's server renews a session token without the browser's help. */
export const refreshCookie = ({ settings, keys }: Services, session: Session | undefined): string =>
  session
    ? serialize(`__refresh_${settings.cookieSuffix}`, refreshToken(keys, session), options(settings, true))
    : serialize(`__refresh_${settings.cookieSuffix}`, '', options(settings, true, 0))

/** `__session`, readable by clerk-js, which writes it too; an empty token removes it. */
export const sessionCookies = ({ settings }: Services, token: string): string[] =>
  suffixed(settings, '__session').map((name) => serialize(name, token, options(settings, false, token ? YEAR : 0)))

/** A cookie's plain name, and the one with the instance's suffix. */
const suffixed = ({ cookieSuffix }: Settings, name: string): string[] => [name, `${name}_${cookieSuffix}`]
