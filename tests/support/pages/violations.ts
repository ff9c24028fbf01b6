import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

export type Theme = 'dark' | 'light'

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Rules about colours, the only thing in which the themes differ. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Waits until all CSS transitions have finished. Chromium does not settle the promise `finished` of those in a section
 * that `content-visibility: auto` skips; their state is right.
 */
const waitForTransitions = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every((animation) => !(animation instanceof CSSTransition) || animation.playState === 'finished'),
  )

/** Shows a page in a theme, and waits until its CSS transitions have finished. */
export async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen
  }, theme)
  await waitForTransitions(page)
}

async function askAxe(page: Page, within: string | undefined, choose: (axe: AxeBuilder) => AxeBuilder) {
  // While one page follows another the browser may have the title of neither, and rows are dimmed until the next have
  // come.
  await page.waitForFunction(() => document.title !== '' && !document.querySelector('table[aria-busy=true]'))
  // No frame of another origin: so no second page, in which axe would put its results together.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (within !== undefined) axe.include(within)
  const { violations } = await choose(axe).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/** Runs axe again if it finds a violation: a toast that fades out during the first run has too little contrast. */
async function findLastingViolations(...asked: Parameters<typeof askAxe>): Promise<string[]> {
  const found = await askAxe(...asked)
  if (found.length === 0) return found
  await waitForTransitions(asked[0])
  return askAxe(...asked)
}

/** What axe finds on a page as it is shown, or `within` what a CSS selector names. */
export const violationsOf = (page: Page, within?: string): Promise<string[]> =>
  findLastingViolations(page, within, (axe) => axe.withTags(WCAG_22_AA))

/** The same in both themes; the second is asked only about colours. Leaves the page in the light one. */
export async function violationsInBothThemes(page: Page, within?: string): Promise<string[]> {
  await showTheme(page, 'dark')
  const inDark = await violationsOf(page, within)
  await showTheme(page, 'light')
  const inLight = await findLastingViolations(page, within, (axe) => axe.withRules(COLOUR_RULES))
  return [...inDark.map((violation) => `dark: ${violation}`), ...inLight.map((violation) => `light: ${violation}`)]
}
