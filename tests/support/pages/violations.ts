import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

export type Theme = 'dark' | 'light'

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Color rules of axe. The two themes differ only in color. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Waits for transitions by `playState`: in sections skipped by `content-visibility: auto`, Chromium never resolves
 * `finished`.
 */
const waitForTransitions = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every((animation) => !(animation instanceof CSSTransition) || animation.playState === 'finished'),
  )

export async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((themeName) => {
    document.documentElement.dataset.theme = themeName
  }, theme)
  await waitForTransitions(page)
}

async function runAxe(page: Page, selector: string | undefined, configure: (axe: AxeBuilder) => AxeBuilder) {
  // Waits for a title and loaded tables: during a navigation the title is missing, and tables being loaded are dimmed.
  await page.waitForFunction(() => document.title !== '' && !document.querySelector('table[aria-busy=true]'))
  // Legacy mode avoids a second page for the results. It suffices, because there are no cross-origin frames.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (selector !== undefined) axe.include(selector)
  const { violations } = await configure(axe).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/** Runs axe again after a violation, because a toast that fades out has too little contrast. */
async function findLastingViolations(...args: Parameters<typeof runAxe>): Promise<string[]> {
  const violations = await runAxe(...args)
  if (violations.length === 0) return violations
  await waitForTransitions(args[0])
  return runAxe(...args)
}

export const findViolations = (page: Page, selector?: string): Promise<string[]> =>
  findLastingViolations(page, selector, (axe) => axe.withTags(WCAG_22_AA))

/** Checks both themes, the light one only for colors. Leaves the light theme active. */
export async function findViolationsInBothThemes(page: Page, selector?: string): Promise<string[]> {
  await showTheme(page, 'dark')
  const darkViolations = await findViolations(page, selector)
  await showTheme(page, 'light')
  const lightViolations = await findLastingViolations(page, selector, (axe) => axe.withRules(COLOR_RULES))
  return [
    ...darkViolations.map((violation) => `dark: ${violation}`),
    ...lightViolations.map((violation) => `light: ${violation}`),
  ]
}
