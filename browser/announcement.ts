import {
  ANNOUNCEMENT_ATTRIBUTE,
  ANNOUNCEMENT_STORAGE_KEY,
  DISMISS_ATTRIBUTE,
  DISMISSED_VALUE,
} from '../lib/dom-contract.ts'
import { listen, root, findClosest } from './dom.ts'

const hideAnnouncement = () => root.setAttribute(ANNOUNCEMENT_ATTRIBUTE, DISMISSED_VALUE)

/**
 * Hides the announcement if the visitor dismissed it. Runs before the first paint.
 * @param id id of the announcement on the page
 */
export function hideDismissedAnnouncement(id: string | null): void {
  try {
    if (id && id === localStorage.getItem(ANNOUNCEMENT_STORAGE_KEY)) hideAnnouncement()
  } catch {
    // If storage is blocked, every page shows the announcement.
  }
}

export function startAnnouncement(): void {
  listen('click', (event) => {
    const id = findClosest(event, `[${DISMISS_ATTRIBUTE}]`)?.getAttribute(DISMISS_ATTRIBUTE)
    if (!id) return
    try {
      localStorage.setItem(ANNOUNCEMENT_STORAGE_KEY, id)
    } catch {
      // If storage is blocked, the next page shows the announcement again.
    }
    hideAnnouncement()
  })
}
