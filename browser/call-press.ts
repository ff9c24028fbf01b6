import { CALL_PLAY, CALL_PRESSED, CALLS_READY, OWN_SCRIPT } from '../lib/dom-contract.ts'
import { listen, root, within } from './dom.ts'
import { loadScript } from './load-script.ts'

/** Records clicks on play buttons until the player loads. Inlined in the page to catch early clicks. */
export function keepPresses(): void {
  listen('click', (event) => {
    const button = within(event, `[${CALL_PLAY}]`)
    const address = within(event, `[${OWN_SCRIPT}]`)?.getAttribute(OWN_SCRIPT)
    if (!button || !address || root.hasAttribute(CALLS_READY)) return
    button.setAttribute(CALL_PRESSED, '')
    loadScript(address)
  })
}
