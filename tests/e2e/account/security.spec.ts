import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Page, expect } from '@playwright/test'
import { startClerk } from '@ductwise/clerk'
import { calls } from '../../../lib/dashboard/schema/calls.ts'
import { events } from '../../../lib/dashboard/schema/events.ts'
import { leads } from '../../../lib/dashboard/schema/leads.ts'
import { clerkConfig } from '../../../scripts/support/clerk-config.ts'
import { samplePassword } from '../../../scripts/support/sample-accounts.ts'
import { stack } from '../../support/stack/addresses.ts'
import { findViolations } from '../../support/pages/violations.ts'
import { secondSiteUrl, startSecondSite } from '../../support/stack/second-site.ts'
import { getContinueButton, fillSignIn, openSignedIn, getPasswordField } from './sign-in.ts'
import {
  waitForClerk,
  getCodeField,
  enrollSecondFactor,
  expireToken,
  getErrorText,
  fillNewPassword,
  renewToken,
  signOut,
  getTokenExpiry,
} from './clerk-pages.ts'
import { advanceClock, generateAppCode, openBrowser, createOwner } from './people.ts'
import { within } from './rows.ts'
import { test } from './streaming-test.ts'
import { expectArrival, expectSettingsTexts, getCompanySwitcher } from './watch.ts'

const SECURITY_PATH = '/dashboard/settings/account/security'
const DATA_PATH = '/dashboard/settings/data'

/** Clock skew that Clerk tolerates. */
const CLOCK_SKEW_SECONDS = 5

const getSecondFactorHeading = (page: Page) => page.getByRole('heading', { name: 'Two-step verification' })

test('an authenticator app is required once set up, and each backup code works once', async ({ page }) => {
  const { email } = await createOwner('app')
  await openSignedIn(page, email, SECURITY_PATH)
  const { secret, backupCodes } = await enrollSecondFactor(page)
  expect(new Set(backupCodes).size).toBe(10)
  const [backupCode = ''] = backupCodes
  await expect(page.getByRole('main').getByText('Authenticator application', { exact: true })).toBeVisible()

  await signOut(page)
  await fillSignIn(page, email)
  await expect(getSecondFactorHeading(page)).toBeVisible()
  await page.goto('/dashboard')
  await expect(page, 'a password alone gives no access').toHaveURL('/login?redirect_url=%2Fdashboard')

  await fillSignIn(page, email)
  await getCodeField(page).fill(generateAppCode(secret, -5))
  await expect(getErrorText(page)).toContainText('Incorrect code')
  await getCodeField(page).fill(generateAppCode(secret, 1))
  await expectArrival(page, '/dashboard')
  await expectSettingsTexts(page, 'On')

  const enterBackupCode = async () => {
    await fillSignIn(page, email)
    await expect(getSecondFactorHeading(page)).toBeVisible()
    await page.getByRole('link', { name: 'Use another method' }).click()
    await page.getByRole('button', { name: 'Use a backup code' }).click()
    await page.getByLabel('Backup code').fill(backupCode)
    await getContinueButton(page).click()
  }
  await signOut(page)
  await enterBackupCode()
  await expectArrival(page, '/dashboard')
  await signOut(page)
  await enterBackupCode()
  await expect(getErrorText(page)).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
})

test('a password reset still requires the second factor', async ({ page }) => {
  const { email } = await createOwner('careful')
  await openSignedIn(page, email, SECURITY_PATH)
  const { secret } = await enrollSecondFactor(page)
  await signOut(page)
  await fillNewPassword(page, email, 'another-password-2')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(getSecondFactorHeading(page)).toBeVisible()
  expect((await page.request.get('/api/dashboard/exports')).status()).toBe(401)
  await getCodeField(page).fill(generateAppCode(secret, 1))
  await expectArrival(page, '/dashboard')
})

test('data export and deletion require the second factor after ten minutes, not nine', async ({ page }) => {
  const owner = await createOwner('strict')
  const { email } = owner
  await within(owner, async ({ db, organizationId }) => {
    const call = { organizationId, startedAt: new Date(), outcome: 'message' as const }
    await db.insert(calls).values([call, call])
    await db.insert(leads).values({ organizationId, name: 'Ada Sample', problem: 'No heat', source: 'call' })
  })
  await openSignedIn(page, email, SECURITY_PATH)
  const { secret, backupCodes } = await enrollSecondFactor(page)
  await signOut(page)
  await page.goto(DATA_PATH)
  await fillSignIn(page, email)
  await getCodeField(page).fill(generateAppCode(secret, 1))
  await expectArrival(page, DATA_PATH)
  await waitForClerk(page)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download export' }).click(),
  ])
  const exportedData = JSON.parse(readFileSync(await download.path(), 'utf8'))
  expect([exportedData.calls, exportedData.leads, exportedData.exports].map((rows) => rows.length)).toEqual([2, 1, 1])

  const deleteData = async () => {
    await page.getByRole('button', { name: 'Delete company data' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete company data' }).click()
  }
  const question = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Close modal' }) })
  await advanceClock(9)
  await renewToken(page)
  await deleteData()
  await expect(page.getByText(/(?:was|were) deleted/)).toBeVisible()
  await expect(question).toBeHidden()
  const remaining = await within(owner, async ({ db }) => [
    (await db.select().from(calls)).length + (await db.select().from(leads)).length,
    ...(await db.select().from(events)).map(({ action }) => action),
  ])
  expect(remaining, 'only one event remains').toEqual([0, 'data.deleted'])

  await advanceClock(1)
  await renewToken(page)
  await page.reload()
  await waitForClerk(page)
  await deleteData()
  await expect(question).toBeVisible()
  await getPasswordField(page).fill(samplePassword)
  await question.getByRole('button', { name: 'Continue', exact: true }).click()
  // Waits for the new step, because the previous step has the same link.
  await expect(question.getByText('authenticator app')).toBeVisible()
  await page.getByRole('link', { name: 'Use another method' }).click()
  await page.getByRole('button', { name: 'Use a backup code' }).click()
  await expect(page.getByText(/(?:was|were) deleted/)).toBeHidden()
  await page.getByLabel('Backup code').fill(backupCodes[0] ?? '')
  await question.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText(/(?:was|were) deleted/)).toBeVisible()
})

test('a device signed out from another one is redirected to sign-in', async ({ page, browser }) => {
  const { email } = await createOwner('devices')
  const otherPage = await openBrowser(browser)
  await openSignedIn(otherPage, email, '/dashboard/settings/team')
  await openSignedIn(page, email, SECURITY_PATH)
  await expect(page.getByText('This device')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Open menu' }).last().click()
  await page.getByRole('menuitem', { name: 'Sign out of device' }).click()
  await expect(page.getByText('Chrome')).toHaveCount(1)

  await expireToken(otherPage)
  const response = await otherPage.goto('/dashboard/settings/team?page=2')
  expect(response?.status()).toBe(200)
  await expect(otherPage).toHaveURL('/login?redirect_url=%2Fdashboard%2Fsettings%2Fteam%3Fpage%3D2')
  await fillSignIn(otherPage, email)
  await expectArrival(otherPage, '/dashboard/settings/team?page=2')
  await expectSettingsTexts(page, 'devices Heating')
})

test('all other devices can be signed out with one click', async ({ page, browser }) => {
  const { email } = await createOwner('everywhere')
  const otherPages = [await openBrowser(browser), await openBrowser(browser)]
  for (const otherPage of otherPages) await openSignedIn(otherPage, email, '/dashboard/settings/team')
  await openSignedIn(page, email, SECURITY_PATH)
  await expect(page.getByText(/\(This machine\)/)).toHaveCount(3)
  const signOutButton = page.getByRole('button', { name: 'Sign out everywhere else' })
  const question = page.getByRole('alertdialog')
  await signOutButton.click()
  await expect(question).toContainText('Sign out of 2 other devices?')
  expect(await findViolations(page, '[role=alertdialog]')).toEqual([])
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByText(/\(This machine\)/)).toHaveCount(3)
  await signOutButton.click()
  await question.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByText('Signed out of 2 other devices').first()).toBeVisible()
  await expect(page.getByText(/\(This machine\)/)).toHaveCount(1)
  await signOutButton.click()
  await expect(page.getByText('Only this device is signed in').first()).toBeVisible()
  for (const otherPage of otherPages) {
    await expireToken(otherPage)
    await otherPage.goto('/dashboard/settings/team')
    await expect(otherPage).toHaveURL(/^[^?]*\/login/)
  }
  await expectSettingsTexts(page, 'everywhere Heating')
})

test('a token that expired while the page was closed is renewed on the next visit', async ({ page }) => {
  const { email } = await createOwner('returning')
  await openSignedIn(page, email)
  await expireToken(page)
  expect((await page.goto('/dashboard/settings/plan'))?.status()).toBe(200)
  await expectArrival(page, '/dashboard/settings/plan')
})

test('an open page renews its token after each expiry', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'clerk-short-'))
  const { NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: publishableKey = '', CLERK_SECRET_KEY: secretKey = '' } = stack.site
  const options = { port: 0, dataDir: folder, publishableKey, secretKey }
  const shortLivedClerk = await startClerk({
    ...options,
    config: clerkConfig,
    siteUrl: secondSiteUrl,
    tokenSeconds: 10,
  })
  const secondSite = await startSecondSite({
    CLERK_FAPI_URL: shortLivedClerk.frontendUrl,
    CLERK_API_URL: shortLivedClerk.backendUrl,
    CLERK_JWT_KEY: shortLivedClerk.publicKey,
  })
  try {
    await page.goto(`${secondSite.url}/login`)
    await fillSignIn(page, 'owner@ductwise.test', samplePassword)
    await expect(page).toHaveURL(`${secondSite.url}/dashboard`)
    await waitForClerk(page)
    const firstExpiry = await getTokenExpiry(page)
    const waitForRenewal = () =>
      page.waitForResponse((response) => /\/sessions\/\w+\/tokens/.test(response.url()) && response.ok())
    for (const time of [1, 2]) {
      await waitForRenewal()
      await expect(getCompanySwitcher(page), `after renewal ${time}`).toContainText('Sample Heating & Air')
    }
    await expect.poll(() => Date.now() / 1000, { timeout: 20_000 }).toBeGreaterThan(firstExpiry + CLOCK_SKEW_SECONDS)
    const statusCodes: number[] = []
    page.on('response', (response) => statusCodes.push(response.status()))
    expect((await page.reload())?.status()).toBe(200)
    await expect(page).toHaveURL(`${secondSite.url}/dashboard`)
    expect((await page.request.get(`${secondSite.url}/api/dashboard/exports`)).status()).toBe(200)
    expect(statusCodes).not.toContain(307)
  } finally {
    // Leaves the page, which would otherwise keep sending requests to a stopped site.
    await page.goto('about:blank')
    await secondSite.end()
    await shortLivedClerk.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
