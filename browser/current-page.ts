import { SITE_MENU_ID } from '../lib/dom-contract.ts'

const NAVIGATION_LINKS = `header nav a, #${SITE_MENU_ID} nav a`

export function markCurrentPage(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(NAVIGATION_LINKS))
    if (link.href === location.origin + location.pathname) link.ariaCurrent = 'page'
}
