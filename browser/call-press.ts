import { CALL_PLAY, CALL_PRESSED, CALLS_READY, OWN_SCRIPT } from '../lib/dom-contract.ts'
import { listen, root, within } from './dom.ts'
import { loadScript } from './load-script.ts'

/**
 * Keeps a press on play for the player, which may not have come yet, and sends for it. Runs in the HTML, so that no press is
 * too early.
 */
export function keepPresses(): void {
  listen('click', (event) => {
    const button = within(event, `[${CALL_PLAY}]`)
    const address = within(event, `[${OWN_SCRIPT}]`)?.getAttribute(OWN_SCRIPT)
    if (!button || !address || root.hasAttribute(CALLS_READY)) return
    button.setAttribute(CALL_PRESSED, '')
    loadScript(address)
  })
}
