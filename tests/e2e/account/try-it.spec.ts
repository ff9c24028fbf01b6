import { expect, type Page } from '@playwright/test'
import { organizationSettings } from '../../../lib/dashboard/schema/settings.ts'
import { findHorizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { findViolations } from '../../support/pages/violations.ts'
import { TIME_ZONE } from './assistant.ts'
import { createOwner } from './people.ts'
import { within } from './rows.ts'
import { openSignedIn } from './sign-in.ts'
import { DESKTOP, PHONE } from './watch.ts'
import { test } from './streaming-test.ts'

const WEEKDAY_HOURS = { from: '08:00', to: '17:00' }

const SETTINGS = {
  timeZone: TIME_ZONE,
  hours: { mon: WEEKDAY_HOURS, tue: WEEKDAY_HOURS, wed: WEEKDAY_HOURS, thu: WEEKDAY_HOURS, fri: WEEKDAY_HOURS },
  serviceArea: [{ zip: '60614', crew: 'North crew' }],
  onCall: [{ name: 'Alex Example', phone: '+13125550190', hours: null }],
}

const getCallDetails = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Call details' }) })
const getRow = (page: Page, term: string) =>
  getCallDetails(page)
    .locator('dl > div')
    .filter({ has: page.getByRole('term').getByText(term, { exact: true }) })

async function chooseOption(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

test.describe('on a phone', () => {
  test.use({ viewport: PHONE })

  test('the Sunday night gas call can be simulated, stored as a test and removed', async ({ page }) => {
    const owner = await createOwner('Try')
    await within(owner, ({ db, organizationId }) =>
      db.insert(organizationSettings).values({ organizationId, ...SETTINGS }),
    )
    await openSignedIn(page, owner.email, '/dashboard/try-it')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Try it')
    await chooseOption(page, 'Call time', 'Sunday, 2:00 AM')
    await page.getByRole('button', { name: 'Smells gas' }).click()
    await expect(getRow(page, 'Time')).toContainText(/Sun, .*, 2:00 AM: Closed until Mon/)
    await expect(getRow(page, 'Urgency')).toContainText('Gas leak or odor')
    await expect(getRow(page, 'Urgency')).toContainText(/The caller said “.*smell gas.*”/)
    await expect(getRow(page, 'Who gets called')).toContainText('Alex Example')
    await expect(getRow(page, 'ZIP and crew')).toContainText('60614 · North crew')
    await expect(page.getByRole('list', { name: 'Conversation' })).toContainText('Leave the house now')
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size)
      expect(await findViolations(page)).toEqual([])
      expect(await findHorizontalScroll(page)).toEqual([])
    }

    await page.getByRole('button', { name: 'Save as a test call' }).dblclick()
    await expect(page.getByText('Saved as a test.')).toBeVisible()
    await page.getByRole('status').filter({ hasText: 'Saved' }).getByRole('link', { name: 'Today' }).click()
    const row = page.getByRole('list', { name: 'Calls since you closed' }).getByRole('listitem')
    await expect(row).toHaveCount(1)
    await expect(row).toContainText('Test')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/no calls/)

    await page.goto('/dashboard/calls')
    await expect(
      page.getByRole('region', { name: 'List of calls' }).getByText('Test', { exact: true }).first(),
    ).toBeVisible()
    await page.goto('/dashboard/leads')
    await expect(page.getByRole('main').getByText('Test', { exact: true }).first()).toBeVisible()

    await page.goto('/dashboard')
    await row.getByRole('button').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete test call' }).click()
    await expect(row).toHaveCount(0)
    await page.goto('/dashboard/calls')
    await expect(page.getByRole('heading', { name: 'No calls yet' })).toBeVisible()
  })
})

test('missing settings are listed, free text gets a reply, and test bookings are labeled @smoke', async ({ page }) => {
  const owner = await createOwner('TryWords')
  await openSignedIn(page, owner.email, '/dashboard/try-it')
  await expect(page.getByText('No business hours set: Hours & area')).toBeVisible()
  await chooseOption(page, 'Call time', 'Just before closing')
  await expect(page.getByRole('main').getByText('No business hours set')).toHaveCount(2)
  await within(owner, ({ db, organizationId }) =>
    db.insert(organizationSettings).values({ organizationId, ...SETTINGS }),
  )
  await page.reload()
  await expect(page.getByText('No business hours set')).toHaveCount(0)
  const enterLine = async (line: string) => {
    await page.getByLabel('Caller says').fill(line)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('list', { name: 'Conversation' })).toContainText(line)
  }
  await enterLine('My thermostat is blank')
  await expect(getRow(page, 'Next question')).toContainText('Any danger')
  await enterLine('no')
  await enterLine('12 Maple Street, 60614')
  await enterLine('Ada Example')
  await enterLine('(212) 555-0142')
  await expect(getRow(page, 'Arrival windows').getByRole('listitem')).toHaveCount(3)
  await enterLine('the second one')
  await expect(getRow(page, 'Outcome')).toContainText('Booked')
  await page.getByRole('button', { name: 'Save as a test call' }).click()
  await page.getByRole('status').getByRole('link', { name: 'View call' }).click()
  await expect(page.getByText('Test call from “Try it”.', { exact: false })).toBeVisible()
  await page.goto('/dashboard/appointments?view=list')
  await expect(page.getByRole('main').getByText('Test', { exact: true }).first()).toBeVisible()
  await page.goto('/dashboard/try-it')
  await page.getByRole('button', { name: 'Delete all test calls' }).click()
  await expect(page.getByRole('button', { name: 'Delete all test calls' })).toHaveCount(0)
  await page.goto('/dashboard/appointments?view=list')
  await expect(page.getByRole('heading', { name: 'No visits yet' })).toBeVisible()
})
