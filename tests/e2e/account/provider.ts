import { expect, type Page } from '@playwright/test'
import { stack } from '../../support/stack/addresses.ts'
import type { OAuthTestServer } from '../../support/stack/oauth-server.ts'

/** Where an owner sees what is connected. */
export const INTEGRATIONS = '/dashboard/integrations'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** On the pages of a provider: who one is, and what one allows; leads back to the dashboard. */
export async function allow(page: Page, { issuer }: OAuthTestServer, { signsIn = true } = {}): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`^${issuer}/interaction/`))
  if (signsIn) {
    await page.getByLabel('Name').fill('office')
    await button(page, 'Continue').click()
  }
  await expect(page.getByRole('heading', { name: 'What Ductwise may do' })).toBeVisible()
  await button(page, 'Continue').click()
  await expect(page).toHaveURL(stack.env.siteUrl + INTEGRATIONS)
}

/** Connects a calendar, from the button of our page to our page again. */
export async function connectGoogle(page: Page, oauth: OAuthTestServer): Promise<void> {
  await button(page, 'Connect Google Workspace').click()
  await expect(page.getByRole('dialog')).toContainText('See when you are busy, not why')
  await button(page, 'Go to Google Workspace').click()
  await allow(page, oauth)
}
