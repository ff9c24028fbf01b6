import { THEME } from './constants.ts'

/*
 * Plain JavaScript for the scripts that show a theme: the choice of this browser, and light or dark for it. The same
 * rules as those of next-themes, which shows the theme of the account's pages.
 */
export const themeNow = `
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const themeNow = () => {
    let stored
    try { stored = localStorage.getItem('${THEME.storageKey}') } catch {}
    return ${JSON.stringify(THEME.choices)}.includes(stored) ? stored : '${THEME.default}'
  }
  const resolvedTheme = (theme) => theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme`
