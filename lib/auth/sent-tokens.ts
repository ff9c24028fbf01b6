import { decodeJwt } from '@clerk/backend/jwt'

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a text can be read as a token: on some that cannot, such as `e30.bnVsbA.`, Clerk's reader throws. */
function isReadable(text: string): boolean {
  try {
    const { header, payload } = decodeJwt(text)
    return isObject(header) && isObject(payload)
  } catch {
    // It has another form, and is nobody's token.
    return false
  }
}

/** The token that a program names in a header of its own, as Clerk reads it; undefined for any other authorization. */
export function tokenInHeader(headers: Headers): string | undefined {
  const [scheme = '', token] = (headers.get('authorization') ?? '').split(' ', 2)
  const named = token ? scheme === 'Bearer' && token : scheme
  return named && isReadable(named) ? named : undefined
}

/** Cookies in which Clerk looks for a token; the names of a session's may end in a suffix of the instance. */
const TOKEN_COOKIE = /^(?:__session(?:_[^=]*)?|__clerk_handshake)$/

function isUsable(cookie: string): boolean {
  const [name = '', ...value] = cookie.split('=')
  return !TOKEN_COOKIE.test(name.trim()) || isReadable(value.join('=').trim())
}

/** The headers of a request without what stands in the place of a session token and can be none: it is nobody's session. */
export function withoutUnreadableTokens(sent: Headers): Headers {
  const headers = new Headers(sent)
  if (!tokenInHeader(sent)) headers.delete('authorization')
  const cookies = sent.get('cookie')
  if (cookies === null) return headers
  const usable = cookies.split(';').filter(isUsable)
  if (usable.length > 0) headers.set('cookie', usable.join(';'))
  else headers.delete('cookie')
  return headers
}
