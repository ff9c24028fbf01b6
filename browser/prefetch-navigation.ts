import { PREFETCH } from '../lib/dom-contract.ts'
import { whenAtRest } from './when.ts'

/** Delay in milliseconds, so that the page's own requests come first. */
const REST_MS = 3_000

const LINKS = 'header nav a:not([aria-current])'

function isDataScarce(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || /2g|3g/.test(connection?.effectiveType ?? '')
}

/** Marks the header links for prefetching. The rules are in lib/platform/http/speculation-rules.ts. */
function markLinks(): void {
  if (isDataScarce()) return
  for (const link of document.querySelectorAll(LINKS)) link.toggleAttribute(PREFETCH, link.getClientRects().length > 0)
}

export const prefetchNavigation = (): void => whenAtRest(() => setTimeout(() => whenAtRest(markLinks), REST_MS))
