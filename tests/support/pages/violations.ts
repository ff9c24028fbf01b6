import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

export type Theme = 'dark' | 'light'

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Color rules of axe. The two themes differ only in color. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

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
  await page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen
  }, theme)
  await waitForTransitions(page)
}

async function askAxe(page: Page, within: string | undefined, choose: (axe: AxeBuilder) => AxeBuilder) {
  // Waits for a title and loaded tables: during a navigation the title is missing, and tables being loaded are dimmed.
  await page.waitForFunction(() => document.title !== '' && !document.querySelector('table[aria-busy=true]'))
  // Legacy mode avoids a second page for the results. It suffices, because there are no cross-origin frames.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (within !== undefined) axe.include(within)
  const { violations } = await choose(axe).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/** Runs axe again after a violation, because a toast that fades out has too little contrast. */
async function findLastingViolations(...asked: Parameters<typeof askAxe>): Promise<string[]> {
  const found = await askAxe(...asked)
  if (found.length === 0) return found
  await waitForTransitions(asked[0])
  return askAxe(...asked)
}

export const violationsOf = (page: Page, within?: string): Promise<string[]> =>
  findLastingViolations(page, within, (axe) => axe.withTags(WCAG_22_AA))

/** Checks both themes, the light one only for colors. Leaves the light theme active. */
export async function violationsInBothThemes(page: Page, within?: string): Promise<string[]> {
  await showTheme(page, 'dark')
  const inDark = await violationsOf(page, within)
  await showTheme(page, 'light')
  const inLight = await findLastingViolations(page, within, (axe) => axe.withRules(COLOUR_RULES))
  return [...inDark.map((violation) => `dark: ${violation}`), ...inLight.map((violation) => `light: ${violation}`)]
}
