import { expect, type Page } from '@playwright/test'
import { organizationSettings } from '../../../lib/dashboard/schema/settings.ts'
import { getSettings } from '../../../lib/dashboard/settings/repository.ts'
import { addDays, listWeekDays, toDayKey } from '../../../lib/platform/time/zone.ts'
import { findHorizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { findViolationsInBothThemes } from '../../support/pages/violations.ts'
import { TIME_ZONE } from './assistant.ts'
import { createOwner } from './people.ts'
import { within } from './rows.ts'
import { acceptBooking } from './save-visit.ts'
import { openAs } from './sign-in.ts'
import { test } from './streaming-test.ts'
import { DESKTOP, PHONE } from './watch.ts'

const BUSINESS_PATH = '/dashboard/settings/business'

const DAY = { from: '08:00', to: '17:00' }
const HOURS = { mon: DAY, tue: DAY, wed: DAY, thu: DAY, fri: DAY }

const today = toDayKey(new Date(), TIME_ZONE)
/** Monday to Friday of a week that starts in three to nine days. */
const WEEK = listWeekDays(addDays(today, 10)).slice(0, 5)
const [MONDAY = '', , , , FRIDAY = ''] = WEEK

async function createCompany(name: string) {
  const owner = await createOwner(name)
  await within(owner, ({ db, organizationId }) =>
    db.insert(organizationSettings).values({ organizationId, timeZone: TIME_ZONE, hours: HOURS }),
  )
  return owner
}

const getPanel = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Closed days' }) })

async function addEntry(page: Page, from: string, to: string, name: string): Promise<void> {
  await getPanel(page).getByRole('button', { name: 'Add closed days' }).click()
  await expect(getPanel(page).getByLabel('First day').last()).toBeFocused()
  await getPanel(page).getByLabel('First day').last().fill(from)
  await getPanel(page).getByLabel('Last day').last().fill(to)
  await getPanel(page).getByLabel('Name').last().fill(name)
}

async function saveSettings(page: Page): Promise<void> {
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await saved
}

test('a closed week is shown in the calendar, and a visit in it requires confirmation @smoke', async ({ browser }) => {
  const owner = await createCompany('Closing')
  const page = await openAs(browser, owner, BUSINESS_PATH)
  await getPanel(page).getByRole('switch', { name: 'Closed on US federal holidays' }).click()
  await expect(getPanel(page).getByRole('list', { name: 'Next federal holidays' })).toContainText('Thanksgiving Day')
  await addEntry(page, MONDAY, FRIDAY, 'Training week')
  await addEntry(page, FRIDAY, FRIDAY, '')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(getPanel(page).getByText(/^Overlaps with “Training week”/)).toBeVisible()
  await expect(getPanel(page).getByLabel('First day').last()).toBeFocused()
  await getPanel(page)
    .getByRole('button', { name: /^Remove/ })
    .last()
    .click()
  await saveSettings(page)
  expect(await within(owner, getSettings)).toMatchObject({
    closedOnHolidays: true,
    closedDays: [{ from: MONDAY, to: FRIDAY, kind: 'closed', hours: null, name: 'Training week' }],
  })

  await page.goto(`/dashboard/appointments?week=${MONDAY}&day=${MONDAY}&new=`)
  const dialog = page.locator('[data-slot=dialog]')
  // The suggested window is after the closed week.
  expect((await dialog.getByLabel('Day').inputValue()) > FRIDAY).toBe(true)
  await dialog.getByLabel('Day').fill(MONDAY)
  await dialog.getByLabel('Customer').fill('Ada Vance')
  await dialog.getByLabel('Job').fill('No heat')
  await acceptBooking(page)
  await dialog.getByRole('button', { name: 'Book visit' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Closed for Training week.')
  await question.getByRole('button', { name: 'Save anyway' }).click()
  await expect(page.getByRole('region', { name: /: Closed for Training week$/ })).toHaveCount(5)
  await page.goto('/dashboard/appointments?view=list')
  await expect(page.getByRole('main')).toContainText('Closed for Training week')

  await page.goto('/dashboard/try-it')
  const time = page.locator('dl > div').filter({ has: page.getByRole('term').getByText('Time', { exact: true }) })
  await page.getByRole('combobox', { name: 'Call time' }).click()
  await page.getByRole('option', { name: 'Next closed day' }).click()
  await expect(time).toContainText(/10:00 AM: Closed for .+ until /)
  await page.getByRole('combobox', { name: 'Call time' }).click()
  await page.getByRole('option', { name: 'Custom date and time' }).click()
  await page.getByLabel('Day and time').fill(`${FRIDAY}T11:00`)
  await expect(time).toContainText('Closed for Training week until Mon')
})

test('closed days can be edited on a phone and a desktop, and past ones are folded', async ({ browser }) => {
  const owner = await createCompany('Folding')
  await within(owner, ({ db }) =>
    db.update(organizationSettings).set({
      closedOnHolidays: true,
      closedDays: [
        { from: MONDAY, to: FRIDAY, kind: 'on-call', hours: null, name: 'Training week' },
        { from: '2025-03-03', to: '2025-03-04', kind: 'closed', hours: null, name: 'Move' },
        { from: addDays(FRIDAY, 1), to: addDays(FRIDAY, 1), kind: 'hours', hours: DAY, name: '' },
      ],
    }),
  )
  const page = await openAs(browser, owner, BUSINESS_PATH)
  const past = getPanel(page).getByText('1 past entry')
  await expect(getPanel(page).getByRole('button', { name: 'Remove Move' })).toBeHidden()
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size)
    expect(await findViolationsInBothThemes(page)).toEqual([])
    expect(await findHorizontalScroll(page)).toEqual([])
  }
  await past.click()
  await getPanel(page).getByRole('button', { name: 'Remove Move' }).click()
  await expect(past).toHaveCount(0)
  await getPanel(page).getByRole('combobox', { name: 'Type' }).first().click()
  await page.getByRole('option', { name: 'Different hours' }).click()
  await getPanel(page).getByLabel('Training week, open until').fill('07:00')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(getPanel(page).getByText('Closing time must be after opening time')).toBeVisible()
  await getPanel(page).getByLabel('Training week, open until').fill('12:00')
  await saveSettings(page)
  const { closedDays } = await within(owner, getSettings)
  expect(closedDays.map(({ kind, hours }) => [kind, hours])).toEqual([
    ['hours', { from: '08:00', to: '12:00' }],
    ['hours', DAY],
  ])
})
