import { type Page, expect } from '@playwright/test'
import { sampleAccounts } from '../../../scripts/support/sample-accounts.ts'
import { continueButton, emailField, fillSignIn, openSignedIn } from './sign-in.ts'
import { signOut } from './clerk-pages.ts'
import { test } from './watched-test.ts'
import { arrive, expectWhole } from './watch.ts'

/** Also after client-side navigation, everything on an account page keeps its document's nonce. */

/** Public pages only have links that load a document. */
const leave = (page: Page, path: string) => page.evaluate((address) => location.assign(address), path)

const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { isMarked: true }))
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window)

test('the server makes the account’s layout anew with another nonce while a document is open', async ({ page }) => {
  await openSignedIn(page, sampleAccounts.owner)
  await mark(page)
  const answers = new Set<string>()
  page.on('response', (answer) => {
    const nonce = /'nonce-([^']+)'/.exec(answer.headers()['content-security-policy'] ?? '')?.[1]
    if (answer.request().headers().rsc && nonce) answers.add(nonce)
  })
  const nav = page.getByRole('navigation', { name: 'Dashboard' })
  for (const link of ['Settings', 'Team', 'Plan & features', 'Organization', 'Security & profile', 'Today']) {
    await nav.getByRole('link', { name: link }).click()
    await expect(nav.getByRole('link', { name: link, exact: true })).toHaveAttribute('aria-current', 'page')
    await expectWhole(page)
  }
  expect(answers.size, 'each of these answers has a nonce of its own').toBeGreaterThan(3)
  expect(await isMarked(page)).toBe(true)
})

test('signing out ends in a document of its own, also where the next page of the dashboard never comes, and signing in again leaves the dashboard whole', async ({
  page,
}) => {
  await openSignedIn(page, sampleAccounts.owner)
  await mark(page)
  // Blocks client-side navigation.
  await page.route(/[?&]_rsc=/, () => undefined)
  await signOut(page)
  await expect(emailField(page)).toBeVisible()
  expect(await isMarked(page)).toBe(false)
  await page.unroute(/[?&]_rsc=/)
  await fillSignIn(page, sampleAccounts.owner)
  await arrive(page, '/dashboard')
})

test('a public page and the way back leave the dashboard whole', async ({ page }) => {
  await openSignedIn(page, sampleAccounts.owner)
  await page.getByRole('link', { name: 'Ductwise' }).first().click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await arrive(page, '/dashboard')
})

test('the sign-in and the dashboard work when a redirect leads there from a public page', async ({ page }) => {
  for (const path of ['/login', '/register']) {
    await page.goto('/pricing')
    await mark(page)
    await leave(page, path)
    await expect(continueButton(page)).toBeVisible()
    expect((await emailField(page).boundingBox())?.height).toBeGreaterThan(30)
    expect(await isMarked(page), 'the document of a public page has another policy').toBe(false)
  }
  await openSignedIn(page, sampleAccounts.owner)
  await page.goto('/pricing')
  await leave(page, '/dashboard/settings/team')
  await arrive(page, '/dashboard/settings/team')
})
