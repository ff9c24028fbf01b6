import { THEME } from '../lib/constants.ts'
import { THEME_ATTRIBUTE, THEME_CHOICE } from '../lib/dom-contract.ts'
import { listen, root, within } from './dom.ts'
import { leaveOutFarParts, takeInFarParts } from './far-parts.ts'
import { afterPaint } from './when.ts'

type Choice = (typeof THEME.choices)[number]

const choiceOf = (text: string | null): Choice | undefined => THEME.choices.find((choice) => choice === text)

function storedChoice(): Choice {
  try {
    return choiceOf(localStorage.getItem(THEME.storageKey)) ?? THEME.default
  } catch {
    // The browser blocks access to storage.
    return THEME.default
  }
}

const darkSystem = () => matchMedia('(prefers-color-scheme: dark)')

/** Applies a theme. Follows the same rules as next-themes, which runs on account pages. */
function paint(choice: Choice): void {
  const theme = choice === 'system' ? (darkSystem().matches ? 'dark' : 'light') : choice
  root.setAttribute(THEME_ATTRIBUTE, theme)
  root.style.colorScheme = theme
}

export const paintStoredTheme = (): void => paint(storedChoice())

/** Returns whether the page was opened by navigation. After reload and back, browsers restore form state. */
const isNewVisit = () =>
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]).some(({ type }) => type === 'navigate')

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
      // Without storage, the choice applies only to this page.
    }
    // Paints the button first, because restyling every element is slow on phones.
    await afterPaint()
    leaveOutFarParts()
    show(choice)
    takeInFarParts()
    // next-themes listens to `storage` events, which browsers fire only in other tabs.
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
  // No option is checked initially. A checked option means an early click or restored form state.
  if (isNewVisit()) void choose(document.querySelector(`[${THEME_CHOICE}]:checked`))
  show(storedChoice())
}
