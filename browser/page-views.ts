import { PAGE_VIEWS_PATH } from '../lib/dom-contract.ts'
import { whenHeadChanges } from './dom.ts'

/** Whether the visitor has asked not to be counted: https://www.w3.org/TR/gpc/ and, older, Do Not Track. */
const refuses = () => navigator.doNotTrack === '1' || Reflect.get(navigator, 'globalPrivacyControl') === true

/**
 * Tells the site the path of each page that is shown, also of one that is shown without loading. Nothing is stored in the
 * browser; the site counts days and paths and nothing else.
 */
export function startPageViews(): void {
  if (refuses()) return
  let shown = ''
  const count = () => {
    if (location.pathname === shown) return
    shown = location.pathname
    // Leaves with the page when the visitor does, and is never waited for; a view that is not counted is nothing to them.
    navigator.sendBeacon?.(PAGE_VIEWS_PATH, shown)
  }
  const start = () => {
    count()
    whenHeadChanges(count)
    addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return
      // The browser kept the page and shows it again.
      shown = ''
      count()
    })
  }
  // A page that the browser prepares is not shown yet, and perhaps never will be.
  if (Reflect.get(document, 'prerendering') === true) {
    document.addEventListener('prerenderingchange', start, { once: true })
  } else start()
}
