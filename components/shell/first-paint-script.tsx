'use client'

import { firstPaintScript } from '@/lib/first-paint-script.ts'

/**
 * Marks on the root element what a visitor's browser remembers, before the first paint.
 * @param announcement id of the announcement that may have been dismissed
 */
export function FirstPaintScript({ announcement }: { announcement: string | undefined }) {
  return (
    <script
      // As for the shell script: in the browser React only matches this element.
      type={typeof window === 'undefined' ? 'text/javascript' : 'text/plain'}
      data-announcement={announcement}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: typeof window === 'undefined' ? firstPaintScript : '' }}
    />
  )
}
