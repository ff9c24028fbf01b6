import {
  CALL_PLAY_ATTRIBUTE,
  CALL_PRESSED_ATTRIBUTE,
  CALLS_READY_ATTRIBUTE,
  BLOCK_SCRIPT_ATTRIBUTE,
} from '../lib/dom-contract.ts'
import { listen, root, findClosest } from './dom.ts'
import { loadScript } from './load-script.ts'

/** Records clicks on play buttons until the player loads. Inlined in the page to catch early clicks. */
export function recordPresses(): void {
  listen('click', (event) => {
    const button = findClosest(event, `[${CALL_PLAY_ATTRIBUTE}]`)
    const address = findClosest(event, `[${BLOCK_SCRIPT_ATTRIBUTE}]`)?.getAttribute(BLOCK_SCRIPT_ATTRIBUTE)
    if (!button || !address || root.hasAttribute(CALLS_READY_ATTRIBUTE)) return
    button.setAttribute(CALL_PRESSED_ATTRIBUTE, '')
    loadScript(address)
  })
}
