import { FAR } from '../lib/dom-contract.ts'
import { whenAtRest } from './when.ts'

const PARTS = 'main section:not(section *), body > footer'

function isFar(part: Element): boolean {
  const { top, bottom } = part.getBoundingClientRect()
  return bottom < -innerHeight || top > 2 * innerHeight
}

/** `content-visibility` for distant parts, because the next change restyles every element. They keep their size. */
export function leaveOutFarParts(): void {
  // Measures all before marking any, to avoid repeated layouts.
  const far = [...document.querySelectorAll(PARTS)].filter(isFar)
  for (const part of far) part.setAttribute(FAR, '')
}

/** Restores these parts one by one, when the browser is idle. */
export function takeInFarParts(): void {
  whenAtRest(() => {
    const part = document.querySelector(`[${FAR}]`)
    if (!part) return
    part.removeAttribute(FAR)
    takeInFarParts()
  })
}
