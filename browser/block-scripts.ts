import { HANDLED_FRAGMENT_ATTRIBUTE, BLOCK_SCRIPT_ATTRIBUTE } from '../lib/dom-contract.ts'
import { listen, findClosest } from './dom.ts'
import { loadScript } from './load-script.ts'

export function loadBlockScript(element: Element | null, onError?: () => void): void {
  const address = element?.getAttribute(BLOCK_SCRIPT_ATTRIBUTE)
  if (!address) return
  const script = loadScript(address)
  if (onError) script.addEventListener('error', onError)
}

/** Events that load a script. `toggle` covers disclosures that find-in-page opens. */
const LOAD_EVENTS = ['pointerover', 'focusin', 'touchstart', 'click', 'toggle'] as const

function loadNeededScripts(): void {
  const fragment = JSON.stringify(location.hash.split('=')[0])
  const activeSelector = `:is([open], :focus-within, [${HANDLED_FRAGMENT_ATTRIBUTE}=${fragment}])`
  for (const element of document.querySelectorAll(`[${BLOCK_SCRIPT_ATTRIBUTE}]${activeSelector}`))
    loadBlockScript(element)
}

export function startBlockScripts(): void {
  for (const type of LOAD_EVENTS) {
    // Uses the capture phase, because `toggle` does not bubble.
    listen(type, (event) => loadBlockScript(findClosest(event, `[${BLOCK_SCRIPT_ATTRIBUTE}]`)), {
      passive: true,
      capture: true,
    })
  }
  // The visitor may have interacted before this script loaded.
  loadNeededScripts()
  addEventListener('hashchange', loadNeededScripts)
}
