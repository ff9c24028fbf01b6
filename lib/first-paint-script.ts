import { themeNow } from './theme-script.ts'

/** Storage key of the announcement that a visitor has dismissed; its value is the announcement's id. */
export const ANNOUNCEMENT_KEY = 'announcement'

/**
 * Readable cookie with the time of a visitor's last sign-in in seconds since 1970, 0 when signed out; with a suffix where
 * several applications share a domain. A hint for what to offer, never a proof.
 * Source: https://clerk.com/docs/guides/how-clerk-works/cookies
 */
const SESSION_HINT = '__client_uat'

/*
 * Plain JavaScript for an inline script before the first thing that is painted: what it marks on the root element
 * decides how header and announcement look, so nothing moves or changes afterwards.
 */
export const firstPaintScript = `(() => {
  const root = document.documentElement
${themeNow}
  const theme = resolvedTheme(themeNow())
  root.dataset.theme = theme
  root.style.colorScheme = theme

  const markSession = () => root.toggleAttribute('data-signed-in', document.cookie.split(';').some((cookie) => {
    const [name, value] = cookie.trim().split('=')
    return (name === '${SESSION_HINT}' || name.startsWith('${SESSION_HINT}_')) && Number(value) > 0
  }))
  markSession()
  addEventListener('pageshow', markSession)

  let dismissed
  try { dismissed = localStorage.getItem('${ANNOUNCEMENT_KEY}') } catch {}
  if (dismissed && dismissed === document.currentScript.dataset.announcement) root.dataset.announcement = 'dismissed'
})()`
