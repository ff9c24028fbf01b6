import { type Page, expect } from '@playwright/test'
import { samplePassword } from '../../../scripts/support/sample-accounts.ts'
import { getContinueButton, getEmailField, fillSignIn, getPasswordField, signIn } from './sign-in.ts'
import { getCodeField, expireToken, getErrorText, fillNewPassword, signOut } from './clerk-pages.ts'
import {
  advanceClock,
  clerk,
  waitForCode,
  createAddress,
  openBrowser,
  createCompanyName,
  createOwner,
  createPerson,
} from './people.ts'
import { test } from './streaming-test.ts'
import { expectArrival, expectSettingsTexts, PHONE } from './watch.ts'

async function fillRegistration(page: Page, email: string): Promise<void> {
  await page.goto('/register')
  await getEmailField(page).fill(email)
  await getPasswordField(page).fill(samplePassword)
  await getContinueButton(page).click()
  await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible()
}

test.describe('on a phone', () => {
  test.use({ viewport: PHONE })

  test('an owner can register with an emailed code, create a company and sign in again @smoke', async ({ page }) => {
    const [email, company] = [createAddress('new'), createCompanyName('New Air')]
    await fillRegistration(page, email)
    await getCodeField(page).fill(await waitForCode(email))
    await expectArrival(page, '/dashboard/welcome')
    await page.getByRole('textbox', { name: 'Company name' }).fill(company)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expectArrival(page, '/dashboard')
    await expectSettingsTexts(page, company, 'No plan yet', 'Only you')

    expect((await page.reload())?.status()).toBe(200)
    await expect(page.getByRole('main')).toContainText(company)
    await signOut(page)
    await page.goto('/dashboard/settings/plan')
    await expect(page).toHaveURL('/login?redirect_url=%2Fdashboard%2Fsettings%2Fplan')
    await fillSignIn(page, email)
    await expectArrival(page, '/dashboard/settings/plan')
  })

  test('an emailed code can replace the password at sign-in', async ({ page }) => {
    const { email } = await createOwner('code')
    await page.goto('/login?redirect_url=%2Fdashboard%2Fsettings%2Fteam')
    await getEmailField(page).fill(email)
    await getContinueButton(page).click()
    await page.getByRole('link', { name: 'Use another method' }).click()
    await page.getByRole('button', { name: `Email code to ${email}` }).click()
    await getCodeField(page).fill(await waitForCode(email))
    await expectArrival(page, '/dashboard/settings/team')
  })
})

test('a wrong code is rejected, and the right one is accepted afterwards', async ({ page }) => {
  const email = createAddress('mistyped')
  await fillRegistration(page, email)
  const code = await waitForCode(email)
  await getCodeField(page).fill(code === '000000' ? '000001' : '000000')
  await expect(getErrorText(page)).toContainText('Incorrect code')
  expect((await clerk.users.getUserList({ emailAddress: [email] })).totalCount).toBe(0)
  await getCodeField(page).fill(code)
  await expectArrival(page, '/dashboard/welcome')
})

test('registering with an existing email address is rejected', async ({ page }) => {
  const { email } = await createPerson('twice')
  await page.goto('/register')
  await getEmailField(page).fill(email)
  await getPasswordField(page).fill(samplePassword)
  await getContinueButton(page).click()
  await expect(getErrorText(page)).toContainText('taken')
})

test('ten wrong passwords lock the account for an hour, even for the right password', async ({ page }) => {
  const { email } = await createOwner('locked')
  await page.goto('/login')
  await fillSignIn(page, email, 'wrong-password-1')
  for (const attempt of [2, 3, 4, 5, 6, 7, 8, 9, 10]) {
    await expect(getErrorText(page)).toContainText('Password is incorrect')
    await getPasswordField(page).fill(`wrong-password-${attempt}`)
    const attemptResponse = page.waitForResponse(/attempt_first_factor/)
    await getContinueButton(page).click()
    await attemptResponse
  }
  const lockedMessage = page.getByText(/Your account is locked/)
  await expect(lockedMessage).toBeVisible()
  await page.goto('/login')
  await fillSignIn(page, email)
  await expect(lockedMessage).toBeVisible()
  await advanceClock(59)
  await page.goto('/login')
  await fillSignIn(page, email)
  await expect(lockedMessage).toBeVisible()
  await advanceClock(1)
  await signIn(page, email)
})

test('a password reset with an emailed code signs out every device', async ({ page, browser }) => {
  const { email } = await createOwner('forgot')
  const otherPage = await openBrowser(browser)
  await signIn(otherPage, email)

  await page.goto('/login')
  await fillNewPassword(page, email, 'another-password-2')
  await page.getByRole('checkbox', { name: 'Sign out of all other devices' }).check()
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expectArrival(page, '/dashboard')

  await expireToken(otherPage)
  await otherPage.goto('/dashboard')
  await expect(otherPage).toHaveURL('/login?redirect_url=%2Fdashboard')
  await signOut(page)
  await fillSignIn(page, email)
  await expect(getErrorText(page)).toContainText('Password is incorrect')
  await getPasswordField(page).fill('another-password-2')
  await getContinueButton(page).click()
  await expectArrival(page, '/dashboard')
})

test('an owner can delete their account', async ({ page }) => {
  const { email, userId } = await createOwner('gone')
  await signIn(page, email, {
    path: `/login?redirect_url=${encodeURIComponent('/dashboard/settings/account/security')}`,
    lands: '/dashboard/settings/account/security',
  })
  await page.getByRole('button', { name: 'Delete account' }).click()
  const confirmation = page.getByRole('textbox', { name: /Delete account/ })
  await confirmation.fill('Delete account')
  // Selects the form's button: the button that opened the form is still fading out.
  await page.locator('form').filter({ has: confirmation }).getByRole('button', { name: 'Delete account' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(clerk.users.getUser(userId)).rejects.toMatchObject({ status: 404 })
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login?redirect_url=%2Fdashboard')
  await getEmailField(page).fill(email)
  await getContinueButton(page).click()
  await expect(getErrorText(page)).toContainText('Couldn')
})
