import { TYPING } from '../lib/dom-contract.ts'
import { listen, root, within } from './dom.ts'

/** Fields that a phone opens its keyboard for. */
const FIELDS =
  'textarea, input:not([type="radio"], [type="checkbox"], [type="range"], [type="button"], [type="submit"])'

/** Says on the root element whether a field is typed into, so that nothing floats above the keyboard of a phone. */
export function startTyping(): void {
  listen('focusin', (event) => root.toggleAttribute(TYPING, within(event, FIELDS) !== null))
  listen('focusout', () => root.removeAttribute(TYPING))
}
