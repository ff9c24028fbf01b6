import { SCROLLED_FAR_ATTRIBUTE } from '../lib/dom-contract.ts'
import { whenIdle } from './page-timing.ts'

const SECTIONS = 'main section:not(section *), body > footer'

function isDistant(part: Element): boolean {
  const { top, bottom } = part.getBoundingClientRect()
  return bottom < -innerHeight || top > 2 * innerHeight
}

/**
 * Applies `content-visibility` to distant sections before a change that restyles every element.
 * The sections keep their size.
 */
export function skipDistantSections(): void {
  // Measures all sections before marking any, to avoid repeated layouts.
  const distantSections = [...document.querySelectorAll(SECTIONS)].filter(isDistant)
  for (const part of distantSections) part.setAttribute(SCROLLED_FAR_ATTRIBUTE, '')
}

/** Restores the distant sections one by one while the browser is idle. */
export function restoreDistantSections(): void {
  whenIdle(() => {
    const part = document.querySelector(`[${SCROLLED_FAR_ATTRIBUTE}]`)
    if (!part) return
    part.removeAttribute(SCROLLED_FAR_ATTRIBUTE)
    restoreDistantSections()
  })
}
