import { Icon, type IconName } from '../ui/icon.tsx'

export const THEME_CHOICES: { value: string; label: string; icon: IconName }[] = [
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
  { value: 'system', label: 'As the system', icon: 'system' },
]

/**
 * Light, dark or the system's choice. Plain radio buttons: the shell script marks the stored choice and acts on a new
 * one, so that the first tap counts before the page has hydrated. Hidden where no script runs.
 */
export function ThemeSwitch() {
  return (
    <fieldset className="theme-switch flex items-center rounded-full border border-line p-0.5">
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
            data-theme-choice
            className="absolute inset-0 cursor-pointer opacity-0"
            suppressHydrationWarning
          />
          <span className="sr-only">{label}</span>
          <Icon name={icon} size={18} />
        </label>
      ))}
    </fieldset>
  )
}
