import { PAGE_VIEWS_PATH } from '../lib/dom-contract.ts'

/** Global Privacy Control (https://www.w3.org/TR/gpc/) and Do Not Track. */
const refuses = () => navigator.doNotTrack === '1' || Reflect.get(navigator, 'globalPrivacyControl') === true

/** A beacon outlives the page. */
const count = () => navigator.sendBeacon?.(PAGE_VIEWS_PATH, location.pathname)

/** Also after a back/forward cache restore. Stores nothing in the browser. */
export function startPageViews(): void {
  if (refuses()) return
  addEventListener('pageshow', ({ persisted }) => persisted && count())
  // A prerendered page may never be shown.
  if (Reflect.get(document, 'prerendering') === true) document.addEventListener('prerenderingchange', count)
  else count()
}
