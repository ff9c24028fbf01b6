'use client'

import { useLayoutEffect } from 'react'
import { keepOwnRedirects } from '@/browser/own-redirects.ts'
import { ownRedirectsScript } from '@/lib/browser-bundles.js'
import { INLINE_SCRIPT_TYPE } from '../../lib/csp/inline-script-type.ts'

/**
 * Cleans the address bar before Clerk's form reads it: from the HTML, because the framework notes the address when it starts
 * and Clerk asks it, and by React after a navigation, when a browser would not run what is in the HTML.
 * @param nonce of the page's policy
 */
export function OwnRedirectsScript({ nonce }: { nonce: string | undefined }) {
  useLayoutEffect(keepOwnRedirects, [])
  return (
    <script
      type={INLINE_SCRIPT_TYPE}
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: typeof window === 'undefined' ? ownRedirectsScript : '' }}
    />
  )
}
