'use client'

import { useLayoutEffect } from 'react'
import { callsScript } from '@/lib/browser-bundles.js'
import { CALL, CALL_STAGE } from '@/lib/dom-contract.ts'
import { INLINE_SCRIPT_TYPE } from '../../lib/csp/inline-script-type.ts'

/**
 * What plays the sample calls of a page: in its HTML before they are painted, and from a file after a navigation, when a
 * browser would not run what is in the HTML.
 * @param file address of the same script as a file
 */
export function CallPlayer({ file }: { file: string }) {
  useLayoutEffect(() => {
    if (!document.querySelector(`[${CALL}]:not([${CALL_STAGE}])`)) return
    const script = document.createElement('script')
    script.src = file
    document.head.append(script)
  }, [file])
  return (
    <script
      type={INLINE_SCRIPT_TYPE}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: typeof window === 'undefined' ? callsScript : '' }}
    />
  )
}
