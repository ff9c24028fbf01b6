import { SEARCH, SEARCH_ID, SEARCH_OPEN, SEARCH_STATE } from '../lib/dom-contract.ts'
import { listen, root, within } from './dom.ts'
import { leaveOutFarParts, takeInFarParts } from './far-parts.ts'
import { bringOwnScript } from './own-scripts.ts'

const BUTTON = `a[${SEARCH}]`
const FIELDS = 'input, textarea, select, [contenteditable]'

/** Opens the dialog. Skips rendering of distant sections, because a modal dialog restyles the whole page. */
function show(dialog: HTMLDialogElement): void {
  leaveOutFarParts()
  root.setAttribute(SEARCH_OPEN, '')
  dialog.showModal()
  // Observes the `open` attribute, because the `close` event fires one frame too late.
  new MutationObserver((_, closing) => {
    closing.disconnect()
    root.removeAttribute(SEARCH_OPEN)
    takeInFarParts()
  }).observe(dialog, { attributeFilter: ['open'] })
}

/** Opens the search on a button click, / and Ctrl-K or ⌘K, even before the search script loads. */
export function startSearchButton(): void {
  const open = (event: Event) => {
    const dialog = document.getElementById(SEARCH_ID) as HTMLDialogElement | null
    if (!dialog) return
    event.preventDefault()
    if (!dialog.open) show(dialog)
    bringOwnScript(document.querySelector(BUTTON), () => dialog.setAttribute(SEARCH_STATE, 'failed'))
  }
  listen('click', (event) => {
    // With modifier keys, the browser opens the link in a new tab.
    if (within(event, BUTTON) && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) open(event)
  })
  listen('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey } = event
    const isShortcut = ctrlKey || metaKey ? key.toLowerCase() === 'k' : key === '/'
    if (isShortcut && !altKey && !within(event, FIELDS)) open(event)
  })
}
