import { type Page, type Route, expect } from '@playwright/test'
import { stack } from '../../support/stack/addresses.ts'
import { createSessionToken } from '../../support/session-token.ts'
import { getUserButton } from './watch.ts'
import { readClerkKey } from './gate-visitors.ts'
import { generateAppCode, waitForCode } from './people.ts'
import { getContinueButton, getEmailField } from './sign-in.ts'

export const getCodeField = (page: Page) => page.getByRole('textbox', { name: 'Enter verification code' })

export async function enrollSecondFactor(page: Page): Promise<{ secret: string; backupCodes: string[] }> {
  await page.getByRole('button', { name: 'Add two-step verification' }).click()
  await page.getByRole('menuitem', { name: 'Authenticator application' }).click()
  await page.getByRole('button', { name: /scan/ }).click()
  const secret = await page.getByRole('textbox').first().inputValue()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  await getContinueButton(page).click()
  await getCodeField(page).fill(generateAppCode(secret))
  const finish = page.getByRole('button', { name: 'Finish' })
  await expect(finish).toBeVisible()
  const mainText = await page.getByRole('main').innerText()
  const backupCodes = mainText.match(/^[a-z0-9]{8,}$/gm) ?? []
  await finish.click()
  return { secret, backupCodes }
}

export const getErrorText = (page: Page) => page.getByTestId('form-feedback-error')

export async function signOut(page: Page): Promise<void> {
  await getUserButton(page).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
}

export async function fillNewPassword(page: Page, email: string, password: string): Promise<void> {
  await getEmailField(page).fill(email)
  await getContinueButton(page).click()
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Reset your password' }).click()
  await getCodeField(page).fill(await waitForCode(email))
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
  // Waits for the last element that moves the button: a click misses a moving button.
  await expect(page.getByText('Passwords match.').locator('visible=true').first()).toBeVisible()
}

/**
 * Blocks Clerk's scripts, including retries. `withhold` defaults to a request that never gets a response.
 * @returns a function that unblocks the next page load
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

export const waitForClerk = (page: Page) =>
  page.waitForFunction(() => (Reflect.get(window, 'Clerk') as { loaded?: boolean } | undefined)?.loaded)

export async function renewToken(page: Page): Promise<void> {
  await waitForClerk(page)
  await page.evaluate(async () => {
    const { session } = Reflect.get(window, 'Clerk') as {
      session: { getToken: (options: { skipCache: boolean }) => Promise<unknown> }
    }
    await session.getToken({ skipCache: true })
  })
}

/** Expires the browser's session token, as if the page had been closed for an hour. */
export async function expireToken(page: Page): Promise<void> {
  // Leaves the site, because its scripts would renew the token.
  await page.goto('about:blank')
  const cookies = await page.context().cookies(stack.env.siteUrl)
  const sessions = cookies.filter(({ name }) => name.startsWith('__session'))
  expect(sessions).not.toEqual([])
  const anHourAgo = Math.floor(Date.now() / 1000) - 3600
  await page.context().addCookies(
    sessions.map((cookie) => {
      const { iat: _iat, nbf: _nbf, exp: _exp, ...claims } = parseClaims(cookie.value)
      return { ...cookie, value: createSessionToken(claims, readClerkKey(), { at: anHourAgo }) }
    }),
  )
}

/** Returns the token's expiry in Unix seconds. */
export async function getTokenExpiry(page: Page): Promise<number> {
  const cookies = await page.context().cookies(page.url())
  return Number(parseClaims(cookies.find(({ name }) => name === '__session')?.value ?? '').exp)
}

const parseClaims = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
