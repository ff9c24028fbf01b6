import { type Browser, type Page, expect } from '@playwright/test'
import { samplePassword } from '../../../scripts/support/sample-accounts.ts'
import { stack } from '../../support/stack/addresses.ts'
import { openBrowser, type Person } from './people.ts'
import { expectArrival, getUserButton } from './watch.ts'

export const getEmailField = (page: Page) => page.getByLabel('Email address')
export const getPasswordField = (page: Page) => page.locator('input[name="password"]:visible')
export const getContinueButton = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true })

export async function fillSignIn(page: Page, email: string, password = samplePassword): Promise<void> {
  await getEmailField(page).fill(email)
  await getContinueButton(page).click()
  await getPasswordField(page).fill(password)
  await getContinueButton(page).click()
}

/** Signs in through the form and asserts that the page is complete. */
export async function signIn(page: Page, email: string, { path = '/login', lands = '/dashboard' } = {}): Promise<void> {
  await page.goto(path)
  await fillSignIn(page, email)
  await expectArrival(page, lands)
}

async function postToClerk(page: Page, path: string, form: Record<string, string>): Promise<{ id: string }> {
  const response = await page.request.post(`/__clerk/v1/${path}`, { form, headers: { origin: stack.env.siteUrl } })
  expect(response.status(), await response.text()).toBe(200)
  return ((await response.json()) as { response: { id: string } }).response
}

/** Signs in through Clerk's API as the form does, in a tenth of the time. */
export async function openSignedIn(page: Page, email: string, path = '/dashboard', destination = path): Promise<void> {
  const { id } = await postToClerk(page, 'client/sign_ins', { identifier: email })
  const attempt = { strategy: 'password', password: samplePassword }
  await postToClerk(page, `client/sign_ins/${id}/attempt_first_factor`, attempt)
  await page.goto(path)
  await expect(page).toHaveURL(destination)
  await expect(getUserButton(page)).toBeVisible()
}

export async function openAs(browser: Browser, { email }: Pick<Person, 'email'>, path?: string): Promise<Page> {
  const page = await openBrowser(browser)
  await openSignedIn(page, email, path)
  return page
}
