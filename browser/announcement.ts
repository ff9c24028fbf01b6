import { ANNOUNCEMENT, ANNOUNCEMENT_KEY, DISMISS, DISMISSED } from '../lib/dom-contract.ts'
import { listen, root, within } from './dom.ts'

const hide = () => root.setAttribute(ANNOUNCEMENT, DISMISSED)

/** Runs before the first paint. @param id of the announcement on the page */
export function hideDismissedAnnouncement(id: string | null): void {
  try {
    if (id && id === localStorage.getItem(ANNOUNCEMENT_KEY)) hide()
  } catch {
    // Without storage, the announcement shows on every page.
  }
}

export function startAnnouncement(): void {
  listen('click', (event) => {
    const id = within(event, `[${DISMISS}]`)?.getAttribute(DISMISS)
    if (!id) return
    try {
      localStorage.setItem(ANNOUNCEMENT_KEY, id)
    } catch {
      // Without storage, the announcement returns on the next page.
    }
    hide()
  })
}
