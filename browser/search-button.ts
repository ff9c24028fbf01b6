import { SEARCH, SEARCH_ID, SEARCH_STATE } from '../lib/dom-contract.ts'
import { listen, within } from './dom.ts'

const BUTTON = `a[${SEARCH}]`
const FIELDS = 'input, textarea, select, [contenteditable]'

/**
 * Opens the search by its button, by / and by Ctrl-K or ⌘K, and loads its script at the first sign that a visitor wants it:
 * pointing at the button, focus, touch or opening. One that did not come is asked for again.
 */
export function startSearchButton(): void {
  let isAsked = false
  const find = () => document.getElementById(SEARCH_ID) as HTMLDialogElement | null
  const load = () => {
    const address = document.querySelector(BUTTON)?.getAttribute(SEARCH)
    if (isAsked || !address) return
    isAsked = true
    const script = document.createElement('script')
    script.src = address
    script.addEventListener('error', () => {
      isAsked = false
      script.remove()
      find()?.setAttribute(SEARCH_STATE, 'failed')
    })
    document.head.append(script)
  }
  const open = (event: Event) => {
    const dialog = find()
    if (!dialog) return
    event.preventDefault()
    if (!dialog.open) dialog.showModal()
    load()
  }

  for (const type of ['pointerover', 'focusin', 'touchstart'] as const) {
    listen(type, (event) => within(event, BUTTON) && load(), { passive: true })
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
