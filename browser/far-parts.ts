import { FAR } from '../lib/dom-contract.ts'
import { whenAtRest } from './when.ts'

/** The parts of a page, from its top to its end. */
const PARTS = 'main section:not(section *), body > footer'

/** Whether a part is more than a screen away from the screen. */
function isFar(part: Element): boolean {
  const { top, bottom } = part.getBoundingClientRect()
  return bottom < -innerHeight || top > 2 * innerHeight
}

/**
 * Has the browser leave out the parts of the page that are far from the screen, because what follows changes the style of
 * every element. They keep their size, and the browser itself takes in again what a visitor scrolls to.
 */
export function leaveOutFarParts(): void {
  // All are looked at before the first is marked: asking for sizes in between would lay the page out each time.
  const far = [...document.querySelectorAll(PARTS)].filter(isFar)
  for (const part of far) part.setAttribute(FAR, '')
}

/** Takes these parts in again, one at a time, whenever the browser has nothing else to do. */
export function takeInFarParts(): void {
  whenAtRest(() => {
    const part = document.querySelector(`[${FAR}]`)
    if (!part) return
    part.removeAttribute(FAR)
    takeInFarParts()
  })
}
