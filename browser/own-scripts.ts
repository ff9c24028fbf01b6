import { OWN_FRAGMENT, OWN_SCRIPT } from '../lib/dom-contract.ts'
import { listen, within } from './dom.ts'
import { loadScript } from './load-script.ts'

export function bringOwnScript(element: Element | null, failed?: () => void): void {
  const address = element?.getAttribute(OWN_SCRIPT)
  if (!address) return
  const script = loadScript(address)
  if (failed) script.addEventListener('error', failed)
}

/** Events that load a script. `toggle` covers disclosures that find-in-page opens. */
const SIGNS = ['pointerover', 'focusin', 'touchstart', 'click', 'toggle'] as const

function bringNeeded(): void {
  const fragment = JSON.stringify(location.hash.split('=')[0])
  const isNeeded = `:is([open], :focus-within, [${OWN_FRAGMENT}=${fragment}])`
  for (const element of document.querySelectorAll(`[${OWN_SCRIPT}]${isNeeded}`)) bringOwnScript(element)
}

export function startOwnScripts(): void {
  for (const type of SIGNS) {
    // Uses the capture phase, because `toggle` does not bubble.
    listen(type, (event) => bringOwnScript(within(event, `[${OWN_SCRIPT}]`)), { passive: true, capture: true })
  }
  // The visitor may have interacted before this script loaded.
  bringNeeded()
  addEventListener('hashchange', bringNeeded)
}
