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

/** What axe finds on a page as it is shown, or `within` what a CSS selector names. */
export const violationsOf = (page: Page, within?: string): Promise<string[]> =>
  askAxe(page, within, (axe) => axe.withTags(WCAG_22_AA))

/** The same in both themes; the second is asked only about colours. Leaves the page in the light one. */
export async function violationsInBothThemes(page: Page, within?: string): Promise<string[]> {
  await showTheme(page, 'dark')
  const inDark = await violationsOf(page, within)
  await showTheme(page, 'light')
  const inLight = await askAxe(page, within, (axe) => axe.withRules(COLOUR_RULES))
  return [...inDark.map((violation) => `dark: ${violation}`), ...inLight.map((violation) => `light: ${violation}`)]
}
