import { SITE_MENU_ID } from '../lib/dom-contract.ts'

/** Links of the header and of the menu of small screens. */
const NAVIGATION = `header nav a, #${SITE_MENU_ID} nav a`

/** Marks the links of the navigation that lead to the page one is on. */
export function markCurrentPage(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(NAVIGATION))
    if (link.href === location.origin + location.pathname) link.ariaCurrent = 'page'
}
