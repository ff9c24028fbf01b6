import { PAGE_VIEWS_PATH } from '../lib/dom-contract.ts'

/** Whether the visitor has asked not to be counted: https://www.w3.org/TR/gpc/ and, older, Do Not Track. */
const refuses = () => navigator.doNotTrack === '1' || Reflect.get(navigator, 'globalPrivacyControl') === true

/** Leaves with the page when the visitor does, and is never waited for; a view that is not counted is nothing to them. */
const count = () => navigator.sendBeacon?.(PAGE_VIEWS_PATH, location.pathname)

/**
 * Tells the site the path of the page each time it is shown: when it is loaded, and when the browser shows it again that
 * kept it. Nothing is stored in the browser; the site counts days and paths and nothing else.
 */
export function startPageViews(): void {
  if (refuses()) return
  addEventListener('pageshow', ({ persisted }) => persisted && count())
  // A page that the browser prepares is not shown yet, and perhaps never will be.
  if (Reflect.get(document, 'prerendering') === true) document.addEventListener('prerenderingchange', count)
  else count()
}
