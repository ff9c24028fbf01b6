import { SEARCH, SEARCH_ID, SEARCH_OPEN, SEARCH_STATE } from '../lib/dom-contract.ts'
import { listen, root, within } from './dom.ts'
import { leaveOutFarParts, takeInFarParts } from './far-parts.ts'
import { bringOwnScript } from './own-scripts.ts'

const BUTTON = `a[${SEARCH}]`
const FIELDS = 'input, textarea, select, [contenteditable]'

/** A modal dialog makes every element behind it inert, which is a change of its style: what is not seen is left out. */
function show(dialog: HTMLDialogElement): void {
  leaveOutFarParts()
  root.setAttribute(SEARCH_OPEN, '')
  dialog.showModal()
  // Not at its event `close`, which comes a frame too late.
  new MutationObserver((_, closing) => {
    closing.disconnect()
    root.removeAttribute(SEARCH_OPEN)
    takeInFarParts()
  }).observe(dialog, { attributeFilter: ['open'] })
}

/** Opens the search by its button, by / and by Ctrl-K or ⌘K, while its script may still be on its way. */
export function startSearchButton(): void {
  const open = (event: Event) => {
    const dialog = document.getElementById(SEARCH_ID) as HTMLDialogElement | null
    if (!dialog) return
    event.preventDefault()
    if (!dialog.open) show(dialog)
    bringOwnScript(document.querySelector(BUTTON), () => dialog.setAttribute(SEARCH_STATE, 'failed'))
  }
  listen('click', (event) => {
    // With a key held down the link opens elsewhere, as any other does.
    if (within(event, BUTTON) && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) open(event)
  })
  listen('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey } = event
    const isShortcut = ctrlKey || metaKey ? key.toLowerCase() === 'k' : key === '/'
    if (isShortcut && !altKey && !within(event, FIELDS)) open(event)
  })
}
