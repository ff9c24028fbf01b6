'use client'

import { ThemeProvider } from 'next-themes'
import type { ReactNode } from 'react'
import { THEME } from '@/lib/constants.ts'

/** The theme script runs from the HTML only; a type that is no script keeps React from warning about it in the browser. */
const scriptProps = { type: typeof window === 'undefined' ? 'text/javascript' : 'text/plain' }

export function Theme({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider
      // An attribute that is set to what it is costs nothing; a class taken off and put back has every style computed anew.
      attribute="data-theme"
      storageKey={THEME.storageKey}
      defaultTheme={THEME.default}
      enableSystem
      scriptProps={scriptProps}
    >
      {children}
    </ThemeProvider>
  )
}
