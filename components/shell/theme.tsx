'use client'

import { ThemeProvider } from 'next-themes'
import type { ReactNode } from 'react'
import { THEME } from '@/lib/constants.ts'

/** The theme script runs from the HTML only; a type that is no script keeps React from warning about it in the browser. */
const scriptProps = { type: typeof window === 'undefined' ? 'text/javascript' : 'text/plain' }

/**
 * Wraps everything of a page.
 * @param nonce of a page that is made for each request; stored pages have none
 */
export function Theme({ children, nonce }: { children: ReactNode; nonce?: string | undefined }) {
  return (
    <ThemeProvider
      // An attribute that is set to what it is costs nothing; a class taken off and put back has every style computed anew.
      attribute="data-theme"
      storageKey={THEME.storageKey}
      defaultTheme={THEME.default}
      enableSystem
      scriptProps={scriptProps}
      nonce={nonce}
    >
      {children}
    </ThemeProvider>
  )
}
