'use client'

import { useTheme } from 'next-themes'
import { useSyncExternalStore } from 'react'
import { THEME_CHOICES } from '../shell/theme-switch.tsx'
import { Icon } from '../ui/icon.tsx'

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
    <fieldset className="flex items-center rounded-full border border-line p-0.5">
      <legend className="sr-only">Colour theme</legend>
      {THEME_CHOICES.map(({ value, label, icon }) => (
        <label
          key={value}
          className="theme-choice relative grid size-10 cursor-pointer place-items-center rounded-full"
          title={label}
        >
          <input
            type="radio"
            name="theme"
            value={value}
            checked={isInBrowser && theme === value}
            onChange={() => setTheme(value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <span className="sr-only">{label}</span>
          <Icon name={icon} size={18} />
        </label>
      ))}
    </fieldset>
  )
}
