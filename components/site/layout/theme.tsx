'use client'

import { ThemeProvider, useTheme } from 'next-themes'
import { type ReactNode, useEffect, useRef } from 'react'
import { THEME } from '@/lib/constants.ts'
import { THEME_ATTRIBUTE } from '@/lib/dom-contract.ts'
import { INLINE_SCRIPT_TYPE } from '../../../lib/platform/csp/inline-script-type.ts'

/** The script runs from the HTML only. A non-script type avoids React's warning in the browser. */
const scriptProps = { type: INLINE_SCRIPT_TYPE }

function storedTheme(): string | null {
  try {
    return localStorage.getItem(THEME.storageKey)
  } catch {
    // Storage is unavailable, so there is no stored choice.
    return null
  }
}

/** Applies a choice made after the provider read storage and before it subscribed. */
function LatestChoice() {
  const { theme, setTheme } = useTheme()
  const hasLooked = useRef(false)
  useEffect(() => {
    // Later the provider is notified of each choice, even if storing fails.
    if (hasLooked.current) return
    hasLooked.current = true
    const stored = storedTheme()
    if (stored && stored !== theme) setTheme(stored)
  }, [theme, setTheme])
  return null
}

/**
 * Theme provider for account pages. Public pages use the shell script instead, because the bundled text of this
 * library's inline script is not in their CSP.
 * @param nonce CSP nonce of the page
 */
export function Theme({ children, nonce }: { children: ReactNode; nonce?: string | undefined }) {
  return (
    <ThemeProvider
      // Setting an unchanged attribute is free; removing and adding a class recomputes every style.
      attribute={THEME_ATTRIBUTE}
      storageKey={THEME.storageKey}
      defaultTheme={THEME.default}
      enableSystem
      scriptProps={scriptProps}
      nonce={nonce}
    >
      <LatestChoice />
      {children}
    </ThemeProvider>
  )
}
