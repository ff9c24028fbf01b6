'use client'

import { ThemeProvider } from 'next-themes'
import type { ReactNode } from 'react'
import { DEFAULT_THEME, THEME_KEY } from '@/lib/shell-script.ts'

/** The theme script runs from the HTML only; a type that is no script keeps React from warning about it in the browser. */
const scriptProps = { type: typeof window === 'undefined' ? 'text/javascript' : 'text/plain' }

/**
 * Wraps everything of a page.
 * @param nonce of a page that is made for each request; stored pages have none
 */
export function Theme({ children, nonce }: { children: ReactNode; nonce?: string | undefined }) {
  return (
    <ThemeProvider
      attribute="class"
      storageKey={THEME_KEY}
      defaultTheme={DEFAULT_THEME}
      enableSystem
      scriptProps={scriptProps}
      nonce={nonce}
    >
      {children}
    </ThemeProvider>
  )
}
