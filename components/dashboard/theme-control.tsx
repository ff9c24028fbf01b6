'use client'

import { useTheme } from 'next-themes'
import { useSyncExternalStore } from 'react'
import { ThemeChoices } from '../layout/theme-switch.tsx'

const never = () => () => undefined

/** False in the HTML and while React takes over, when nobody knows yet what is stored in this browser. */
const useIsInBrowser = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/**
 * Light, dark or the system's choice, as in the header of the public pages. By React, because a refusal is a page that
 * only scripts fill: what those pages have in their HTML does not run there.
 */
export function ThemeControl() {
  const { theme, setTheme } = useTheme()
  const isInBrowser = useIsInBrowser()
  return (
    <ThemeChoices input={(value) => ({ checked: isInBrowser && theme === value, onChange: () => setTheme(value) })} />
  )
}
