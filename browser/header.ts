import { SOLID_HEADER_AFTER } from '../lib/constants.ts'
import { SCROLLED } from '../lib/dom-contract.ts'
import { root } from './dom.ts'

/** Whether the style sheet sees to the header by itself. */
const hasScrollTimelines = () => globalThis.CSS?.supports?.('animation-timeline: scroll()') === true

/** Says on the root element whether the page has scrolled, in browsers whose style sheets cannot: the header is then solid. */
export function startHeader(): void {
  if (hasScrollTimelines()) return
  const mark = () => root.toggleAttribute(SCROLLED, scrollY > SOLID_HEADER_AFTER)
  addEventListener('scroll', mark, { passive: true })
  addEventListener('pageshow', mark)
  mark()
}
