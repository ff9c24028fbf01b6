import { type Page, expect } from '@playwright/test'
import { samplePassword } from '../../../scripts/support/sample-accounts.ts'
import { appointments } from '../../../lib/dashboard/schema/appointments.ts'
import type { Plan } from '../../../lib/platform/auth/access-table.ts'
import { SERVICETITAN } from '../../../packages/systems/data/systems.ts'
import { stack } from '../../support/stack/addresses.ts'
import { findHorizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { listMails } from '../../support/inbox.ts'
import { findViolationsInBothThemes } from '../../support/pages/violations.ts'
import { waitForClerk, renewToken } from './clerk-pages.ts'
import { advanceClock, createOwner, setPlan } from './people.ts'
import {
  allowAccess,
  connectGoogle,
  isTokenAccepted,
  readGoogleToken,
  INTEGRATIONS_PATH,
  getLocalSystemUrl,
} from './provider.ts'
import { within } from './rows.ts'
import { openSignedIn, getPasswordField } from './sign-in.ts'
import { test } from './streaming-test.ts'

const HOUR_MS = 3_600_000

const setOutage = (name: string, isOut: boolean) =>
  fetch(`${getLocalSystemUrl(name)}/outage`, { method: 'POST', body: new URLSearchParams({ out: isOut ? '1' : '' }) })

test.afterEach(() => setOutage('servicetitan', false))

async function openWithPlan(page: Page, name: string, plan: Plan) {
  const owner = await createOwner(name)
  await setPlan(owner.organizationId, plan)
  await openSignedIn(page, owner.email, INTEGRATIONS_PATH)
  await waitForClerk(page)
  return owner
}

const getSection = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const getButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const countMails = async (subject: string) => (await listMails({ search: subject })).length

async function confirmVisit(owner: { organizationId: string }): Promise<void> {
  const startsAt = new Date(Date.now() + 24 * HOUR_MS)
  await within(owner, ({ db, organizationId }) =>
    db.insert(appointments).values({
      organizationId,
      customer: 'Sample Caller',
      job: 'No heat upstairs',
      startsAt,
      endsAt: new Date(startsAt.getTime() + 2 * HOUR_MS),
      state: 'confirmed',
    }),
  )
}

test('a calendar can be connected, tested, written to and removed, which revokes its token @smoke', async ({
  page,
}) => {
  const owner = await openWithPlan(page, 'connecting', 'front_desk')
  await confirmVisit(owner)
  const account = `connecting-${Date.now()}`
  await expect(page.getByText('No integrations yet')).toBeVisible()

  await expect(page.getByRole('listitem').filter({ hasText: 'Google Workspace' })).toContainText('Test mode')
  await connectGoogle(page, account)
  await expect(page.getByRole('status').filter({ hasText: 'Google Workspace is connected' })).toBeVisible()
  const calendar = getSection(page, 'Google Workspace')
  await expect(calendar).toContainText('Read-only')
  await expect(calendar).toContainText('not the real Google Workspace')
  await expect(calendar).toContainText(`${account}@example.com`)

  await calendar.getByRole('button', { name: 'Test' }).click()
  await expect(page.getByText('First calendar: “Office”.')).toBeVisible()

  await calendar.getByRole('button', { name: 'Calendars' }).click()
  await expect(page.getByRole('checkbox', { name: /Office/ })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Crew' }).check()
  await getButton(page, 'Save calendars').click()
  await expect(page.getByText('Calendars saved')).toBeVisible()

  await calendar.getByRole('switch').click()
  await getButton(page, 'Go to Google Workspace').click()
  await allowAccess(page, { signsIn: false })
  await expect(calendar).toContainText('Read and write')
  await calendar.getByRole('button', { name: 'Add visits' }).click()
  await getButton(page, 'Add: No heat upstairs').click()
  await expect(page.getByText('Added', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')

  await calendar.getByRole('link', { name: 'View events' }).click()
  await expect(page.getByText('Local Google Workspace, not the real Google.')).toBeVisible()
  const bookings = page.getByRole('region', { name: `Bookings by phone of ${account}` })
  await expect(bookings.getByRole('listitem')).toHaveCount(1)
  await expect(bookings).toContainText('No heat upstairs')
  await expect(bookings).toContainText('Sample Caller')
  await expect(bookings).toContainText('Added by phone assistant')
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await page.goBack()
  await waitForClerk(page)

  await calendar.getByRole('switch').click()
  await expect(calendar).toContainText('Read-only')

  await calendar.getByRole('button', { name: 'History' }).click()
  const log = page.getByRole('dialog', { name: 'Google Workspace history' })
  await expect(log.getByRole('listitem')).toHaveText([
    /You changed its access/,
    /You added a visit/,
    /You changed its access/,
    /You changed its access/,
    /You read calendar names and busy times/,
    /You tested it/,
    /You connected it/,
  ])
  await page.keyboard.press('Escape')

  const token = await readGoogleToken(owner)
  expect(await isTokenAccepted(token)).toBe(true)
  await advanceClock(10)
  await renewToken(page)
  await calendar.getByRole('button', { name: 'Remove' }).click()
  await getButton(page, 'Remove Google Workspace').click()
  await expect(page.getByText('Verification required')).toBeVisible()
  await getPasswordField(page).fill(samplePassword)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText('Google Workspace removed')).toBeVisible()
  await expect(calendar).toBeHidden()
  await expect(getButton(page, 'Connect Google Workspace')).toBeVisible()
  expect(await isTokenAccepted(token), "token is revoked in the provider's account").toBe(false)

  await page.goto('/dashboard/settings/log')
  await expect(page.getByRole('main')).toContainText(/removed an integration/i)
})

test('a denied consent or a repeated callback connects nothing and shows an error', async ({ page }) => {
  await openWithPlan(page, 'refusing', 'night_line')
  await getButton(page, 'Connect Google Workspace').click()
  await getButton(page, 'Go to Google Workspace').click()
  await expect(page).toHaveURL(new RegExp(`^${getLocalSystemUrl('google-workspace')}/interaction/`))
  const [callbackRequest] = await Promise.all([
    page.waitForRequest((request) => new URL(request.url()).pathname.endsWith('/callback')),
    getButton(page, 'Cancel').click(),
  ])
  await expect(page.getByRole('heading', { name: 'Google Workspace not connected' })).toBeVisible()
  await expect(page).toHaveURL(stack.env.siteUrl + INTEGRATIONS_PATH)
  await page.goto(callbackRequest.url())
  await expect(page.getByRole('heading', { name: 'Sign-in to Google Workspace expired' })).toBeVisible()
  await expect(page.getByText('No integrations yet')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'ServiceTitan' })).toContainText(
    'Night line includes only calendars.',
  )
})

test('an API key is tested before it is saved, and its removal shows where to revoke it', async ({ page }) => {
  await openWithPlan(page, 'keyed', 'several_crews')
  await getButton(page, 'Connect ServiceTitan').click()
  const fillKeyForm = async (secret: string) => {
    await page.getByLabel('Tenant ID').fill(SERVICETITAN.tenant)
    await page.getByLabel('Client ID').fill(SERVICETITAN.clientId)
    await page.getByLabel('Client secret').fill(secret)
    await getButton(page, 'Test and connect').click()
  }
  await fillKeyForm('mistyped')
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('The key was rejected').first()).toBeVisible()
  await expect(page.getByLabel('Tenant ID'), 'input is kept').toHaveValue(SERVICETITAN.tenant)
  await fillKeyForm(SERVICETITAN.clientSecret)
  const titan = getSection(page, 'ServiceTitan')
  await expect(titan).toContainText(`Tenant ${SERVICETITAN.tenant}`)

  await setOutage('servicetitan', true)
  await titan.getByRole('button', { name: 'Test' }).click()
  await expect(titan).toContainText('Not responding')
  await setOutage('servicetitan', false)

  await titan.getByRole('button', { name: 'Remove' }).click()
  await getButton(page, 'Remove ServiceTitan').click()
  await expect(page.getByText('ServiceTitan removed. Revoke access there, too')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Connected applications (local)' })).toBeVisible()
})

test('an unavailable integration can be requested, and a plan without integrations shows which plans include them', async ({
  page,
}) => {
  const answers: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/dashboard/integrations'))
      // Reads the body immediately, because it is lost when the page navigates away.
      answers.push(response.text().catch(() => ''))
  })
  const name = `wishing-${Date.now()}`
  const { organizationId } = await openWithPlan(page, name, 'front_desk')
  const zapier = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Zapier' }) })
  await expect(zapier).toContainText('Not available yet')
  await getButton(page, 'Request Zapier').click()
  await expect(page.getByText('Zapier requested')).toBeVisible()
  await expect(zapier).toContainText(/Requested on \w{3} \d{1,2}/)
  await expect(zapier.getByRole('button')).toBeHidden()
  await expect.poll(() => countMails(`${name} Heating requested Zapier`)).toBe(1)
  await page.reload()
  await expect(zapier, 'the request is stored').toContainText(/Requested on/)
  expect(await page.content(), 'no server variable names').not.toContain('INTEGRATION_')
  expect(answers.length).toBeGreaterThan(0)
  expect((await Promise.all(answers)).join('\n')).not.toContain('INTEGRATION_')

  await setPlan(organizationId, 'free_org')
  await renewToken(page)
  expect((await page.goto(INTEGRATIONS_PATH))?.status()).toBe(403)
  await expect(page.getByRole('main')).toContainText('It is included in Night line, Front desk, or Several crews.')
})

test('the integrations page fits each width and is accessible in both themes', async ({ page }) => {
  await openWithPlan(page, 'looking', 'several_crews')
  await connectGoogle(page)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findHorizontalScroll(page)).toEqual([])
  }
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await getSection(page, 'Google Workspace').getByRole('button', { name: 'Calendars' }).click()
  await expect(page.getByRole('checkbox', { name: /Office/ })).toBeVisible()
  expect(await findViolationsInBothThemes(page)).toEqual([])
})
