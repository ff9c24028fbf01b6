import { SOLID_HEADER_AFTER } from '../lib/constants.ts'
import { SCROLLED } from '../lib/dom-contract.ts'
import { root } from './dom.ts'

const hasScrollTimelines = () => globalThis.CSS?.supports?.('animation-timeline: scroll()') === true

/** Marks the root element of scrolled pages, in browsers without scroll-driven animations. */
export function startHeader(): void {
  if (hasScrollTimelines()) return
  const mark = () => root.toggleAttribute(SCROLLED, scrollY > SOLID_HEADER_AFTER)
  addEventListener('scroll', mark, { passive: true })
  addEventListener('pageshow', mark)
  mark()
}
