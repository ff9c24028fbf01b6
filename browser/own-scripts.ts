import { OWN_FRAGMENT, OWN_SCRIPT } from '../lib/dom-contract.ts'
import { listen, within } from './dom.ts'
import { loadScript } from './load-script.ts'

/** Loads the script that an element names, if it names one. */
export function bringOwnScript(element: Element | null, failed?: () => void): void {
  const address = element?.getAttribute(OWN_SCRIPT)
  if (!address) return
  const script = loadScript(address)
  if (failed) script.addEventListener('error', failed)
}

/** Signs that a visitor wants an element. Browsers open a disclosure by themselves when they find a word in it. */
const SIGNS = ['pointerover', 'focusin', 'touchstart', 'click', 'toggle'] as const

/** Loads the scripts of elements that a visitor is in, or that the end of the address is about. */
function bringNeeded(): void {
  const fragment = JSON.stringify(location.hash.split('=')[0])
  const isNeeded = `:is([open], :focus-within, [${OWN_FRAGMENT}=${fragment}])`
  for (const element of document.querySelectorAll(`[${OWN_SCRIPT}]${isNeeded}`)) bringOwnScript(element)
}

/** Loads the script of an element at the first sign that a visitor wants it. */
export function startOwnScripts(): void {
  for (const type of SIGNS) {
    // That of a disclosure does not bubble.
    listen(type, (event) => bringOwnScript(within(event, `[${OWN_SCRIPT}]`)), { passive: true, capture: true })
  }
  // A visitor may have turned to one before this script was there.
  bringNeeded()
  addEventListener('hashchange', bringNeeded)
}
