'use client'

import { ThemeProvider } from 'next-themes'
import type { ReactNode } from 'react'
import { DEFAULT_THEME, THEME_KEY } from '@/lib/shell-script.ts'

/** The theme script runs from the HTML only; a type that is no script keeps React from warning about it in the browser. */
const scriptProps = { type: typeof window === 'undefined' ? 'text/javascript' : 'text/plain' }

export function Theme({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider
      attribute="class"
      storageKey={THEME_KEY}
      defaultTheme={DEFAULT_THEME}
      enableSystem
      scriptProps={scriptProps}
    >
      {children}
    </ThemeProvider>
  )
}
