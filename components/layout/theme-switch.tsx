import { ThemeChoices } from '../ui/theme-choices.tsx'

const markedByScript = () => ({ 'data-theme-choice': true, suppressHydrationWarning: true })

/**
 * Light, dark or the system's choice. Plain radio buttons: the shell script marks the stored choice and acts on a new
 * one, so that the first tap counts before the page has hydrated. Hidden where no script runs.
 */
export function ThemeSwitch() {
  return <ThemeChoices className="theme-switch" input={markedByScript} />
}
