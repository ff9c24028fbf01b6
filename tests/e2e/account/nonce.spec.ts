import { type Page, expect } from '@playwright/test'
import { sampleAccounts } from '../../../scripts/support/sample-accounts.ts'
import { continueButton, emailField, fillSignIn, openSignedIn } from './sign-in.ts'
import { signOut } from './clerk-pages.ts'
import { test } from './watched-test.ts'
import { arrive, expectWhole } from './watch.ts'

/** Account pages must keep the nonce of their document, even after client-side navigation. */

/** Navigates by script, because links on public pages always load a new document. */
const leave = (page: Page, path: string) => page.evaluate((address) => location.assign(address), path)

const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { isMarked: true }))
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window)

test("client-side navigation keeps the document's nonce although the server sends new ones", async ({ page }) => {
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
  expect(answers.size, 'each response has a different nonce').toBeGreaterThan(3)
  expect(await isMarked(page)).toBe(true)
})

test('sign-out loads a new document even if client-side navigation hangs, and sign-in works again', async ({
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

test('the dashboard is intact after a visit to a public page and back', async ({ page }) => {
  await openSignedIn(page, sampleAccounts.owner)
  await page.getByRole('link', { name: 'Ductwise' }).first().click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await arrive(page, '/dashboard')
})

test('sign-in and dashboard work after a redirect from a public page', async ({ page }) => {
  for (const path of ['/login', '/register']) {
    await page.goto('/pricing')
    await mark(page)
    await leave(page, path)
    await expect(continueButton(page)).toBeVisible()
    expect((await emailField(page).boundingBox())?.height).toBeGreaterThan(30)
    expect(await isMarked(page), 'no client-side navigation between policies').toBe(false)
  }
  await openSignedIn(page, sampleAccounts.owner)
  await page.goto('/pricing')
  await leave(page, '/dashboard/settings/team')
  await arrive(page, '/dashboard/settings/team')
})
