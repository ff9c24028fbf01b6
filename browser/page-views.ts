import { PAGE_VIEWS_PATH } from '../lib/dom-contract.ts'

/** Returns whether the visitor opts out, by Global Privacy Control (https://www.w3.org/TR/gpc/) or Do Not Track. */
const hasOptedOut = () => navigator.doNotTrack === '1' || Reflect.get(navigator, 'globalPrivacyControl') === true

/** Counts a view with a beacon, which the browser sends even if the page closes. */
const count = () => navigator.sendBeacon?.(PAGE_VIEWS_PATH, location.pathname)

/** Counts page views, including back/forward cache restores. Stores nothing in the browser. */
export function startPageViews(): void {
  if (hasOptedOut()) return
  addEventListener('pageshow', ({ persisted }) => persisted && count())
  // Visitors may never see a prerendered page, so count it only when it becomes visible.
  if (Reflect.get(document, 'prerendering') === true) document.addEventListener('prerenderingchange', count)
  else count()
}
