import { expect, type Page } from '@playwright/test'
import { parseIntegrations } from '../../../lib/dashboard/integrations/environment.ts'
import { openConnection } from '../../../lib/dashboard/integrations/repository.ts'
import { systemsUrl } from '../../../scripts/support/local-systems.ts'
import { stack } from '../../support/stack/addresses.ts'
import { within } from './rows.ts'

export const INTEGRATIONS = '/dashboard/integrations'

const GOOGLE = 'google-workspace'

export const localSystem = (name: string): string => `${systemsUrl(stack)}/${name}`

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

export async function allow(page: Page, { signsIn = true, name = 'office' } = {}): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`^${localSystem(GOOGLE)}/interaction/`))
  await expect(page.getByText('Local Google Workspace, not the real Google.')).toBeVisible()
  if (signsIn) {
    await page.getByLabel('Name').fill(name)
    await button(page, 'Continue').click()
  }
  await expect(page.getByRole('heading', { name: 'Permissions for Ductwise' })).toBeVisible()
  await button(page, 'Allow').click()
  await expect(page).toHaveURL(stack.env.siteUrl + INTEGRATIONS)
}

export async function connectGoogle(page: Page, name?: string): Promise<void> {
  await button(page, 'Connect Google Workspace').click()
  await expect(page.getByRole('dialog')).toContainText('See when you’re busy, without details')
  await button(page, 'Go to Google Workspace').click()
  await allow(page, name ? { name } : {})
}

export async function googleToken(owner: { organizationId: string }): Promise<string> {
  const { settings } = parseIntegrations(stack.site, stack.env.siteUrl)
  const { organizationId } = owner
  const open = await openConnection(
    { organizationId, settings, transaction: (work) => within(owner, work), now: () => new Date() },
    GOOGLE,
  )
  return open?.secret.accessToken ?? ''
}

export async function googleTakes(token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` }
  const { status } = await fetch(`${localSystem(GOOGLE)}/calendar/v3/users/me/calendarList`, { headers })
  return status !== 401
}
