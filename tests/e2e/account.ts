import { type Page } from '@playwright/test'
import { samplePassword } from '../../scripts/support/sample-accounts.ts'
import { arrive } from './account-watch.ts'

/** Fields of Clerk's forms: one that is hidden waits for password managers. */
export const emailField = (page: Page) => page.getByLabel('E-mail address')
export const passwordField = (page: Page) => page.locator('input[name="password"]:visible')
export const continueButton = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true })

/** Fills in the form to sign in, which a page shows, up to and with the password. */
export async function fillSignIn(page: Page, email: string, password = samplePassword): Promise<void> {
  await emailField(page).fill(email)
  await continueButton(page).click()
  await passwordField(page).fill(password)
  await continueButton(page).click()
}

/**
 * Signs in from the start, waits until the browser is on the page that was asked for, and looks whether that is whole.
 * For browsers that are watched.
 */
export async function signIn(page: Page, email: string, { path = '/login', lands = '/dashboard' } = {}): Promise<void> {
  await page.goto(path)
  await fillSignIn(page, email)
  await arrive(page, lands)
}
