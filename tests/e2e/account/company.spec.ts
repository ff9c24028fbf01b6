import { type Page, expect } from '@playwright/test'
import { samplePassword } from '../../../scripts/support/sample-accounts.ts'
import { continueButton, openSignedIn, passwordField } from './sign-in.ts'
import { clerkReady, renewToken } from './clerk-pages.ts'
import { clerk, invitationFor, newAddress, newCompany, newBrowser, newOwner, newPerson } from './people.ts'
import { test } from './watched-test.ts'
import { arrive, expectCompany, switcher } from './watch.ts'

const MEMBERS = '/dashboard/settings/organization/organization-members'
const main = (page: Page) => page.getByRole('main')

async function invite(page: Page, email: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('textbox', { name: /name@example.com/ }).fill(email)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Send invitations' }).click()
  return invitationFor(email)
}

test('an invited user can register from the email in another browser and join the team', async ({ page, browser }) => {
  const { email } = await newOwner('inviting')
  await openSignedIn(page, email, MEMBERS)
  const invited = newAddress('invited')
  const link = await invite(page, invited)

  const other = await newBrowser(browser)
  await other.goto(link)
  await expect(other).toHaveURL(/\/register/)
  await passwordField(other).fill(samplePassword)
  await continueButton(other).click()
  await arrive(other, '/dashboard')
  await expectCompany(other, 'inviting Heating', 'Member')

  await page.goto('/dashboard/settings/team')
  await expect(page.getByRole('row', { name: new RegExp(`${invited}.*Member`) })).toBeVisible()
})

test('an invitation signs in an existing user, who can then switch to the new company', async ({ page, browser }) => {
  const [{ email }, { email: invited }] = [await newOwner('calling'), await newOwner('called')]
  await openSignedIn(page, email, MEMBERS)
  const link = await invite(page, invited)
  const other = await newBrowser(browser)
  await other.goto(link)
  await arrive(other, '/dashboard')
  await expectCompany(other, 'called Heating')
  await switcher(other).click()
  await other.getByRole('menuitemradio', { name: 'calling Heating' }).click()
  await expect(switcher(other)).toContainText('calling Heating')
  await expectCompany(other, 'calling Heating', 'Member')
})

test('a revoked invitation cannot be accepted', async ({ page, browser }) => {
  const { email } = await newOwner('regretting')
  await openSignedIn(page, email, MEMBERS)
  const link = await invite(page, newAddress('uninvited'))
  await page.getByRole('tab', { name: /Invitations/ }).click()
  await page
    .getByRole('row', { name: /uninvited/ })
    .getByRole('button', { name: 'Open menu' })
    .click()
  await page.getByRole('menuitem', { name: 'Revoke invitation' }).click()
  await expect(page.getByRole('row', { name: /uninvited/ })).toHaveCount(0)

  const other = await newBrowser(browser)
  await other.goto(link)
  await expect(other.getByText(/invitation has been revoked|ticket/i)).toBeVisible()
  await other.goto('/dashboard')
  await expect(other).toHaveURL('/login?redirect_url=%2Fdashboard')
})

test('a member has no admin rights in the app or Clerk until an admin promotes them', async ({ page }) => {
  const { organizationId } = await newOwner('strictly')
  const { email, userId } = await newPerson('promoted')
  await clerk.organizations.createOrganizationMembership({ organizationId, userId, role: 'org:member' })
  await openSignedIn(page, email, '/dashboard/settings/organization')
  await clerkReady(page)
  await expect(main(page).getByRole('button', { name: 'Update profile' })).toBeHidden()
  const renamed = () =>
    page.evaluate(() => {
      const { organization } = Reflect.get(window, 'Clerk') as {
        organization: { update: (change: { name: string }) => Promise<unknown> }
      }
      return organization.update({ name: 'Mine' }).then(
        () => 'renamed',
        ({ status }: { status: number }) => status,
      )
    })
  expect(await renamed()).toBe(403)
  const answer = await page.request.get('/api/dashboard/exports')
  expect(answer.status()).toBe(403)
  expect(await answer.json()).toMatchObject({ reason: 'missing-permission' })
  expect((await page.goto('/dashboard/settings/data'))?.status()).toBe(403)

  await clerk.organizations.updateOrganizationMembership({ organizationId, userId, role: 'org:admin' })
  await renewToken(page)
  expect((await page.goto('/dashboard/settings/data'))?.status()).toBe(200)
  await clerkReady(page)
  expect(await renamed()).toBe('renamed')
})

test('a second company can be created from the company menu, and the first selected again', async ({ page }) => {
  const { email } = await newOwner('two')
  const second = newCompany('Second Air')
  await openSignedIn(page, email)
  await switcher(page).click()
  await page.getByRole('menuitem', { name: 'Add or join a company' }).click()
  await expect(page.getByRole('button', { name: 'Open two Heating' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Company name' }).fill(second)
  await page.getByRole('button', { name: 'Create company' }).click()
  await arrive(page, '/dashboard')
  await expect(switcher(page)).toContainText(second)
  await expectCompany(page, second)
  await switcher(page).click()
  await page.getByRole('menuitemradio', { name: 'two Heating' }).click()
  await expect(switcher(page)).toContainText('two Heating')
  await expectCompany(page, 'two Heating')
})

test('a token refresh during a company switch does not redirect to sign-in', async ({ page }) => {
  const { email } = await newOwner('token')
  await openSignedIn(page, email, '/dashboard/welcome')
  await page.evaluate(() => Object.assign(window, { entering: Reflect.get(window, 'Clerk').session }))
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(
    ({ pathname, searchParams }) => pathname === '/dashboard' && searchParams.has('_rsc'),
    async (route) => {
      asked.resolve()
      await answered.promise
      await route.continue()
    },
  )
  await page.getByRole('textbox', { name: 'Company name' }).fill(newCompany('Token Air'))
  await page.getByRole('button', { name: 'Create company' }).click()
  await asked.promise
  // Clerk reports a signed-out state while it switches the organization.
  await page.evaluate(() => Reflect.get(window, 'entering').getToken({ skipCache: true }))
  answered.resolve()
  await arrive(page, '/dashboard')
})

test('a user who leaves their only company is redirected to the welcome page', async ({ page }) => {
  const { organizationId } = await newOwner('left')
  const { email, userId } = await newPerson('leaving')
  await clerk.organizations.createOrganizationMembership({ organizationId, userId, role: 'org:member' })
  await openSignedIn(page, email, '/dashboard/settings/organization')
  await main(page).getByRole('button', { name: 'Leave organization' }).click()
  await page.getByRole('textbox', { name: /left Heating/ }).fill('left Heating')
  await page.getByRole('button', { name: 'Leave organization' }).last().click()
  await arrive(page, '/dashboard/welcome')
  await page.goto('/dashboard/settings/team')
  await arrive(page, '/dashboard/welcome')
})
