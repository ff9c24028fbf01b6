import { PREFETCH } from '../lib/dom-contract.ts'
import { whenAtRest } from './when.ts'

/** Milliseconds that a page is left alone first: what it loads itself comes before what may be visited next. */
const REST_MS = 3_000

/** Links of the header to other pages. */
const LINKS = 'header nav a:not([aria-current])'

/** Whether a visitor asked for less data, or has a line on which it would be felt. */
function isDataScarce(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || /2g|3g/.test(connection?.effectiveType ?? '')
}

/** Marks the visible links of the navigation, which browsers then prefetch (lib/http/speculation-rules.ts). */
function markLinks(): void {
  if (isDataScarce()) return
  for (const link of document.querySelectorAll(LINKS)) link.toggleAttribute(PREFETCH, link.getClientRects().length > 0)
}

/** Has the pages of the main navigation prefetched once the page is idle. */
export const prefetchNavigation = (): void => whenAtRest(() => setTimeout(() => whenAtRest(markLinks), REST_MS))
