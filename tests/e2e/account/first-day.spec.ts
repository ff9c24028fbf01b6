import { expect, type Page } from '@playwright/test'
import { sampleAccounts, samplePassword } from '../../../scripts/support/sample-accounts.ts'
import { stack } from '../../support/stack/addresses.ts'
import { findHorizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { listMails, waitForMail } from '../../support/inbox.ts'
import { findViolations } from '../../support/pages/violations.ts'
import { waitForClerk, getCodeField } from './clerk-pages.ts'
import {
  clerk,
  waitForCode,
  createAddress,
  openBrowser,
  createColleague,
  createCompanyName,
  createOwner,
  createPerson,
  type Person,
} from './people.ts'
import { getContinueButton, getEmailField, openSignedIn, getPasswordField } from './sign-in.ts'
import { test } from './streaming-test.ts'
import { expectArrival, DESKTOP, expectSettingsTexts, PHONE } from './watch.ts'
import { expectProblems } from '../test.ts'

const getButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const getStep = (page: Page, title: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .first()

const listSubjects = async (to: string) => (await listMails({ to })).map(({ subject }) => subject)

async function register(page: Page, email: string): Promise<void> {
  await page.goto('/register')
  await getEmailField(page).fill(email)
  await getPasswordField(page).fill(samplePassword)
  await getContinueButton(page).click()
  await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible()
  await getCodeField(page).fill(await waitForCode(email))
  await expectArrival(page, '/dashboard/welcome')
}

async function setHoursAndArea(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Hours and service area' }).click()
  await expect(page).toHaveURL('/dashboard/settings/business')
  await page.getByRole('switch', { name: 'Monday' }).click()
  await getButton(page, 'Copy Monday to Tuesday–Friday').click()
  await page.getByRole('textbox', { name: 'ZIP codes' }).fill('60614, 60615')
  await getButton(page, 'Save').click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.goto('/dashboard')
  await waitForClerk(page)
}

async function setUpLine(staffPage: Page, company: string): Promise<string> {
  const line = staffPage.getByRole('region', { name: company })
  const agentId = `agent_${Date.now()}`
  const number = `312555${String(Date.now()).slice(-4)}`
  const selectStatus = async (name: string) => {
    await line.getByRole('combobox', { name: 'Status' }).click()
    await staffPage.getByRole('option', { name }).click()
    await line.getByRole('button', { name: 'Save line' }).click()
  }
  await selectStatus('Live')
  await expect(line.getByText('A live line needs a number')).toBeVisible()
  await selectStatus('In progress')
  await expect(line.locator('.tone-badge')).toHaveText('In progress')
  await line.getByLabel('Forwarding number').fill(number)
  await line.getByLabel('Voice provider’s assistant ID').fill(agentId)
  await selectStatus('Live')
  await expect(line.locator('.tone-badge')).toHaveText('Live')
  return number
}

const formatPhone = (digits: string) => digits.replace(/(\d{3})(\d{3})(\d{4})/, '($1) $2-$3')

test.describe('on a phone', () => {
  test.use({ viewport: PHONE })

  test('an owner can go from registration to a forwarding number without manual SQL', async ({ page, browser }) => {
    test.setTimeout(180_000)
    const [email, company] = [createAddress('firstday'), createCompanyName('First Day Air')]
    await register(page, email)
    await expect(page.getByText('slug', { exact: false })).toHaveCount(0)
    await page.getByRole('textbox', { name: 'Company name' }).fill(company)
    await getButton(page, 'Continue').click()
    await expectArrival(page, '/dashboard')

    await expect(getStep(page, 'Hours and service area')).toContainText('To do')
    await setHoursAndArea(page)
    await expect(getStep(page, 'Hours and service area')).toContainText('Done')

    await getButton(page, 'Try Night line').click()
    await expect(getStep(page, 'Free trial')).toContainText('You’re trying Night line')
    expect((await page.request.get('/api/dashboard/integrations')).status()).toBe(200)

    await page.getByLabel('Current business number').fill('12')
    await getButton(page, 'Request a line').click()
    await expect(page.getByText('Enter a phone number such as (212) 555-0142')).toBeVisible()
    await page.getByLabel('Current business number').fill('(312) 555-0142')
    await page.getByLabel('Notes').fill('Mornings are best')
    await getButton(page, 'Request a line').click()
    await expect(getStep(page, 'Phone line')).toContainText(
      /Requested on .*We’ll set it up by .* \(within one business day\)/,
    )
    await expect(getStep(page, 'Phone line')).toContainText('Requested')
    expect(await findViolations(page)).toEqual([])
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size)
      expect(await findHorizontalScroll(page)).toEqual([])
    }
    await expect.poll(() => listSubjects(email)).toContain('We received your line request')
    await waitForMail({ to: stack.env.contact.mail?.to ?? '' }, ({ text }) => text.includes(company))

    const staffPage = await openBrowser(browser)
    await openSignedIn(staffPage, sampleAccounts.staff, '/dashboard/lines')
    expect(await findViolations(staffPage)).toEqual([])
    const number = formatPhone(await setUpLine(staffPage, company))

    await expect(getStep(page, 'Phone line')).toContainText('Your line is live. Forward your number to it')
    await expect(getStep(page, 'Forward your number')).toContainText(number)
    await expect(getStep(page, 'Free trial')).toContainText(/through .*: 14 days left after today/)
    await expect.poll(() => listSubjects(email)).toContain('Your line is live: forward your calls')
    await page.getByRole('link', { name: 'Forward your number' }).click()
    await expect(page.getByText(`*92, then ${number}`).first()).toBeVisible()
    await getButton(page, 'I turned on forwarding').click()
    await expect(page.getByText(/^On since/)).toBeVisible()
    await page.goto('/dashboard/settings/plan')
    await expect(page.getByText(/Your free Night line trial runs through/)).toBeVisible()
    await getButton(page, 'Switch to Front desk').click()
    await expect(page.getByText(/Your free Front desk trial runs through/)).toBeVisible()
    await expect(page.getByText('of 500 included')).toBeVisible()
  })

  test('an invited user joins without naming a company and is not described as its owner', async ({ page }) => {
    const [{ organizationId }, invitedPerson] = [await createOwner('joined'), await createPerson('joining')]
    await inviteToOrganization(organizationId, invitedPerson)
    await openSignedIn(page, invitedPerson.email, '/dashboard', '/dashboard/welcome')
    await expect(page.getByText('joined Heating invited you as Dispatcher.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Company name' })).toBeHidden()
    await expect(page.getByText(/is yours|you own/i)).toHaveCount(0)
    await getButton(page, 'Join joined Heating').click()
    await expectArrival(page, '/dashboard')
    await expectSettingsTexts(page, 'joined Heating', 'Dispatcher')
  })
})

const inviteToOrganization = (organizationId: string, { email }: Person) =>
  clerk.organizations.createOrganizationInvitation({ organizationId, emailAddress: email, role: 'org:dispatcher' })

test('an invited user can create a company instead and keep the invitation', async ({ page }) => {
  const [{ organizationId }, invitedPerson] = [await createOwner('declined'), await createPerson('declining')]
  await inviteToOrganization(organizationId, invitedPerson)
  const company = createCompanyName('Own Air')
  await openSignedIn(page, invitedPerson.email, '/dashboard', '/dashboard/welcome')
  await getButton(page, 'Create a company').click()
  await page.getByRole('textbox', { name: 'Company name' }).fill(company)
  await getButton(page, 'Continue').click()
  await expectArrival(page, '/dashboard')
  await expectSettingsTexts(page, company)
  await page.goto('/dashboard/welcome')
  await expect(page.getByText('declined Heating invited you as Dispatcher.')).toBeVisible()
  await expect(getButton(page, `Open ${company}`)).toBeVisible()
})

test('an invalid name or a failed request keeps the company name, without loading Clerk components', async ({
  page,
}) => {
  expectProblems(/ERR_FAILED.*organizations/)
  const { email } = await createPerson('naming')
  const scripts: string[] = []
  page.on('request', (request) => {
    if (/@clerk\/ui@/.test(request.url())) scripts.push(request.url())
  })
  await openSignedIn(page, email, '/dashboard', '/dashboard/welcome')
  const name = page.getByRole('textbox', { name: 'Company name' })
  await getButton(page, 'Continue').click()
  await expect(page.getByText('Enter your company name')).toBeVisible()
  await name.fill('x'.repeat(257))
  await getButton(page, 'Continue').click()
  await expect(page.getByText('Use 256 characters or fewer (currently 257)')).toBeVisible()
  const company = createCompanyName('Slow Air')
  await name.fill(company)
  await page.route(/\/v1\/organizations(\?|$)/, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await getButton(page, 'Continue').click()
  await expect(page.getByText(/^Our sign-in service isn’t responding/)).toBeVisible()
  await expect(name).toHaveValue(company)
  expect(scripts).toEqual([])
  await page.unroute(/\/v1\/organizations(\?|$)/)
  await getButton(page, 'Continue').click()
  await expectArrival(page, '/dashboard')
  await expectSettingsTexts(page, company)
})

test('a member sees the setup progress and who can complete each step', async ({ page }) => {
  const { email } = await createColleague(await createOwner('watched'), 'org:member')
  await openSignedIn(page, email)
  await expect(getStep(page, 'Free trial')).toContainText('Only an admin can do this')
  await expect(getStep(page, 'Request a line')).toContainText('Only an admin can do this')
  await expect(page.getByLabel('Current business number')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Try Night line' })).toBeHidden()
})

test('a company admin cannot see or open staff pages', async ({ page }) => {
  const { email } = await createOwner('curious')
  await openSignedIn(page, email, '/dashboard/settings/access')
  await expect(page.getByText(/lines of companies/i)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Lines', exact: true })).toHaveCount(0)
  expect((await page.goto('/dashboard/lines'))?.status()).toBe(403)
  expect((await page.request.get('/api/dashboard/lines')).status()).toBe(403)
})
