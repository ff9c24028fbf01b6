import { FAR } from '../lib/dom-contract.ts'
import { whenAtRest } from './when.ts'

const PARTS = 'main section:not(section *), body > footer'

function isFar(part: Element): boolean {
  const { top, bottom } = part.getBoundingClientRect()
  return bottom < -innerHeight || top > 2 * innerHeight
}

/**
 * Applies `content-visibility` to distant sections before a change that restyles every element.
 * The sections keep their size.
 */
export function leaveOutFarParts(): void {
  // Measures all sections before marking any, to avoid repeated layouts.
  const far = [...document.querySelectorAll(PARTS)].filter(isFar)
  for (const part of far) part.setAttribute(FAR, '')
}

/** Restores the distant sections one by one while the browser is idle. */
export function takeInFarParts(): void {
  whenAtRest(() => {
    const part = document.querySelector(`[${FAR}]`)
    if (!part) return
    part.removeAttribute(FAR)
    takeInFarParts()
  })
}
