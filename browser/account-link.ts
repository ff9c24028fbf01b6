import { ACCOUNT_LINK, SIGNED_IN } from '../lib/dom-contract.ts'
import { DASHBOARD_PATH, SIGN_IN_PATH } from '../lib/routes.ts'
import { root } from './dom.ts'

/**
 * Readable cookie with the time of a visitor's last sign-in in seconds since 1970, 0 when signed out; with a suffix where
 * several applications share a domain. A hint for what to offer, never a proof.
 * Source: https://clerk.com/docs/guides/how-clerk-works/cookies
 */
const SESSION_HINT = '__client_uat'

/** Whether a `document.cookie` is that of a visitor who looks signed in. */
const looksSignedIn = (cookies: string): boolean =>
  cookies.split(';').some((cookie) => {
    const [name = '', value] = cookie.trim().split('=')
    return (name === SESSION_HINT || name.startsWith(`${SESSION_HINT}_`)) && Number(value) > 0
  })

/** Says on the root element, before the first paint, whether a visitor looks signed in. */
export function markSession(): void {
  const mark = () => root.toggleAttribute(SIGNED_IN, looksSignedIn(document.cookie))
  addEventListener('pageshow', mark)
  mark()
}

/** Has the links to the account lead where the root element says. */
export function startAccountLinks(): void {
  const follow = () => {
    const path = root.hasAttribute(SIGNED_IN) ? DASHBOARD_PATH : SIGN_IN_PATH
    for (const link of document.querySelectorAll(`a[${ACCOUNT_LINK}]`)) link.setAttribute('href', path)
  }
  addEventListener('pageshow', follow)
  follow()
}
