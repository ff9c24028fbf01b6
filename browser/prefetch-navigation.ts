import { PREFETCH_ATTRIBUTE } from '../lib/dom-contract.ts'
import { whenIdle } from './page-timing.ts'

/** Delay, so that the page's own requests come first. */
const DELAY_MS = 3_000

const LINKS_SELECTOR = 'header nav a:not([aria-current])'

function isDataSaverOn(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || /2g|3g/.test(connection?.effectiveType ?? '')
}

/** Marks the header links for prefetching. The rules are in lib/platform/http/speculation-rules.ts. */
function markLinks(): void {
  if (isDataSaverOn()) return
  for (const link of document.querySelectorAll(LINKS_SELECTOR))
    link.toggleAttribute(PREFETCH_ATTRIBUTE, link.getClientRects().length > 0)
}

export const prefetchNavigation = (): void => whenIdle(() => setTimeout(() => whenIdle(markLinks), DELAY_MS))
