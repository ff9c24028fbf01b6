import { ANNOUNCEMENT, ANNOUNCEMENT_KEY, DISMISS, DISMISSED } from '../lib/dom-contract.ts'
import { listen, root, within } from './dom.ts'

const hide = () => root.setAttribute(ANNOUNCEMENT, DISMISSED)

/**
 * Hides the announcement if the visitor dismissed it. Runs before the first paint.
 * @param id id of the announcement on the page
 */
export function hideDismissedAnnouncement(id: string | null): void {
  try {
    if (id && id === localStorage.getItem(ANNOUNCEMENT_KEY)) hide()
  } catch {
    // Without storage, every page shows the announcement.
  }
}

export function startAnnouncement(): void {
  listen('click', (event) => {
    const id = within(event, `[${DISMISS}]`)?.getAttribute(DISMISS)
    if (!id) return
    try {
      localStorage.setItem(ANNOUNCEMENT_KEY, id)
    } catch {
      // Without storage, the next page shows the announcement again.
    }
    hide()
  })
}
