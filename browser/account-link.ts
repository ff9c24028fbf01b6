import { ACCOUNT_LINK_ATTRIBUTE, SIGNED_IN_ATTRIBUTE } from '../lib/dom-contract.ts'
import { DASHBOARD_PATH, SIGN_IN_PATH } from '../lib/routes.ts'
import { root } from './dom.ts'

/**
 * Clerk cookie that scripts can read: time of the last sign-in in seconds since 1970, or 0 if signed out.
 * On shared domains, its name has a suffix. The value is a hint, never proof of a session.
 * Source: https://clerk.com/docs/guides/how-clerk-works/cookies
 */
const SESSION_HINT_COOKIE = '__client_uat'

const isSignedIn = (cookies: string): boolean =>
  cookies.split(';').some((cookie) => {
    const [name = '', value] = cookie.trim().split('=')
    return (name === SESSION_HINT_COOKIE || name.startsWith(`${SESSION_HINT_COOKIE}_`)) && Number(value) > 0
  })

/** Marks the root element as signed in or out. Runs before the first paint. */
export function markSession(): void {
  const updateMark = () => root.toggleAttribute(SIGNED_IN_ATTRIBUTE, isSignedIn(document.cookie))
  addEventListener('pageshow', updateMark)
  updateMark()
}

export function startAccountLinks(): void {
  const updateLinks = () => {
    const path = root.hasAttribute(SIGNED_IN_ATTRIBUTE) ? DASHBOARD_PATH : SIGN_IN_PATH
    for (const link of document.querySelectorAll(`a[${ACCOUNT_LINK_ATTRIBUTE}]`)) link.setAttribute('href', path)
  }
  addEventListener('pageshow', updateLinks)
  updateLinks()
}
