import { THEME } from '../lib/constants.ts'
import { THEME_ATTRIBUTE, THEME_CHOICE } from '../lib/dom-contract.ts'
import { listen, root, within } from './dom.ts'
import { leaveOutFarParts, takeInFarParts } from './far-parts.ts'
import { afterPaint } from './when.ts'

type Choice = (typeof THEME.choices)[number]

/** What a visitor may choose, in what a page or the storage says; undefined for anything else. */
const choiceOf = (text: string | null): Choice | undefined => THEME.choices.find((choice) => choice === text)

function storedChoice(): Choice {
  try {
    return choiceOf(localStorage.getItem(THEME.storageKey)) ?? THEME.default
  } catch {
    // A browser that stores nothing for this site has no choice.
    return THEME.default
  }
}

const darkSystem = () => matchMedia('(prefers-color-scheme: dark)')

/** The same rules as those of next-themes, which shows the theme on pages of the account. */
function paint(choice: Choice): void {
  const theme = choice === 'system' ? (darkSystem().matches ? 'dark' : 'light') : choice
  root.setAttribute(THEME_ATTRIBUTE, theme)
  root.style.colorScheme = theme
}

/** Shows the stored theme before the first paint. */
export const paintStoredTheme = (): void => paint(storedChoice())

/** Whether the visitor came by a link or an address: after a reload and on the way back, browsers restore what was chosen. */
const isNewVisit = () =>
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]).some(({ type }) => type === 'navigate')

/** Acts on the radio buttons of the theme, on a choice in another tab, and on a change of the system's theme. */
export function startTheme(): void {
  const show = (choice: Choice) => {
    paint(choice)
    for (const button of document.querySelectorAll<HTMLInputElement>(`[${THEME_CHOICE}]`)) {
      button.checked = button.value === choice
    }
  }
  const choose = async (button: HTMLInputElement | null) => {
    const choice = choiceOf(button?.value ?? null)
    if (!choice) return
    try {
      localStorage.setItem(THEME.storageKey, choice)
    } catch {
      // Where a browser refuses to store it, the choice holds for this page.
    }
    // The button answers the finger at once; every element in another colour takes a slow phone longer.
    await afterPaint()
    leaveOutFarParts()
    show(choice)
    takeInFarParts()
    // On pages of the account next-themes listens to storage, too, and hears of other tabs only.
    dispatchEvent(new StorageEvent('storage', { key: THEME.storageKey, newValue: choice }))
  }
  listen('change', (event) => void choose(within(event, `[${THEME_CHOICE}]`)))
  addEventListener('storage', ({ key, newValue }) => {
    if (key === THEME.storageKey) show(choiceOf(newValue) ?? storedChoice())
  })
  darkSystem().addEventListener('change', () => {
    const choice = storedChoice()
    if (choice === 'system') show(choice)
  })
  // The page comes with none: one that is checked by now was pressed before this script was there, or restored by the browser.
  if (isNewVisit()) void choose(document.querySelector(`[${THEME_CHOICE}]:checked`))
  show(storedChoice())
}
