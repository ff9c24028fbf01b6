import { SITE_MENU_ID } from '../lib/dom-contract.ts'
import { whenHeadChanges } from './dom.ts'

/** Links of the header and of the menu of small screens. */
const NAVIGATION = `header nav a, #${SITE_MENU_ID} nav a`

/** Marks the links of the navigation that lead to the page one is on, and goes along when that changes. */
export function startCurrentPage(): void {
  const mark = () => {
    for (const link of document.querySelectorAll<HTMLAnchorElement>(NAVIGATION))
      link.ariaCurrent = link.href === location.origin + location.pathname ? 'page' : null
  }
  whenHeadChanges(mark)
  mark()
}
