'use client'

import { useLayoutEffect } from 'react'
import { keepOwnRedirects } from '@/browser/own-redirects.ts'
import { ownRedirectsScript } from '@/lib/browser-bundles.js'

/**
 * Cleans the address bar before Clerk's form reads it: from the HTML, because the framework notes the address when it starts
 * and Clerk asks it, and by React after a navigation, when a browser would not run what is in the HTML.
 * @param nonce of the page's policy
 */
export function OwnRedirectsScript({ nonce }: { nonce: string | undefined }) {
  useLayoutEffect(keepOwnRedirects, [])
  return (
    <script
      // In the browser React only matches this element: a type that is no script keeps it from warning.
      type={typeof window === 'undefined' ? 'text/javascript' : 'text/plain'}
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: typeof window === 'undefined' ? ownRedirectsScript : '' }}
    />
  )
}
