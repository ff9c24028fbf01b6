import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

export type Theme = 'dark' | 'light'

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Rules about colours, the only thing in which the themes differ. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Shows a page in a theme, and waits until no colour is on its way any more. */
export const showTheme = (page: Page, theme: Theme): Promise<void> =>
  page.evaluate(async (chosen) => {
    document.documentElement.dataset.theme = chosen
    await Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map(({ finished }) => finished),
    )
  }, theme)

/** What axe finds on a page: everything in the dark theme, what depends on colours in the light one. */
export async function violationsOf(page: Page, theme: Theme): Promise<string[]> {
  // While one page follows another the browser may have the title of neither.
  await page.waitForFunction(() => document.title !== '')
  // No frame of another origin: so no second page, in which axe would put its results together.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (theme === 'dark' ? axe.withTags(WCAG_22_AA) : axe.withRules(COLOUR_RULES)).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
