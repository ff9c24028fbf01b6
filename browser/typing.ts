import { TYPING } from '../lib/dom-contract.ts'
import { listen, root } from './dom.ts'

const FIELDS = 'textarea, input:not([type=radio], [type=checkbox], [type=range])'

/**
 * Marks the root element while a text field has focus. `:root:has(:focus)` would recompute every style at each focus.
 */
export function startTyping(): void {
  const mark = (focused: EventTarget | null) =>
    root.toggleAttribute(TYPING, focused instanceof Element && focused.matches(FIELDS))
  listen('focusin', ({ target }) => mark(target))
  listen('focusout', ({ relatedTarget }) => mark(relatedTarget))
  mark(document.activeElement)
}
