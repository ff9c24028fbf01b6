import { type Page, type Route, expect } from '@playwright/test'
import { stack } from '../../support/stack/addresses.ts'
import { sessionToken } from '../../support/session-token.ts'
import { userButton } from './watch.ts'
import { clerkKey } from './gate-visitors.ts'
import { codeFor } from './people.ts'
import { continueButton, emailField } from './sign-in.ts'

/** What the tests do on Clerk's forms and pages besides signing in. */

export const codeField = (page: Page) => page.getByRole('textbox', { name: 'Enter verification code' })

/** What a form says is wrong with what was typed. */
export const errorText = (page: Page) => page.getByTestId('form-feedback-error')

/** Signs out with the menu of the person in the dashboard's frame. */
export async function signOut(page: Page): Promise<void> {
  await userButton(page).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
}

/** Asks for a new password with the mailed code and types it twice; the page's button then sends it. */
export async function fillNewPassword(page: Page, email: string, password: string): Promise<void> {
  await emailField(page).fill(email)
  await continueButton(page).click()
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Reset your password' }).click()
  await codeField(page).fill(await codeFor(email))
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
  // The last that moves the button, which is missed while it moves.
  await expect(page.getByText('Passwords match.').locator('visible=true').first()).toBeVisible()
}

/**
 * Keeps scripts of Clerk from arriving until the page is loaded again: Clerk asks for some a second time by itself, after
 * which nothing is missing any more.
 * @param withhold how; without it they never answer
 * @returns what lets them arrive with the next load
 */
export async function withholdUntilReload(
  page: Page,
  scripts: RegExp,
  withhold: (route: Route) => void = () => undefined,
) {
  let isWithheld = true
  await page.route(scripts, (route) => (isWithheld ? withhold(route) : route.continue()))
  return () =>
    page.on('request', (request) => {
      if (request.isNavigationRequest()) isWithheld = false
    })
}

/** Waits until Clerk's script knows who is signed in. */
export const clerkReady = (page: Page) =>
  page.waitForFunction(() => (Reflect.get(window, 'Clerk') as { loaded?: boolean } | undefined)?.loaded)

/** Renews the session token, as the browser does once a minute. */
export async function renewToken(page: Page): Promise<void> {
  await clerkReady(page)
  await page.evaluate(async () => {
    const { session } = Reflect.get(window, 'Clerk') as {
      session: { getToken: (options: { skipCache: boolean }) => Promise<unknown> }
    }
    await session.getToken({ skipCache: true })
  })
}

/** Lets the browser's session token run out, as a page that is closed for an hour does. */
export async function endToken(page: Page): Promise<void> {
  // Away from the site, whose scripts would renew it.
  await page.goto('about:blank')
  const cookies = await page.context().cookies(stack.env.siteUrl)
  const sessions = cookies.filter(({ name }) => name.startsWith('__session'))
  expect(sessions).not.toEqual([])
  const anHourAgo = Math.floor(Date.now() / 1000) - 3600
  await page.context().addCookies(
    sessions.map((cookie) => {
      const { iat: _iat, nbf: _nbf, exp: _exp, ...claims } = claimsOf(cookie.value)
      return { ...cookie, value: sessionToken(claims, clerkKey(), { at: anHourAgo }) }
    }),
  )
}

/** When the browser's present session token ends, in seconds since 1970. */
export async function tokenEnd(page: Page): Promise<number> {
  const cookies = await page.context().cookies(page.url())
  return Number(claimsOf(cookies.find(({ name }) => name === '__session')?.value ?? '').exp)
}

const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
