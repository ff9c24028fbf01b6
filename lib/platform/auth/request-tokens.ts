import { decodeJwt } from '@clerk/backend/jwt'

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns whether Clerk can parse the token. Clerk's parser throws on some malformed tokens, such as `e30.bnVsbA.`. */
function isReadable(text: string): boolean {
  try {
    const { header, payload } = decodeJwt(text)
    return isObject(header) && isObject(payload)
  } catch {
    // The text is not a token.
    return false
  }
}

/** Returns the bearer token, parsed as Clerk does; undefined for other schemes. */
export function parseTokenHeader(headers: Headers): string | undefined {
  const [scheme = '', token] = (headers.get('authorization') ?? '').split(' ', 2)
  const rawToken = token ? scheme === 'Bearer' && token : scheme
  return rawToken && isReadable(rawToken) ? rawToken : undefined
}

/** Names of Clerk's token cookies. Session cookies may have an instance suffix. */
const TOKEN_COOKIE_PATTERN = /^(?:__session(?:_[^=]*)?|__clerk_handshake)$/

function isUsable(cookie: string): boolean {
  const [name = '', ...value] = cookie.split('=')
  return !TOKEN_COOKIE_PATTERN.test(name.trim()) || isReadable(value.join('=').trim())
}

/** Returns a copy of the headers. Removes malformed session tokens, because Clerk would throw on them. */
export function removeUnreadableTokens(requestHeaders: Headers): Headers {
  const headers = new Headers(requestHeaders)
  if (!parseTokenHeader(requestHeaders)) headers.delete('authorization')
  const cookies = requestHeaders.get('cookie')
  if (cookies === null) return headers
  const usableCookies = cookies.split(';').filter(isUsable)
  if (usableCookies.length > 0) headers.set('cookie', usableCookies.join(';'))
  else headers.delete('cookie')
  return headers
}
