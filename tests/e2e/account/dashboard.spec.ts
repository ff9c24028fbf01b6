import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import postgres from 'postgres'
import { sampleAccounts, samplePassword } from '../../../scripts/support/sample-accounts.ts'
import { AUTH_SCRIPT_TIMEOUT_MS } from '../../../lib/constants.ts'
import { stack } from '../../support/stack/addresses.ts'
import { findHorizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { findViolations } from '../../support/pages/violations.ts'
import { openSignedIn, getPasswordField, signIn } from './sign-in.ts'
import { waitForClerk, renewToken, withholdUntilReload } from './clerk-pages.ts'
import { advanceClock, clerk, openBrowser, createOwner } from './people.ts'
import { test } from './streaming-test.ts'
import {
  expectArrival,
  DESKTOP,
  expectSettingsTexts,
  openNavigation,
  PHONE,
  getCompanySwitcher,
  getUserButton,
} from './watch.ts'
import { recordConsoleMessages } from '../site/visitor.ts'
import { expectProblems } from '../test.ts'

const MOVED_AREAS = ['team', 'organization', 'plan', 'access', 'data', 'account']

test('an owner sees the company, team, plan and profile @smoke', async ({ page }) => {
  await signIn(page, sampleAccounts.owner)
  const consoleMessages = recordConsoleMessages(page)
  const nav = page.getByRole('navigation', { name: 'Dashboard' })
  await expect(nav).not.toContainText('Team')
  await nav.getByRole('link', { name: 'Settings' }).click()
  await expectArrival(page, '/dashboard/settings')
  const main = page.getByRole('main')
  await expect(main).toContainText('Sample Heating & Air')
  await expect(main).toContainText('Front desk')
  await expect(main).toContainText('4 of 5 included')
  await expect(main).toContainText('2 people')
  await expect(main).toContainText('8 of 8')
  await expect(main.getByRole('link', { name: 'Turn on two-step verification' })).toHaveAttribute(
    'href',
    '/dashboard/settings/account/security',
  )

  await nav.getByRole('link', { name: 'Team' }).click()
  await expectArrival(page, '/dashboard/settings/team')
  await expect(nav.getByRole('link', { name: 'Team' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('row', { name: /Robin Member.*member@ductwise\.test.*Member/ })).toBeVisible()
  await nav.getByRole('link', { name: 'Plan & features' }).click()
  await expect(page.getByRole('row', { name: /Integrations.*Included/ })).toBeVisible()
  await expect(main.getByRole('link', { name: 'See counted calls' })).toHaveAttribute(
    'href',
    /^\/dashboard\/calls\?from=\d{4}-\d\d-01&to=\d{4}-\d\d-\d\d&counted=true$/,
  )
  await expect(
    page.getByRole('row', { name: /Required two-step verification.*Not included.*Several crews/ }),
  ).toBeVisible()
  await nav.getByRole('link', { name: 'Permissions' }).click()
  await expect(page.getByRole('row', { name: /Change settings.*Yes/ })).toBeVisible()
  await nav.getByRole('link', { name: 'Security & profile' }).click()
  await expect(main.getByRole('button', { name: 'Update profile' })).toBeVisible()
  await main.getByRole('link', { name: 'Security', exact: true }).click()
  await expect(main.getByText('Active devices')).toBeVisible()
  await expect(nav.getByRole('link', { name: 'Security & profile' })).toHaveAttribute('aria-current', 'page')
  await nav.getByRole('link', { name: 'Organization' }).click()
  await expect(main.getByText('Leave organization').first()).toBeVisible()
  await main.getByRole('link', { name: 'Members', exact: true }).click()
  await expect(main.getByRole('button', { name: 'Invite' })).toBeVisible()
  await expect(page.locator('.cl-navbar'), 'Clerk’s sidebar').toBeHidden()
  expect(consoleMessages).toEqual([])
})

test('a member gets a 403 page that names the required role and a contact @smoke', async ({ page }) => {
  await openSignedIn(page, sampleAccounts.member, '/dashboard/settings')
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toContainText('Plan & features')
  await expect(page.locator('body')).not.toContainText('Company data')
  const response = await page.goto('/dashboard/settings/data')
  expect(response?.status()).toBe(403)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You don’t have access to “Company data”')
  await expect(page.getByRole('main')).toContainText('Ask an admin of your company to change your role to Admin.')
  await page.getByRole('link', { name: 'View your permissions' }).click()
  await expect(page.getByRole('row', { name: /Change settings.*No.*Ask an admin/ })).toBeVisible()
})

test('a data export requires the password after ten minutes, but not after nine', async ({ page }) => {
  const { email, organizationId, userId } = await createOwner('copy')
  await openSignedIn(page, email, '/dashboard/settings/data')
  await expect(page.getByText('No exports yet.')).toBeVisible()
  await waitForClerk(page)

  await advanceClock(9)
  await renewToken(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download export' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^copy-heating.*\.json$/)
  const copy = JSON.parse(readFileSync(await download.path(), 'utf8'))
  expect(copy.organization.id).toBe(organizationId)
  expect(copy.exports).toEqual([expect.objectContaining({ userId })])
  await expect(page.getByRole('row', { name: /You$/ })).toHaveCount(1)

  await advanceClock(1)
  await renewToken(page)
  await page.getByRole('button', { name: 'Download export' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Verification required')
  await getPasswordField(page).fill(samplePassword)
  const [second] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Continue', exact: true }).click(),
  ])
  expect(await second.path()).toBeTruthy()
  await expect(page.getByText('The export is in your downloads.')).toBeVisible()
  await expect(page.getByRole('row', { name: /You$/ })).toHaveCount(2)
})

test('deleting data requires confirmation and the password, and can be canceled', async ({ page }) => {
  const { email } = await createOwner('erase')
  await openSignedIn(page, email, '/dashboard/settings/data')
  await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download export' }).click()])
  await expect(page.getByRole('row', { name: /You$/ })).toHaveCount(1)

  const deletion = page.getByRole('button', { name: 'Delete company data' })
  await deletion.click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await advanceClock(10)
  await renewToken(page)
  await deletion.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete company data' }).click()
  await expect(page.getByText('Verification required')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: /You$/ })).toHaveCount(1)

  await page.reload()
  await waitForClerk(page)
  await deletion.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete company data' }).click()
  await getPasswordField(page).fill(samplePassword)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText(/^\d+ records were deleted\.$/)).toBeVisible()
  await expect(page.getByText('No exports yet.')).toBeVisible()
})

test('a new company sees an empty state on each list', async ({ page }) => {
  const { email } = await createOwner('silent')
  await openSignedIn(page, email)
  for (const [path, heading] of [
    ['calls', 'No calls yet'],
    ['calls?show=waiting', 'Nothing needs your attention'],
    ['leads', 'No leads yet'],
    ['callers', 'No callers yet'],
    ['appointments', 'No visits yet'],
  ]) {
    await page.goto(`/dashboard/${path}`)
    await expect(page.getByRole('heading', { name: heading ?? '' })).toBeVisible()
    expect(await findViolations(page), path).toEqual([])
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size)
      expect(await findHorizontalScroll(page), path).toEqual([])
    }
  }
})

test('switching companies updates the data and the permissions', async ({ page }) => {
  const { email, userId } = await createOwner('first')
  const { organizationId } = await createOwner('second')
  await clerk.organizations.createOrganizationMembership({ organizationId, userId, role: 'org:member' })
  await openSignedIn(page, email, '/dashboard/settings')
  const column = page.getByRole('navigation', { name: 'Dashboard' })
  const chooseCompany = async (company: string) => {
    await openNavigation(page)
    await getCompanySwitcher(page).click()
    await page.getByRole('menuitemradio', { name: company }).click()
    await expect(page).toHaveURL('/dashboard')
  }
  await page.setViewportSize(PHONE)
  await chooseCompany('second Heating')
  await expect(column, 'the mobile menu closes').toBeHidden()
  await expectArrival(page, '/dashboard')
  await expectSettingsTexts(page, 'second Heating', 'Member')
  expect((await page.goto('/dashboard/settings/data'))?.status()).toBe(403)
  await page.setViewportSize(DESKTOP)
  await chooseCompany('first Heating')
  await expect(column).toBeVisible()
  await expectArrival(page, '/dashboard')
  await expectSettingsTexts(page, 'first Heating')
})

test('a session revoked on another device redirects to sign-in and back', async ({ page, browser }) => {
  expectProblems(/status 401: GET .*__clerk/)
  const { email, userId } = await createOwner('elsewhere')
  await openSignedIn(page, email, '/dashboard/settings/team')
  await waitForClerk(page)
  const otherPage = await openBrowser(browser)
  await openSignedIn(otherPage, email)
  const { data } = await clerk.sessions.getSessionList({ userId })
  for (const { id } of data) await clerk.sessions.revokeSession(id)
  // Ignores the error: renewing a revoked session fails, and only the redirect matters here.
  await renewToken(page).catch(() => undefined)
  await expect(page).toHaveURL(/\/login\?redirect_url=%2Fdashboard%2Fsettings%2Fteam/)
})

test('deleting an organization deletes its data', async () => {
  const database = postgres(stack.env.databaseUrl, { max: 1 })
  const { organizationId } = await createOwner('going')
  const countOrganizations = async () => {
    const rows = await database`select id from organizations where id = ${organizationId}`
    return rows.length
  }
  await expect.poll(countOrganizations).toBe(1)
  await clerk.organizations.deleteOrganization(organizationId)
  await expect.poll(countOrganizations).toBe(0)
  await database.end()
})

test('deleting the last member of an organization deletes its data', async () => {
  const database = postgres(stack.env.databaseUrl, { max: 1 })
  const { organizationId, userId } = await createOwner('leaving')
  const countMembers = async () => {
    const rows = await database`select id from organization_members where organization_id = ${organizationId}`
    return rows.length
  }
  await expect.poll(countMembers).toBe(1)
  await clerk.users.deleteUser(userId)
  await expect.poll(countMembers).toBe(0)
  const countOrganizationRows = async () =>
    (await database`select id from organizations where id = ${organizationId}`).length
  await expect.poll(countOrganizationRows).toBe(0)
  await database.end()
})

test('the phone menu opens with a button and closes after a selection @smoke', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await openSignedIn(page, sampleAccounts.owner)
  const nav = page.getByRole('navigation', { name: 'Dashboard' })
  await expect(nav).toBeHidden()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await nav.getByRole('link', { name: 'Settings' }).click()
  await expectArrival(page, '/dashboard/settings')
  await expect(nav).toBeHidden()
  await page.getByRole('main').getByRole('link', { name: /^Team/ }).click()
  await expectArrival(page, '/dashboard/settings/team')
  await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click()
  await expectArrival(page, '/dashboard/settings')
})

test('phones show the four main areas in a bottom bar, and wider screens do not', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await openSignedIn(page, sampleAccounts.owner)
  const bar = page.getByRole('navigation', { name: 'Main areas' })
  await expect(bar.getByRole('link')).toHaveText(['Today', 'Calls', 'Leads', 'Calendar'])
  await expect(bar.getByRole('link', { name: 'Today' })).toHaveAttribute('aria-current', 'page')
  const box = await bar.boundingBox()
  expect([box?.x, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([0, PHONE.height])
  expect(box?.height).toBeGreaterThanOrEqual(64)

  await page.goto('/dashboard/settings')
  await expect(bar.locator('[aria-current]')).toHaveCount(0)
  // Retries, because Clerk's components make the page longer after it loads.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const last = await page.getByRole('main').getByRole('link').last().boundingBox()
    expect((last?.y ?? 0) + (last?.height ?? 0), 'the bar covers no link').toBeLessThan(box?.y ?? 0)
  }).toPass()
  await page.setViewportSize(DESKTOP)
  await expect(bar).toBeHidden()
})

test('old URLs redirect to the current pages with their subpath and query @smoke', async ({ page }) => {
  for (const name of MOVED_AREAS) {
    const response = await page.request.get(`/dashboard/${name}/below?page=2&x=%2F`, { maxRedirects: 0 })
    expect(response.status(), name).toBe(308)
    expect(response.headers().location).toBe(`/dashboard/settings/${name}/below?page=2&x=%2F`)
  }
  await openSignedIn(page, sampleAccounts.owner, '/dashboard/plan?page=2', '/dashboard/settings/plan?page=2')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Plan')
})

test('the theme can be changed in the dashboard, even on a 403 page', async ({ page }) => {
  await openSignedIn(page, sampleAccounts.member)
  for (const path of ['/dashboard', '/dashboard/settings/data', '/dashboard/no-such-page']) {
    await page.goto(path)
    await page.getByRole('radio', { name: 'Light' }).check()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await page.getByRole('radio', { name: 'Dark' }).check()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  }
})

test('an alert appears if Clerk does not load within 15 seconds, beside the available data', async ({ page }) => {
  expectProblems(/longer than 15 seconds/)
  await openSignedIn(page, sampleAccounts.owner)
  await page.clock.install()
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  const allowAtReload = await withholdUntilReload(page, /\/__clerk\/npm\//)
  await page.goto('/dashboard/settings', { waitUntil: 'domcontentloaded' })
  const alert = page.getByRole('main').getByRole('alert')
  // React controls this radio button, so a checked state means that the page is hydrated.
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(alert).toBeHidden()
  await page.clock.runFor(AUTH_SCRIPT_TIMEOUT_MS)
  await expect(alert).toContainText('Part of this page did not load.')
  await expect(page.getByRole('main')).toContainText('Front desk')
  expect(errors.join()).toContain('longer than 15 seconds')
  allowAtReload()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main')).toContainText('Sample Heating & Air')
})

test('Clerk components load on the first page that needs them, and a failure is reported', async ({ page }) => {
  expectProblems(/longer than 15 seconds/)
  const requestedUrls: string[] = []
  page.on('request', (request) => void (/\/npm\/@clerk\/ui@/.test(request.url()) && requestedUrls.push(request.url())))
  await openSignedIn(page, sampleAccounts.owner)
  await waitForClerk(page)
  for (const [button, entry] of [
    [getUserButton(page), page.getByRole('menuitem', { name: 'Sign out' })],
    [getCompanySwitcher(page), page.getByRole('menuitemradio', { name: 'Sample Heating & Air', checked: true })],
  ] as const) {
    await button.click()
    await expect(entry).toBeVisible()
    expect((await findViolations(page)).filter((violation) => !violation.includes('data-base-ui-focus-guard'))).toEqual(
      [],
    )
    await page.keyboard.press('Escape')
    await expect(entry).toBeHidden()
    await expect(button, 'focus returns to the button').toBeFocused()
  }
  expect(requestedUrls, 'no requests on Today or for its menus').toEqual([])

  await page.clock.install()
  const allowAtReload = await withholdUntilReload(page, /\/npm\/@clerk\/ui@/)
  await page.goto('/dashboard/settings/account')
  await waitForClerk(page)
  await expect.poll(() => requestedUrls.length).toBeGreaterThan(0)
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toBeHidden()
  await expect(async () => {
    await page.clock.runFor(AUTH_SCRIPT_TIMEOUT_MS)
    await expect(alert).toContainText('Part of this page did not load.', { timeout: 1_000 })
  }).toPass()
  allowAtReload()
  await page.clock.resume()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main')).toContainText(sampleAccounts.owner)
  await expect(alert).toBeHidden()
})

test('a failed Clerk script is reported immediately, beside the available data', async ({ page }) => {
  expectProblems(/longer than 15 seconds/, /ERR_FAILED.*__clerk/)
  await openSignedIn(page, sampleAccounts.owner)
  const allowAtReload = await withholdUntilReload(page, /\/__clerk\/npm\//, (route) => route.abort())
  await page.goto('/dashboard/settings')
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('Part of this page did not load.', { timeout: 5_000 })
  await expect(page.getByRole('main')).toContainText('Front desk')
  allowAtReload()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main')).toContainText('Sample Heating & Air')
  await expect(alert).toBeHidden()
})

test('a list that fails to refresh keeps its rows and shows a notice until it recovers', async ({ page }) => {
  expectProblems(/status 503: GET .*exports/)
  const { email } = await createOwner('refetch')
  await openSignedIn(page, email, '/dashboard/settings/data')
  const rows = page.getByRole('row', { name: /You$/ })
  const notice = page.getByRole('status').filter({ hasText: 'could not be refreshed' })
  const downloadExport = () =>
    Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download export' }).click()])
  await downloadExport()
  await expect(rows).toHaveCount(1)
  await expect(notice).toBeHidden()

  await page.route('/api/dashboard/exports', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 503, json: { error: 'down' } }) : route.continue(),
  )
  await downloadExport()
  await expect(notice).toBeVisible()
  await expect(rows, 'the loaded rows stay').toHaveCount(1)

  await page.unroute('/api/dashboard/exports')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows).toHaveCount(2)
  await expect(notice).toBeHidden()
})

/** Maximum bytes of a client-side navigation within the dashboard. */
const MAX_NAVIGATION_BYTES = 80 * 1024

for (const [link, heading] of [
  ['Calls', 'Calls'],
  ['Leads', 'Leads'],
  ['Calendar', 'Calendar'],
  ['Integrations', 'Integrations'],
] as const) {
  test(`${link} loads at most 80 KB when opened from Today`, async ({ page }) => {
    await openSignedIn(page, sampleAccounts.owner)
    await waitForClerk(page)
    const sizes: Promise<number>[] = []
    page.on('requestfinished', (request) => {
      // Skips fonts: the first page with a rare letter loads another font subset.
      if (!request.url().includes('/__clerk/') && request.resourceType() !== 'font')
        sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link').or(page.locator('[data-visit]')).first()).toBeVisible()
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    test.info().annotations.push({ type: 'bytes of a soft navigation', description: `${link}: ${bytes}` })
    expect(bytes).toBeLessThanOrEqual(MAX_NAVIGATION_BYTES)
  })
}
