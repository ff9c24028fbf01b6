'use client'

import { useLayoutEffect } from 'react'
import { callsScript } from '@/lib/browser-bundles.js'
import { CALLS_SHOWN } from '@/lib/dom-contract.ts'
import { INLINE_SCRIPT_TYPE } from '../../lib/csp/inline-script-type.ts'

/**
 * What plays the sample calls of a page. A few lines in the HTML have them wait before they are painted; the player is a
 * file, which learns of calls that a navigation has brought.
 * @param file address of the player
 */
export function CallScript({ file }: { file: string }) {
  useLayoutEffect(() => void document.dispatchEvent(new Event(CALLS_SHOWN)), [])
  return (
    <>
      <script
        type={INLINE_SCRIPT_TYPE}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: typeof window === 'undefined' ? callsScript : '' }}
      />
      <script async src={file} />
    </>
  )
}
