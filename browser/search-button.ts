import { SEARCH_ATTRIBUTE, SEARCH_ID, SEARCH_OPEN_ATTRIBUTE, SEARCH_STATE_ATTRIBUTE } from '../lib/dom-contract.ts'
import { listen, root, findClosest } from './dom.ts'
import { skipDistantSections, restoreDistantSections } from './distant-sections.ts'
import { loadBlockScript } from './block-scripts.ts'

const BUTTON_SELECTOR = `a[${SEARCH_ATTRIBUTE}]`
const FIELDS_SELECTOR = 'input, textarea, select, [contenteditable]'

/** Opens the dialog. Skips rendering of distant sections, because a modal dialog restyles the whole page. */
function openDialog(dialog: HTMLDialogElement): void {
  skipDistantSections()
  root.setAttribute(SEARCH_OPEN_ATTRIBUTE, '')
  dialog.showModal()
  // Observes the `open` attribute, because the `close` event fires one frame too late.
  new MutationObserver((_, observer) => {
    observer.disconnect()
    root.removeAttribute(SEARCH_OPEN_ATTRIBUTE)
    restoreDistantSections()
  }).observe(dialog, { attributeFilter: ['open'] })
}

/** Opens the search on a button click, / and Ctrl-K or ⌘K, even before the search script loads. */
export function startSearchButton(): void {
  const openSearch = (event: Event) => {
    const dialog = document.getElementById(SEARCH_ID) as HTMLDialogElement | null
    if (!dialog) return
    event.preventDefault()
    if (!dialog.open) openDialog(dialog)
    loadBlockScript(document.querySelector(BUTTON_SELECTOR), () =>
      dialog.setAttribute(SEARCH_STATE_ATTRIBUTE, 'failed'),
    )
  }
  listen('click', (event) => {
    // With modifier keys, the browser opens the link in a new tab.
    if (findClosest(event, BUTTON_SELECTOR) && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey))
      openSearch(event)
  })
  listen('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey } = event
    const isShortcut = ctrlKey || metaKey ? key.toLowerCase() === 'k' : key === '/'
    if (isShortcut && !altKey && !findClosest(event, FIELDS_SELECTOR)) openSearch(event)
  })
}
