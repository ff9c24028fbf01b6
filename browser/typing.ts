import { TYPING_ATTRIBUTE } from '../lib/dom-contract.ts'
import { listen, root } from './dom.ts'

const FIELDS_SELECTOR = 'textarea, input:not([type=radio], [type=checkbox], [type=range])'

/**
 * Marks the root element while a text field has focus. `:root:has(:focus)` would recompute every style at each focus.
 */
export function startTyping(): void {
  const updateMark = (focusedElement: EventTarget | null) =>
    root.toggleAttribute(TYPING_ATTRIBUTE, focusedElement instanceof Element && focusedElement.matches(FIELDS_SELECTOR))
  listen('focusin', ({ target }) => updateMark(target))
  listen('focusout', ({ relatedTarget }) => updateMark(relatedTarget))
  updateMark(document.activeElement)
}
