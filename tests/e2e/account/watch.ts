import { type Locator, type Page, expect } from '@playwright/test'
import { AREAS } from '../../../lib/platform/auth/access-table.ts'
import { DASHBOARD_PATH } from '../../../lib/routes.ts'

/**
 * Makes page loads wait until React has moved streamed content into place. Until then, parts of the document exist
 * twice.
 */
export function waitForStreaming(page: Page): Page {
  for (const name of ['goto', 'reload'] as const) {
    const originalLoad = page[name].bind(page) as (...args: unknown[]) => ReturnType<Page['goto']>
    page[name] = async (...args: unknown[]) => {
      const response = await originalLoad(...args)
      await expect(page.locator('body > [hidden][id^="S:"]')).toHaveCount(0)
      return response
    }
  }
  return page
}

/** Viewport in CSS px. */
export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1440, height: 900 }

const getPanel = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' })

/** Opens the sidebar, which is a panel on phones. @returns a function that closes it */
export async function openNavigation(page: Page): Promise<() => Promise<void>> {
  const button = page.getByRole('button', { name: 'Menu', exact: true })
  const isPhone = await button.isVisible()
  if (isPhone) await button.click()
  await expect(getPanel(page)).toBeVisible()
  return async () => {
    if (!isPhone) return
    await page.keyboard.press('Escape')
    await expect(getPanel(page)).toBeHidden()
  }
}

export const getCompanySwitcher = (page: Page) => page.getByRole('button', { name: /^Company: / })
export const getUserButton = (page: Page) =>
  page.getByRole('button', { name: /^Signed in as / }).locator('visible=true')

/** Sizes in CSS px. */
const SIZES = {
  switcher: { width: [120, 300], height: [44, 60] },
  'user menu': { width: [44, 48], height: [44, 48] },
  'sign-out': { width: [120, 400], height: [36, 48] },
}

async function expectSize(page: Page, name: keyof typeof SIZES, locator: Locator): Promise<void> {
  await expect(locator, name).toBeVisible()
  await expect(async () => {
    const box = await locator.boundingBox({ timeout: 1_000 })
    for (const side of ['width', 'height'] as const) {
      const [minPx = 0, maxPx = 0] = SIZES[name][side]
      expect(box?.[side], `${side} of the ${name}`).toBeGreaterThanOrEqual(minPx)
      expect(box?.[side], `${side} of the ${name}`).toBeLessThanOrEqual(maxPx)
    }
    const size = page.viewportSize()
    expect(box?.x, `${name} in the window`).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0), `${name} in the window`).toBeLessThanOrEqual(size?.width ?? 0)
  }).toPass({ timeout: 15_000 })
}

/**
 * Asserts the size of the company switcher, user menu and sign-out button without a reload. `organization` is false for
 * users without one.
 */
export async function expectComplete(page: Page, { organization = true } = {}): Promise<void> {
  expect(new URL(page.url()).pathname).toMatch(new RegExp(`^${DASHBOARD_PATH}(/|$)`))
  if (organization) {
    const close = await openNavigation(page)
    await expectSize(page, 'switcher', getCompanySwitcher(page))
    await close()
  }
  await expectSize(page, 'user menu', getUserButton(page))
  await getUserButton(page).click()
  await expectSize(page, 'sign-out', page.getByRole('menuitem', { name: 'Sign out' }))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeHidden()
}

export async function expectSettingsTexts(page: Page, ...texts: string[]): Promise<void> {
  await page.goto(AREAS.settings.path)
  for (const text of texts) await expect(page.getByRole('main')).toContainText(text)
}

export async function expectArrival(page: Page, address: string): Promise<void> {
  await expect(page).toHaveURL(address)
  await expectComplete(page, { organization: new URL(page.url()).pathname !== AREAS.welcome.path })
}
