import { type Page, expect } from '@playwright/test'
import { sampleAccounts } from '../../../scripts/support/sample-accounts.ts'
import { continueButton, emailField, fillSignIn, signIn } from './sign-in.ts'
import { signOut } from './clerk-pages.ts'
import { test } from './watched-test.ts'
import { arrive, expectWhole } from './watch.ts'

/** One nonce a document: what is added to a page of the account keeps that of its document, however it was reached. */

/** Leads on from a public page, whose links all load a document. */
const leave = (page: Page, path: string) => page.evaluate((address) => location.assign(address), path)

/** Marks the open document, to tell it from one that is loaded later. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { isMarked: true }))
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window)

test('the server makes the account’s layout anew with another nonce while a document is open', async ({ page }) => {
  await signIn(page, sampleAccounts.owner)
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

for (const width of [390, 1440]) {
  test(`at ${width} px signing out ends in a document of its own, also where the next page of the dashboard never comes`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await signIn(page, sampleAccounts.owner)
    await mark(page)
    // What React would wait for inside of the open document.
    await page.route(/[?&]_rsc=/, () => undefined)
    await signOut(page)
    await expect(emailField(page)).toBeVisible()
    expect(await isMarked(page)).toBe(false)
  })
}

test('signing out and in again leaves the dashboard whole', async ({ page }) => {
  await signIn(page, sampleAccounts.owner)
  await signOut(page)
  await fillSignIn(page, sampleAccounts.owner)
  await arrive(page, '/dashboard')
})

test('a public page and the way back leave the dashboard whole', async ({ page }) => {
  await signIn(page, sampleAccounts.owner)
  await page.getByRole('link', { name: 'Ductwise' }).first().click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await arrive(page, '/dashboard')
})

for (const path of ['/login', '/register']) {
  test(`${path} works when a redirect leads there from a public page`, async ({ page }) => {
    await page.goto('/pricing')
    await mark(page)
    await leave(page, path)
    await expect(continueButton(page)).toBeVisible()
    expect((await emailField(page).boundingBox())?.height).toBeGreaterThan(30)
    expect(await isMarked(page), 'the document of a public page has another policy').toBe(false)
  })
}

test('the dashboard works when a redirect leads there from a public page', async ({ page }) => {
  await signIn(page, sampleAccounts.owner)
  await page.goto('/pricing')
  await leave(page, '/dashboard/settings/team')
  await arrive(page, '/dashboard/settings/team')
})
