'use client'

import { ThemeProvider, useTheme } from 'next-themes'
import { type ReactNode, useEffect, useRef } from 'react'
import { THEME } from '@/lib/constants.ts'
import { THEME_ATTRIBUTE } from '@/lib/dom-contract.ts'
import { INLINE_SCRIPT_TYPE } from '../../../lib/platform/csp/inline-script-type.ts'

/**
 * Props of the theme script. The script runs only in the server's HTML. In the browser its non-script type avoids a
 * React warning.
 */
const scriptProps = { type: INLINE_SCRIPT_TYPE }

function readStoredTheme(): string | null {
  try {
    return localStorage.getItem(THEME.storageKey)
  } catch {
    // Storage is unavailable, so there is no stored choice.
    return null
  }
}

/** Applies a choice that the user made after the provider read the storage and before it subscribed. */
function ThemeSync() {
  const { theme, setTheme } = useTheme()
  const hasChecked = useRef(false)
  useEffect(() => {
    // Only the first effect needs this check. Later the provider receives every choice, even if storing fails.
    if (hasChecked.current) return
    hasChecked.current = true
    const latestTheme = readStoredTheme()
    if (latestTheme && latestTheme !== theme) setTheme(latestTheme)
  }, [theme, setTheme])
  return null
}

/**
 * Provides the theme on account pages. Public pages use the shell script instead, because their CSP does not allow the
 * inline script of this library.
 * @param nonce CSP nonce of the page
 */
export function Theme({ children, nonce }: { children: ReactNode; nonce?: string | undefined }) {
  return (
    <ThemeProvider
      // Setting an unchanged attribute costs nothing. Removing and adding a class would recompute every style.
      attribute={THEME_ATTRIBUTE}
      storageKey={THEME.storageKey}
      defaultTheme={THEME.default}
      enableSystem
      scriptProps={scriptProps}
      nonce={nonce}
    >
      <ThemeSync />
      {children}
    </ThemeProvider>
  )
}
