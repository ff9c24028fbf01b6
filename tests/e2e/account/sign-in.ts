import { type Page, expect } from '@playwright/test'
import { samplePassword } from '../../../scripts/support/sample-accounts.ts'
import { stack } from '../../support/stack/addresses.ts'
import { arrive, userButton } from './watch.ts'

/** Fields of Clerk's forms: one that is hidden waits for password managers. */
export const emailField = (page: Page) => page.getByLabel('Email address')
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

/** Sends what Clerk's form would, from the browser of a page. */
async function askClerk(page: Page, path: string, form: Record<string, string>): Promise<{ id: string }> {
  const response = await page.request.post(`/__clerk/v1/${path}`, { form, headers: { origin: stack.env.siteUrl } })
  expect(response.status(), await response.text()).toBe(200)
  return ((await response.json()) as { response: { id: string } }).response
}

/**
 * Opens a page of the dashboard as somebody who has signed in, for tests that are not about the form. Asks Clerk as the
 * form does, which takes a tenth of the time.
 */
export async function openSignedIn(page: Page, email: string, path = '/dashboard', lands = path): Promise<void> {
  const { id } = await askClerk(page, 'client/sign_ins', { identifier: email })
  const attempt = { strategy: 'password', password: samplePassword }
  await askClerk(page, `client/sign_ins/${id}/attempt_first_factor`, attempt)
  await page.goto(path)
  await expect(page).toHaveURL(lands)
  // Named by what Clerk's script knows, when the page is hydrated.
  await expect(userButton(page)).toBeVisible()
}
