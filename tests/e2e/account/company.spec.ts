import { type Page, expect } from '@playwright/test'
import { samplePassword } from '../../../scripts/support/sample-accounts.ts'
import { getContinueButton, openSignedIn, getPasswordField } from './sign-in.ts'
import { waitForClerk, renewToken } from './clerk-pages.ts'
import {
  clerk,
  waitForInvitation,
  createAddress,
  createCompanyName,
  openBrowser,
  createOwner,
  createPerson,
} from './people.ts'
import { test } from './streaming-test.ts'
import { expectArrival, expectSettingsTexts, getCompanySwitcher } from './watch.ts'

const MEMBERS_PATH = '/dashboard/settings/organization/organization-members'
const getMain = (page: Page) => page.getByRole('main')

async function inviteMember(page: Page, email: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('textbox', { name: /name@example.com/ }).fill(email)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Send invitations' }).click()
  return waitForInvitation(email)
}

test('an invited user can register from the email in another browser and join the team', async ({ page, browser }) => {
  const { email } = await createOwner('inviting')
  await openSignedIn(page, email, MEMBERS_PATH)
  const invitedEmail = createAddress('invited')
  const link = await inviteMember(page, invitedEmail)

  const otherPage = await openBrowser(browser)
  await otherPage.goto(link)
  await expect(otherPage).toHaveURL(/\/register/)
  await getPasswordField(otherPage).fill(samplePassword)
  await getContinueButton(otherPage).click()
  await expectArrival(otherPage, '/dashboard')
  await expectSettingsTexts(otherPage, 'inviting Heating', 'Member')

  await page.goto('/dashboard/settings/team')
  await expect(page.getByRole('row', { name: new RegExp(`${invitedEmail}.*Member`) })).toBeVisible()
})

test('an invitation signs in an existing user, who can then switch to the new company', async ({ page, browser }) => {
  const [{ email }, { email: invitedEmail }] = [await createOwner('calling'), await createOwner('called')]
  await openSignedIn(page, email, MEMBERS_PATH)
  const link = await inviteMember(page, invitedEmail)
  const otherPage = await openBrowser(browser)
  await otherPage.goto(link)
  await expectArrival(otherPage, '/dashboard')
  await expectSettingsTexts(otherPage, 'called Heating')
  await getCompanySwitcher(otherPage).click()
  await otherPage.getByRole('menuitemradio', { name: 'calling Heating' }).click()
  await expect(getCompanySwitcher(otherPage)).toContainText('calling Heating')
  await expectSettingsTexts(otherPage, 'calling Heating', 'Member')
})

test('a revoked invitation cannot be accepted', async ({ page, browser }) => {
  const { email } = await createOwner('regretting')
  await openSignedIn(page, email, MEMBERS_PATH)
  const link = await inviteMember(page, createAddress('uninvited'))
  await page.getByRole('tab', { name: /Invitations/ }).click()
  await page
    .getByRole('row', { name: /uninvited/ })
    .getByRole('button', { name: 'Open menu' })
    .click()
  await page.getByRole('menuitem', { name: 'Revoke invitation' }).click()
  await expect(page.getByRole('row', { name: /uninvited/ })).toHaveCount(0)

  const otherPage = await openBrowser(browser)
  await otherPage.goto(link)
  await expect(otherPage.getByText(/invitation has been revoked|ticket/i)).toBeVisible()
  await otherPage.goto('/dashboard')
  await expect(otherPage).toHaveURL('/login?redirect_url=%2Fdashboard')
})

test('a member has no admin rights in the app or Clerk until an admin promotes them', async ({ page }) => {
  const { organizationId } = await createOwner('strictly')
  const { email, userId } = await createPerson('promoted')
  await clerk.organizations.createOrganizationMembership({ organizationId, userId, role: 'org:member' })
  await openSignedIn(page, email, '/dashboard/settings/organization')
  await waitForClerk(page)
  await expect(getMain(page).getByRole('button', { name: 'Update profile' })).toBeHidden()
  const renameOrganization = () =>
    page.evaluate(() => {
      const { organization } = Reflect.get(window, 'Clerk') as {
        organization: { update: (change: { name: string }) => Promise<unknown> }
      }
      return organization.update({ name: 'Mine' }).then(
        () => 'renamed',
        ({ status }: { status: number }) => status,
      )
    })
  expect(await renameOrganization()).toBe(403)
  const response = await page.request.get('/api/dashboard/exports')
  expect(response.status()).toBe(403)
  expect(await response.json()).toMatchObject({ reason: 'missing-permission' })
  expect((await page.goto('/dashboard/settings/data'))?.status()).toBe(403)

  await clerk.organizations.updateOrganizationMembership({ organizationId, userId, role: 'org:admin' })
  await renewToken(page)
  expect((await page.goto('/dashboard/settings/data'))?.status()).toBe(200)
  await waitForClerk(page)
  expect(await renameOrganization()).toBe('renamed')
})

test('a second company can be created from the company menu, and the first selected again', async ({ page }) => {
  const { email } = await createOwner('two')
  const second = createCompanyName('Second Air')
  await openSignedIn(page, email)
  await getCompanySwitcher(page).click()
  await page.getByRole('menuitem', { name: 'Add or join a company' }).click()
  await expect(page.getByRole('button', { name: 'Open two Heating' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Company name' }).fill(second)
  await page.getByRole('button', { name: 'Create company' }).click()
  await expectArrival(page, '/dashboard')
  await expect(getCompanySwitcher(page)).toContainText(second)
  await expectSettingsTexts(page, second)
  await getCompanySwitcher(page).click()
  await page.getByRole('menuitemradio', { name: 'two Heating' }).click()
  await expect(getCompanySwitcher(page)).toContainText('two Heating')
  await expectSettingsTexts(page, 'two Heating')
})

test('a token refresh during a company switch does not redirect to sign-in', async ({ page }) => {
  const { email } = await createOwner('token')
  await openSignedIn(page, email, '/dashboard/welcome')
  await page.evaluate(() => Object.assign(window, { entering: Reflect.get(window, 'Clerk').session }))
  const [requested, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(
    ({ pathname, searchParams }) => pathname === '/dashboard' && searchParams.has('_rsc'),
    async (route) => {
      requested.resolve()
      await released.promise
      await route.continue()
    },
  )
  await page.getByRole('textbox', { name: 'Company name' }).fill(createCompanyName('Token Air'))
  await page.getByRole('button', { name: 'Create company' }).click()
  await requested.promise
  // Clerk reports a signed-out state while it switches the organization.
  await page.evaluate(() => Reflect.get(window, 'entering').getToken({ skipCache: true }))
  released.resolve()
  await expectArrival(page, '/dashboard')
})

test('a user who leaves their only company is redirected to the welcome page', async ({ page }) => {
  const { organizationId } = await createOwner('left')
  const { email, userId } = await createPerson('leaving')
  await clerk.organizations.createOrganizationMembership({ organizationId, userId, role: 'org:member' })
  await openSignedIn(page, email, '/dashboard/settings/organization')
  await getMain(page).getByRole('button', { name: 'Leave organization' }).click()
  await page.getByRole('textbox', { name: /left Heating/ }).fill('left Heating')
  await page.getByRole('button', { name: 'Leave organization' }).last().click()
  await expectArrival(page, '/dashboard/welcome')
  await page.goto('/dashboard/settings/team')
  await expectArrival(page, '/dashboard/welcome')
})
