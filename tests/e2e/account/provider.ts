import { expect, type Page } from '@playwright/test'
import { parseIntegrations } from '../../../lib/dashboard/integrations/environment.ts'
import { openConnection } from '../../../lib/dashboard/integrations/repository.ts'
import { getSystemsUrl } from '../../../scripts/support/local-systems.ts'
import { stack } from '../../support/stack/addresses.ts'
import { within } from './rows.ts'

export const INTEGRATIONS_PATH = '/dashboard/integrations'

const GOOGLE = 'google-workspace'

export const getLocalSystemUrl = (name: string): string => `${getSystemsUrl(stack)}/${name}`

const getButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

export async function allowAccess(
  page: Page,
  { signsIn = true, name = 'office', system = GOOGLE } = {},
): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`^${getLocalSystemUrl(system)}/interaction/`))
  await expect(page.getByText(/^Local .+, not the real/)).toBeVisible()
  if (signsIn) {
    await page.getByLabel('Name').fill(name)
    await getButton(page, 'Continue').click()
  }
  await expect(page.getByRole('heading', { name: 'Permissions for Ductwise' })).toBeVisible()
  await getButton(page, 'Allow').click()
  await expect(page).toHaveURL(stack.env.siteUrl + INTEGRATIONS_PATH)
}

export async function connectGoogle(page: Page, name?: string): Promise<void> {
  await getButton(page, 'Connect Google Workspace').click()
  await expect(page.getByRole('dialog')).toContainText('See when you’re busy, without details')
  await getButton(page, 'Go to Google Workspace').click()
  await allowAccess(page, name ? { name } : {})
}

export async function readGoogleToken(owner: { organizationId: string }): Promise<string> {
  const { settings } = parseIntegrations(stack.site, stack.env.siteUrl)
  const { organizationId } = owner
  const connection = await openConnection(
    { organizationId, settings, transaction: (work) => within(owner, work), now: () => new Date() },
    GOOGLE,
  )
  return connection?.secret.accessToken ?? ''
}

export async function isTokenAccepted(token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` }
  const { status } = await fetch(`${getLocalSystemUrl(GOOGLE)}/calendar/v3/users/me/calendarList`, { headers })
  return status !== 401
}
