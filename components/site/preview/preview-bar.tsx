'use client'

import { useSyncExternalStore } from 'react'

const subscribeNever = () => () => undefined

/** Returns whether the page is in the Studio's iframe or in a window that the Studio opened. */
const isInStudio = () => window.parent !== window || window.opener !== null

/**
 * Renders the bar with the button that ends the preview. Hidden in the Studio, which cannot detect that the preview
 * ended.
 */
export function PreviewBar() {
  if (useSyncExternalStore(subscribeNever, isInStudio, () => true)) return null
  return (
    <form
      className="print:hidden fixed inset-x-4 bottom-4 z-50 mx-auto flex w-fit items-center gap-4 rounded-full bg-foreground py-1.5 pr-1.5 pl-4.5 text-note leading-snug text-background"
      method="post"
      action="/api/draft-mode/disable"
    >
      <span>
        <b>Preview.</b> Showing unpublished changes.
      </span>
      <button
        type="submit"
        className="min-h-11 cursor-pointer rounded-full bg-background px-4.5 font-semibold whitespace-nowrap text-foreground"
      >
        Leave preview
      </button>
    </form>
  )
}
