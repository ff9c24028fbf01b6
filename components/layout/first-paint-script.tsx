'use client'

import { firstPaintScript } from '@/lib/browser-bundles.js'
import { ANNOUNCEMENT, scripted } from '@/lib/dom-contract.ts'
import { INLINE_SCRIPT_TYPE } from '../../lib/csp/inline-script-type.ts'

/**
 * Marks on the root element what a visitor's browser remembers, before the first paint.
 * @param announcement id of the announcement that may have been dismissed
 * @param nonce of a page that is made for each request
 */
export function FirstPaintScript({
  announcement,
  nonce,
}: {
  announcement: string | undefined
  nonce?: string | undefined
}) {
  return (
    <script
      type={INLINE_SCRIPT_TYPE}
      nonce={nonce}
      {...scripted({ [ANNOUNCEMENT]: announcement })}
      dangerouslySetInnerHTML={{ __html: typeof window === 'undefined' ? firstPaintScript : '' }}
    />
  )
}
