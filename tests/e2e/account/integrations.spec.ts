import { type Page, expect } from '@playwright/test'
import { samplePassword } from '../../../scripts/support/sample-accounts.ts'
import { appointments } from '../../../lib/db/schema/index.ts'
import type { Plan } from '../../../lib/auth/access-table.ts'
import { oauthServerPort, stack } from '../../support/stack/addresses.ts'
import { TITAN_KEY } from '../../support/stack/oauth-clients.ts'
import { type OAuthTestServer, startOAuthServer } from '../../support/stack/oauth-server.ts'
import { horizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { violationsInBothThemes } from '../../support/pages/violations.ts'
import { clerkReady, renewToken } from './clerk-pages.ts'
import { advance, newOwner, setPlan } from './people.ts'
import { allow, connectGoogle, INTEGRATIONS } from './provider.ts'
import { within } from './rows.ts'
import { openSignedIn, passwordField } from './sign-in.ts'
import { test } from './watched-test.ts'

/** How an owner connects other systems, with a real OAuth server in Google's place. */

const HOUR = 3_600_000

let oauth: OAuthTestServer
test.beforeAll(async () => {
  oauth = await startOAuthServer({ port: oauthServerPort, siteUrl: stack.env.siteUrl })
})
test.afterAll(() => oauth.close())
test.afterEach(() => {
  oauth.trouble = undefined
})

/** An owner on the page, whose company has a plan. */
async function openAs(page: Page, name: string, plan: Plan) {
  const owner = await newOwner(name)
  await setPlan(owner.organizationId, plan)
  await openSignedIn(page, owner.email, INTEGRATIONS)
  await clerkReady(page)
  return owner
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** A confirmed visit tomorrow. */
async function confirmVisit(owner: { organizationId: string }): Promise<void> {
  const startsAt = new Date(Date.now() + 24 * HOUR)
  await within(owner, ({ db, organizationId }) =>
    db.insert(appointments).values({
      organizationId,
      customer: 'Sample Caller',
      job: 'No heat upstairs',
      startsAt,
      endsAt: new Date(startsAt.getTime() + 2 * HOUR),
      state: 'confirmed',
    }),
  )
}

test('a calendar is connected, tested, written to and removed, and its token is dead afterwards', async ({ page }) => {
  await confirmVisit(await openAs(page, 'connecting', 'front_desk'))
  await expect(page.getByText('Nothing is connected yet')).toBeVisible()

  await connectGoogle(page, oauth)
  await expect(page.getByRole('status').filter({ hasText: 'Google Workspace is connected' })).toBeVisible()
  const calendar = section(page, 'Google Workspace')
  await expect(calendar).toContainText('Reads only')
  await expect(calendar).toContainText('office@example.com')

  await calendar.getByRole('button', { name: 'Test' }).click()
  await expect(page.getByText('Read as a sample, the first calendar: “Office”.')).toBeVisible()

  await calendar.getByRole('button', { name: 'Calendars' }).click()
  await expect(page.getByRole('checkbox', { name: /Office/ })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Crew' }).check()
  await button(page, 'Count these as busy').click()
  await expect(page.getByText('These calendars count as busy now')).toBeVisible()

  await calendar.getByRole('switch').click()
  await button(page, 'Go to Google Workspace').click()
  await allow(page, oauth, { signsIn: false })
  await expect(calendar).toContainText('Reads and writes')
  await calendar.getByRole('button', { name: 'Enter visits' }).click()
  await button(page, 'Enter: No heat upstairs').click()
  await expect(page.getByText('Entered', { exact: true })).toBeVisible()
  expect(Object.values(oauth.entered).flat()).toEqual([expect.objectContaining({ summary: 'No heat upstairs' })])
  await page.keyboard.press('Escape')

  await calendar.getByRole('switch').click()
  await expect(calendar).toContainText('Reads only')

  await calendar.getByRole('button', { name: 'Log' }).click()
  const log = page.getByRole('dialog', { name: 'Log of Google Workspace' })
  await expect(log.getByRole('listitem')).toHaveText([
    /You changed what it may do/,
    /You entered a visit/,
    /You changed what it may do/,
    /You changed what it may do/,
    /You read calendar names and busy times/,
    /You tested it/,
    /You connected it/,
  ])
  await page.keyboard.press('Escape')

  const token = oauth.shown.at(-1) ?? ''
  expect(await oauth.isGood(token)).toBe(true)
  await advance(10)
  await renewToken(page)
  await calendar.getByRole('button', { name: 'Remove' }).click()
  await button(page, 'Remove it').click()
  await expect(page.getByText('Verification required')).toBeVisible()
  await passwordField(page).fill(samplePassword)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText('Google Workspace is removed, here and there')).toBeVisible()
  await expect(calendar).toBeHidden()
  await expect(button(page, 'Connect Google Workspace')).toBeVisible()
  expect(await oauth.isGood(token), 'also at the provider').toBe(false)

  await page.goto('/dashboard/settings/log')
  await expect(page.getByRole('main')).toContainText(/removed a connection/i)
})

test('who does not allow it, or comes back twice, is told so, and nothing is connected', async ({ page }) => {
  await openAs(page, 'refusing', 'night_line')
  await button(page, 'Connect Google Workspace').click()
  await button(page, 'Go to Google Workspace').click()
  await expect(page).toHaveURL(new RegExp(`^${oauth.issuer}/interaction/`))
  const [back] = await Promise.all([
    page.waitForRequest((request) => new URL(request.url()).pathname.endsWith('/callback')),
    button(page, 'Cancel').click(),
  ])
  await expect(page.getByRole('heading', { name: 'Google Workspace was not connected' })).toBeVisible()
  await expect(page).toHaveURL(stack.env.siteUrl + INTEGRATIONS)
  await page.goto(back.url())
  await expect(page.getByRole('heading', { name: 'That sign-in at Google Workspace does not count' })).toBeVisible()
  await expect(page.getByText('Nothing is connected yet')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'ServiceTitan' })).toContainText(
    'Night line connects calendars only.',
  )
})

test('a key is tried before it is stored; one that the provider forgets asks for the owner', async ({ page }) => {
  await openAs(page, 'keyed', 'several_crews')
  await button(page, 'Connect ServiceTitan').click()
  const fill = async (secret: string) => {
    await page.getByLabel('Tenant ID').fill(TITAN_KEY.tenant)
    await page.getByLabel('Client ID').fill(TITAN_KEY.clientId)
    await page.getByLabel('Client secret').fill(secret)
    await button(page, 'Test and connect').click()
  }
  await fill('mistyped')
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('The key was refused').first()).toBeVisible()
  await expect(page.getByLabel('Tenant ID'), 'what was typed is still there').toHaveValue(TITAN_KEY.tenant)
  await fill(TITAN_KEY.clientSecret)
  const titan = section(page, 'ServiceTitan')
  await expect(titan).toContainText(`Tenant ${TITAN_KEY.tenant}`)

  oauth.trouble = { at: '/crm', does: 'fail' }
  await titan.getByRole('button', { name: 'Test' }).click()
  await expect(titan).toContainText('Does not answer')
  oauth.trouble = undefined

  await titan.getByRole('button', { name: 'Remove' }).click()
  await button(page, 'Remove it').click()
  await expect(page.getByText('ServiceTitan is removed here. End it there, too')).toBeVisible()
  await expect(page.getByRole('link', { name: /API Application Access/ })).toBeVisible()
})

test('a system that is not set up names to an admin what is missing, and a plan without connections says which has them', async ({
  page,
}) => {
  const { organizationId } = await openAs(page, 'planned', 'front_desk')
  const hubspot = page.getByRole('listitem').filter({ hasText: 'HubSpot' })
  await expect(hubspot).toContainText('Not set up here')
  await hubspot.getByText('What is missing').click()
  await expect(hubspot.getByText('INTEGRATION_HUBSPOT_CLIENT_ID')).toBeVisible()

  await setPlan(organizationId, 'free_org')
  await renewToken(page)
  expect((await page.goto(INTEGRATIONS))?.status()).toBe(403)
  await expect(page.getByRole('main')).toContainText('It is included in Night line, Front desk, or Several crews.')
})

test('the page is whole at each size, in both themes and for everybody', async ({ page }) => {
  await openAs(page, 'looking', 'several_crews')
  await connectGoogle(page, oauth)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await horizontalScroll(page)).toEqual([])
  }
  expect(await violationsInBothThemes(page)).toEqual([])
  await section(page, 'Google Workspace').getByRole('button', { name: 'Calendars' }).click()
  await expect(page.getByRole('checkbox', { name: /Office/ })).toBeVisible()
  expect(await violationsInBothThemes(page)).toEqual([])
})
