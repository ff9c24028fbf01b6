import { type Page, expect } from '@playwright/test'
import { sampleAccounts } from '../../../scripts/support/sample-accounts.ts'
import { getContinueButton, getEmailField, fillSignIn, openSignedIn } from './sign-in.ts'
import { signOut } from './clerk-pages.ts'
import { test } from './streaming-test.ts'
import { expectArrival, expectComplete } from './watch.ts'

/** Account pages must keep the nonce of their document, even after client-side navigation. */

/** Navigates by script, because links on public pages always load a new document. */
const navigateTo = (page: Page, path: string) => page.evaluate((address) => location.assign(address), path)

const markWindow = (page: Page) => page.evaluate(() => void Object.assign(window, { isMarked: true }))
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window)

test("client-side navigation keeps the document's nonce although the server sends new ones", async ({ page }) => {
  await openSignedIn(page, sampleAccounts.owner)
  await markWindow(page)
  const nonces = new Set<string>()
  page.on('response', (response) => {
    const nonce = /'nonce-([^']+)'/.exec(response.headers()['content-security-policy'] ?? '')?.[1]
    if (response.request().headers().rsc && nonce) nonces.add(nonce)
  })
  const nav = page.getByRole('navigation', { name: 'Dashboard' })
  for (const link of ['Settings', 'Team', 'Plan & features', 'Organization', 'Security & profile', 'Today']) {
    await nav.getByRole('link', { name: link }).click()
    await expect(nav.getByRole('link', { name: link, exact: true })).toHaveAttribute('aria-current', 'page')
    await expectComplete(page)
  }
  expect(nonces.size, 'each response has a different nonce').toBeGreaterThan(3)
  expect(await isMarked(page)).toBe(true)
})

test('sign-out loads a new document even if client-side navigation hangs, and sign-in works again', async ({
  page,
}) => {
  await openSignedIn(page, sampleAccounts.owner)
  await markWindow(page)
  // Blocks client-side navigation.
  await page.route(/[?&]_rsc=/, () => undefined)
  await signOut(page)
  await expect(getEmailField(page)).toBeVisible()
  expect(await isMarked(page)).toBe(false)
  await page.unroute(/[?&]_rsc=/)
  await fillSignIn(page, sampleAccounts.owner)
  await expectArrival(page, '/dashboard')
})

test('the dashboard is intact after a visit to a public page and back', async ({ page }) => {
  await openSignedIn(page, sampleAccounts.owner)
  await page.getByRole('link', { name: 'Ductwise' }).first().click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expectArrival(page, '/dashboard')
})

test('sign-in and dashboard work after a redirect from a public page', async ({ page }) => {
  for (const path of ['/login', '/register']) {
    await page.goto('/pricing')
    await markWindow(page)
    await navigateTo(page, path)
    await expect(getContinueButton(page)).toBeVisible()
    expect((await getEmailField(page).boundingBox())?.height).toBeGreaterThan(30)
    expect(await isMarked(page), 'no client-side navigation between policies').toBe(false)
  }
  await openSignedIn(page, sampleAccounts.owner)
  await page.goto('/pricing')
  await navigateTo(page, '/dashboard/settings/team')
  await expectArrival(page, '/dashboard/settings/team')
})
