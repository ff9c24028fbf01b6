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
import { violationsOf } from '../../support/pages/violations.ts'
import { secondSiteUrl, startSecondSite } from '../../support/stack/second-site.ts'
import { continueButton, fillSignIn, openSignedIn, passwordField } from './sign-in.ts'
import {
  clerkReady,
  codeField,
  enrol,
  endToken,
  errorText,
  fillNewPassword,
  renewToken,
  signOut,
  tokenEnd,
} from './clerk-pages.ts'
import { advance, appCode, newBrowser, newOwner } from './people.ts'
import { within } from './rows.ts'
import { test } from './watched-test.ts'
import { arrive, expectCompany, switcher } from './watch.ts'

const SECURITY = '/dashboard/settings/account/security'
const DATA = '/dashboard/settings/data'

/** Clock skew in seconds that Clerk tolerates. */
const CLOCK_SKEW = 5

const secondFactorHeading = (page: Page) => page.getByRole('heading', { name: 'Two-step verification' })

test('an authenticator app is required once set up, and each backup code works once', async ({ page }) => {
  const { email } = await newOwner('app')
  await openSignedIn(page, email, SECURITY)
  const { secret, backupCodes } = await enrol(page)
  expect(new Set(backupCodes).size).toBe(10)
  const [backupCode = ''] = backupCodes
  await expect(page.getByRole('main').getByText('Authenticator application', { exact: true })).toBeVisible()

  await signOut(page)
  await fillSignIn(page, email)
  await expect(secondFactorHeading(page)).toBeVisible()
  await page.goto('/dashboard')
  await expect(page, 'a password alone gives no access').toHaveURL('/login?redirect_url=%2Fdashboard')

  await fillSignIn(page, email)
  await codeField(page).fill(appCode(secret, -5))
  await expect(errorText(page)).toContainText('Incorrect code')
  await codeField(page).fill(appCode(secret, 1))
  await arrive(page, '/dashboard')
  await expectCompany(page, 'On')

  const enterBackupCode = async () => {
    await fillSignIn(page, email)
    await expect(secondFactorHeading(page)).toBeVisible()
    await page.getByRole('link', { name: 'Use another method' }).click()
    await page.getByRole('button', { name: 'Use a backup code' }).click()
    await page.getByLabel('Backup code').fill(backupCode)
    await continueButton(page).click()
  }
  await signOut(page)
  await enterBackupCode()
  await arrive(page, '/dashboard')
  await signOut(page)
  await enterBackupCode()
  await expect(errorText(page)).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
})

test('a password reset still requires the second factor', async ({ page }) => {
  const { email } = await newOwner('careful')
  await openSignedIn(page, email, SECURITY)
  const { secret } = await enrol(page)
  await signOut(page)
  await fillNewPassword(page, email, 'another-password-2')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(secondFactorHeading(page)).toBeVisible()
  expect((await page.request.get('/api/dashboard/exports')).status()).toBe(401)
  await codeField(page).fill(appCode(secret, 1))
  await arrive(page, '/dashboard')
})

test('data export and deletion ask for the second factor after ten minutes, not nine', async ({ page }) => {
  const owner = await newOwner('strict')
  const { email } = owner
  await within(owner, async ({ db, organizationId }) => {
    const call = { organizationId, startedAt: new Date(), outcome: 'message' as const }
    await db.insert(calls).values([call, call])
    await db.insert(leads).values({ organizationId, name: 'Ada Sample', problem: 'No heat', source: 'call' })
  })
  await openSignedIn(page, email, SECURITY)
  const { secret, backupCodes } = await enrol(page)
  await signOut(page)
  await page.goto(DATA)
  await fillSignIn(page, email)
  await codeField(page).fill(appCode(secret, 1))
  await arrive(page, DATA)
  await clerkReady(page)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download export' }).click(),
  ])
  const copy = JSON.parse(readFileSync(await download.path(), 'utf8'))
  expect([copy.calls, copy.leads, copy.exports].map((rows) => rows.length)).toEqual([2, 1, 1])

  const erase = async () => {
    await page.getByRole('button', { name: 'Delete company data' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete company data' }).click()
  }
  const question = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Close modal' }) })
  await advance(9)
  await renewToken(page)
  await erase()
  await expect(page.getByText(/(?:was|were) deleted/)).toBeVisible()
  await expect(question).toBeHidden()
  const left = await within(owner, async ({ db }) => [
    (await db.select().from(calls)).length + (await db.select().from(leads)).length,
    ...(await db.select().from(events)).map(({ action }) => action),
  ])
  expect(left, 'only one event remains').toEqual([0, 'data.deleted'])

  await advance(1)
  await renewToken(page)
  await page.reload()
  await clerkReady(page)
  await erase()
  await expect(question).toBeVisible()
  await passwordField(page).fill(samplePassword)
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
  const { email } = await newOwner('devices')
  const other = await newBrowser(browser)
  await openSignedIn(other, email, '/dashboard/settings/team')
  await openSignedIn(page, email, SECURITY)
  await expect(page.getByText('This device')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Open menu' }).last().click()
  await page.getByRole('menuitem', { name: 'Sign out of device' }).click()
  await expect(page.getByText('Chrome')).toHaveCount(1)

  await endToken(other)
  const response = await other.goto('/dashboard/settings/team?page=2')
  expect(response?.status()).toBe(200)
  await expect(other).toHaveURL('/login?redirect_url=%2Fdashboard%2Fsettings%2Fteam%3Fpage%3D2')
  await fillSignIn(other, email)
  await arrive(other, '/dashboard/settings/team?page=2')
  await expectCompany(page, 'devices Heating')
})

test('all other devices can be signed out with one click', async ({ page, browser }) => {
  const { email } = await newOwner('everywhere')
  const others = [await newBrowser(browser), await newBrowser(browser)]
  for (const other of others) await openSignedIn(other, email, '/dashboard/settings/team')
  await openSignedIn(page, email, SECURITY)
  await expect(page.getByText(/\(This machine\)/)).toHaveCount(3)
  const press = page.getByRole('button', { name: 'Sign out everywhere else' })
  const question = page.getByRole('alertdialog')
  await press.click()
  await expect(question).toContainText('Sign out of 2 other devices?')
  expect(await violationsOf(page, '[role=alertdialog]')).toEqual([])
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByText(/\(This machine\)/)).toHaveCount(3)
  await press.click()
  await question.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByText('Signed out of 2 other devices').first()).toBeVisible()
  await expect(page.getByText(/\(This machine\)/)).toHaveCount(1)
  await press.click()
  await expect(page.getByText('Only this device is signed in').first()).toBeVisible()
  for (const other of others) {
    await endToken(other)
    await other.goto('/dashboard/settings/team')
    await expect(other).toHaveURL(/^[^?]*\/login/)
  }
  await expectCompany(page, 'everywhere Heating')
})

test('a token that expired while the page was closed is renewed on the next visit', async ({ page }) => {
  const { email } = await newOwner('returning')
  await openSignedIn(page, email)
  await endToken(page)
  expect((await page.goto('/dashboard/settings/plan'))?.status()).toBe(200)
  await arrive(page, '/dashboard/settings/plan')
})

test('an open page renews its token after each expiry', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'clerk-short-'))
  const { NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: publishableKey = '', CLERK_SECRET_KEY: secretKey = '' } = stack.site
  const options = { port: 0, dataDir: folder, outbox: join(folder, 'outbox'), publishableKey, secretKey }
  const shortLived = await startClerk({ ...options, config: clerkConfig, siteUrl: secondSiteUrl, tokenSeconds: 10 })
  const site = await startSecondSite({
    CLERK_FAPI_URL: shortLived.frontendUrl,
    CLERK_API_URL: shortLived.backendUrl,
    CLERK_JWT_KEY: shortLived.publicKey,
  })
  try {
    await page.goto(`${site.url}/login`)
    await fillSignIn(page, 'owner@ductwise.test', samplePassword)
    await expect(page).toHaveURL(`${site.url}/dashboard`)
    await clerkReady(page)
    const firstEnd = await tokenEnd(page)
    const renewed = () => page.waitForResponse((answer) => /\/sessions\/\w+\/tokens/.test(answer.url()) && answer.ok())
    for (const time of [1, 2]) {
      await renewed()
      await expect(switcher(page), `after renewal ${time}`).toContainText('Sample Heating & Air')
    }
    await expect.poll(() => Date.now() / 1000, { timeout: 20_000 }).toBeGreaterThan(firstEnd + CLOCK_SKEW)
    const asked: number[] = []
    page.on('response', (answer) => asked.push(answer.status()))
    expect((await page.reload())?.status()).toBe(200)
    await expect(page).toHaveURL(`${site.url}/dashboard`)
    expect((await page.request.get(`${site.url}/api/dashboard/exports`)).status()).toBe(200)
    expect(asked).not.toContain(307)
  } finally {
    // Leaves the page, which would otherwise keep sending requests to a stopped site.
    await page.goto('about:blank')
    await site.end()
    await shortLived.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
