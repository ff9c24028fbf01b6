import { ANNOUNCEMENT, ANNOUNCEMENT_KEY, DISMISS, DISMISSED } from '../lib/dom-contract.ts'
import { listen, root, within } from './dom.ts'

const hide = () => root.setAttribute(ANNOUNCEMENT, DISMISSED)

/**
 * Hides, before the first paint, the announcement that a visitor has dismissed.
 * @param id of the announcement on the page; null without one
 */
export function hideDismissedAnnouncement(id: string | null): void {
  try {
    if (id && id === localStorage.getItem(ANNOUNCEMENT_KEY)) hide()
  } catch {
    // Where a browser stores nothing for this site, the announcement shows on every page.
  }
}

/** Hides an announcement for good when its button is pressed. */
export function startAnnouncement(): void {
  listen('click', (event) => {
    const id = within(event, `[${DISMISS}]`)?.getAttribute(DISMISS)
    if (!id) return
    try {
      localStorage.setItem(ANNOUNCEMENT_KEY, id)
    } catch {
      // Where a browser refuses to store it, the announcement is back on the next page.
    }
    hide()
  })
}
