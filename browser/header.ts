import { SOLID_HEADER_SCROLL_PX } from '../lib/constants.ts'
import { SCROLLED_ATTRIBUTE } from '../lib/dom-contract.ts'
import { root } from './dom.ts'

const hasScrollTimelines = () => globalThis.CSS?.supports?.('animation-timeline: scroll()') === true

/** Marks the root element of scrolled pages, in browsers without scroll-driven animations. */
export function startHeader(): void {
  if (hasScrollTimelines()) return
  const updateMark = () => root.toggleAttribute(SCROLLED_ATTRIBUTE, scrollY > SOLID_HEADER_SCROLL_PX)
  addEventListener('scroll', updateMark, { passive: true })
  addEventListener('pageshow', updateMark)
  updateMark()
}
