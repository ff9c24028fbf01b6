import { TYPING } from '../lib/dom-contract.ts'
import { listen, root } from './dom.ts'

/** What a phone opens its keyboard for. */
const FIELDS = 'textarea, input:not([type=radio], [type=checkbox], [type=range])'

/**
 * Says on the root element whether a field is typed into. A style sheet could ask with `:root:has(:focus)`, but then browsers
 * compute every style anew at each focus and each change of the page.
 */
export function startTyping(): void {
  const mark = (focused: EventTarget | null) =>
    root.toggleAttribute(TYPING, focused instanceof Element && focused.matches(FIELDS))
  listen('focusin', ({ target }) => mark(target))
  listen('focusout', ({ relatedTarget }) => mark(relatedTarget))
  // The focus may have come before this script.
  mark(document.activeElement)
}
