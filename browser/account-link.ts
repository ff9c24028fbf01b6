import { ACCOUNT_LINK, SIGNED_IN } from '../lib/dom-contract.ts'
import { DASHBOARD_PATH, SIGN_IN_PATH } from '../lib/routes.ts'
import { root } from './dom.ts'

/**
 * Clerk cookie that scripts can read: time of the last sign-in in seconds since 1970, or 0 if signed out.
 * On shared domains, its name has a suffix. The value is a hint, never proof of a session.
 * Source: https://clerk.com/docs/guides/how-clerk-works/cookies
 */
const SESSION_HINT = '__client_uat'

const looksSignedIn = (cookies: string): boolean =>
  cookies.split(';').some((cookie) => {
    const [name = '', value] = cookie.trim().split('=')
    return (name === SESSION_HINT || name.startsWith(`${SESSION_HINT}_`)) && Number(value) > 0
  })

/** Marks the root element as signed in or out. Runs before the first paint. */
export function markSession(): void {
  const mark = () => root.toggleAttribute(SIGNED_IN, looksSignedIn(document.cookie))
  addEventListener('pageshow', mark)
  mark()
}

export function startAccountLinks(): void {
  const follow = () => {
    const path = root.hasAttribute(SIGNED_IN) ? DASHBOARD_PATH : SIGN_IN_PATH
    for (const link of document.querySelectorAll(`a[${ACCOUNT_LINK}]`)) link.setAttribute('href', path)
  }
  addEventListener('pageshow', follow)
  follow()
}
