'use client'

import { ThemeProvider, useTheme } from 'next-themes'
import { type ReactNode, useEffect, useRef } from 'react'
import { THEME } from '@/lib/constants.ts'
import { THEME_ATTRIBUTE } from '@/lib/dom-contract.ts'
import { INLINE_SCRIPT_TYPE } from '../../lib/csp/inline-script-type.ts'

/** The theme script runs from the HTML only; a type that is no script keeps React from warning about it in the browser. */
const scriptProps = { type: INLINE_SCRIPT_TYPE }

function storedTheme(): string | null {
  try {
    return localStorage.getItem(THEME.storageKey)
  } catch {
    // A browser that stores nothing for this site has no choice that could be taken up.
    return null
  }
}

/** Takes up a choice that was made after the provider had read the stored one, and before it listened for another. */
function LatestChoice() {
  const { theme, setTheme } = useTheme()
  const hasLooked = useRef(false)
  useEffect(() => {
    // Later the provider hears of each choice, also of one that a browser refuses to store.
    if (hasLooked.current) return
    hasLooked.current = true
    const stored = storedTheme()
    if (stored && stored !== theme) setTheme(stored)
  }, [theme, setTheme])
  return null
}

/**
 * Wraps everything of a page of the account. Public pages do without: their first script and the shell script show the
 * theme, and the text that the bundler makes of this library's script is not one that their policy could know.
 * @param nonce of the page's policy
 */
export function Theme({ children, nonce }: { children: ReactNode; nonce?: string | undefined }) {
  return (
    <ThemeProvider
      // An attribute that is set to what it is costs nothing; a class taken off and put back has every style computed anew.
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
