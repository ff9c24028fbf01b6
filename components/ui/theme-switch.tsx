import type { ComponentProps } from 'react'
import { THEME_CHOICE_ATTRIBUTE, toScriptAttributes } from '../../lib/dom-contract.ts'
import { Icon, type IconName } from './icon.tsx'

const CHOICES: { value: string; label: string; icon: IconName }[] = [
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
  { value: 'system', label: 'System', icon: 'system' },
]

type ThemeChoicesProps = {
  className?: string
  input: (value: string) => ComponentProps<'input'>
}

export function ThemeChoices({ className = '', input }: ThemeChoicesProps) {
  return (
    <fieldset className={`${className} flex items-center rounded-full border p-0.5`}>
      <legend className="sr-only">Color theme</legend>
      {CHOICES.map(({ value, label, icon }) => (
        <label key={value} className="choice size-11" title={label}>
          <input type="radio" name="theme" value={value} {...input(value)} />
          <span className="sr-only">{label}</span>
          <Icon name={icon} size={18} />
        </label>
      ))}
    </fieldset>
  )
}

const getScriptProps = () => toScriptAttributes({ [THEME_CHOICE_ATTRIBUTE]: '' })

/**
 * Renders the theme choice of public pages. The shell script handles clicks, so a click before hydration counts. Hidden
 * without scripts.
 */
export function ThemeSwitch() {
  return <ThemeChoices className="noscript:hidden print:hidden" input={getScriptProps} />
}
