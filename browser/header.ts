import { SOLID_HEADER_AFTER } from '../lib/constants.ts'
import { SCROLLED } from '../lib/dom-contract.ts'
import { root } from './dom.ts'

/** Says on the root element whether the page has scrolled: the header is then solid. */
export function startHeader(): void {
  const mark = () => root.toggleAttribute(SCROLLED, scrollY > SOLID_HEADER_AFTER)
  addEventListener('scroll', mark, { passive: true })
  addEventListener('pageshow', mark)
  mark()
}
