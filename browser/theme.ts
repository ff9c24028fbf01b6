import { THEME } from '../lib/constants.ts'
import { THEME_ATTRIBUTE, THEME_CHOICE_ATTRIBUTE } from '../lib/dom-contract.ts'
import { listen, root, findClosest } from './dom.ts'
import { skipDistantSections, restoreDistantSections } from './distant-sections.ts'
import { waitForPaint } from './page-timing.ts'

type Choice = (typeof THEME.choices)[number]

const parseChoice = (text: string | null): Choice | undefined => THEME.choices.find((choice) => choice === text)

function readStoredChoice(): Choice {
  try {
    return parseChoice(localStorage.getItem(THEME.storageKey)) ?? THEME.default
  } catch {
    // The browser blocks access to storage.
    return THEME.default
  }
}

const getDarkQuery = () => matchMedia('(prefers-color-scheme: dark)')

/** Applies a theme. Follows the same rules as next-themes, which runs on account pages. */
function applyTheme(choice: Choice): void {
  const theme = choice === 'system' ? (getDarkQuery().matches ? 'dark' : 'light') : choice
  root.setAttribute(THEME_ATTRIBUTE, theme)
  root.style.colorScheme = theme
}

export const applyStoredTheme = (): void => applyTheme(readStoredChoice())

/**
 * Returns whether the page was opened by navigation. After a reload or back navigation, browsers restore form state.
 */
const isNavigation = () =>
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]).some(({ type }) => type === 'navigate')

export function startTheme(): void {
  const showChoice = (choice: Choice) => {
    applyTheme(choice)
    for (const button of document.querySelectorAll<HTMLInputElement>(`[${THEME_CHOICE_ATTRIBUTE}]`)) {
      button.checked = button.value === choice
    }
  }
  const selectChoice = async (button: HTMLInputElement | null) => {
    const choice = parseChoice(button?.value ?? null)
    if (!choice) return
    try {
      localStorage.setItem(THEME.storageKey, choice)
    } catch {
      // If storage is blocked, the choice applies only to this page.
    }
    // Paints the button first, because restyling every element is slow on phones.
    await waitForPaint()
    skipDistantSections()
    showChoice(choice)
    restoreDistantSections()
    // next-themes listens to `storage` events, which browsers fire only in other tabs.
    dispatchEvent(new StorageEvent('storage', { key: THEME.storageKey, newValue: choice }))
  }
  listen('change', (event) => void selectChoice(findClosest(event, `[${THEME_CHOICE_ATTRIBUTE}]`)))
  addEventListener('storage', ({ key, newValue }) => {
    if (key === THEME.storageKey) showChoice(parseChoice(newValue) ?? readStoredChoice())
  })
  getDarkQuery().addEventListener('change', () => {
    const choice = readStoredChoice()
    if (choice === 'system') showChoice(choice)
  })
  // No option is checked initially. A checked option means an early click or restored form state.
  if (isNavigation()) void selectChoice(document.querySelector(`[${THEME_CHOICE_ATTRIBUTE}]:checked`))
  showChoice(readStoredChoice())
}
