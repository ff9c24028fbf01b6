import { expect, type Page } from '@playwright/test'
import {
  changeAppointment,
  createAppointment,
  findAppointment,
} from '../../../lib/dashboard/appointments/repository.ts'
import { appointments } from '../../../lib/dashboard/schema/appointments.ts'
import { events } from '../../../lib/dashboard/schema/events.ts'
import { organizationSettings } from '../../../lib/dashboard/schema/settings.ts'
import { createLead, findLead } from '../../../lib/dashboard/leads/repository.ts'
import { addDays, toDayKey, listWeekDays } from '../../../lib/platform/time/zone.ts'
import { findHorizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { findViolationsInBothThemes, findViolations } from '../../support/pages/violations.ts'
import { TIME_ZONE } from './assistant.ts'
import { openBrowser, createOwner } from './people.ts'
import { within } from './rows.ts'
import { acceptBooking, saveVisit } from './save-visit.ts'
import { openSignedIn } from './sign-in.ts'
import { test } from './streaming-test.ts'

const APPOINTMENTS_PATH = '/dashboard/appointments'

/** A Monday in winter, when the company's time zone is UTC-6. */
const MONDAY = '2027-01-18'
const formatLocalTime = (day: string, hour: number) =>
  new Date(`${day}T${String(hour).padStart(2, '0')}:00:00-06:00`).toISOString()

async function createCompany(name: string) {
  const owner = await createOwner(name)
  await within(owner, ({ db, organizationId }) =>
    db.insert(organizationSettings).values({ organizationId, timeZone: TIME_ZONE }),
  )
  return owner
}

type Owner = Awaited<ReturnType<typeof createCompany>>

type Visit = { customer: string; day?: string; from?: number; technician?: string; state?: 'requested' | 'confirmed' }

const addVisit = (owner: Owner, { day = MONDAY, from = 8, state = 'confirmed', ...visit }: Visit) =>
  within(owner, (tx) =>
    createAppointment(
      tx,
      { kind: 'assistant' },
      { job: 'No heat', startsAt: formatLocalTime(day, from), endsAt: formatLocalTime(day, from + 2), state, ...visit },
    ),
  )

const readVisit = (owner: Owner, id: string) => within(owner, (tx) => findAppointment(tx, id))

const readLog = async (owner: Owner) =>
  (await within(owner, ({ db }) => db.select({ action: events.action }).from(events))).map(({ action }) => action)

const getButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** Excludes toasts, which are also dialogs but not modal. */
const getDialog = (page: Page) => page.locator('[data-slot=dialog]')
const getMessage = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Messages' }).getByText(text).first()
const getVisits = (page: Page) => page.locator('[data-visit]')
const getVisit = (page: Page, customer: string) =>
  getVisits(page).filter({ has: page.locator('.cal-visit-name', { hasText: customer }) })

test('a lead can be booked, and its visit can be moved, canceled and restored @smoke', async ({ page }) => {
  const owner = await createCompany('booking')
  const lead = await within(owner, (tx) =>
    createLead(tx, { kind: 'assistant' }, { name: 'Ada Vance', phone: '(212) 555-0142', problem: 'No flame' }),
  )
  await openSignedIn(page, owner.email, `/dashboard/leads/${lead.id}`)
  await page.getByRole('link', { name: 'Book a visit' }).click()
  await expect(getDialog(page)).toContainText('For your lead Ada Vance')
  await getDialog(page).getByLabel('Day').fill(MONDAY)
  await getDialog(page).getByLabel('From').fill('10:00')
  await getDialog(page).getByLabel('To', { exact: true }).fill('09:00')
  await getButton(page, 'Book visit').click()
  await expect(getDialog(page)).toContainText('The end must be after the start')
  await expect(getDialog(page).getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(getDialog(page)).toContainText('Choose whether the customer has agreed')
  await acceptBooking(page)
  await getDialog(page).getByLabel('To', { exact: true }).fill('12:00')
  await getDialog(page).getByLabel('Technician').fill('Sam')
  await saveVisit(page, 'Book visit', MONDAY)
  await expect(getMessage(page, 'Booked for Mon, Jan 18, 10 AM – 12 PM')).toBeVisible()
  await expect(page).toHaveURL(`${APPOINTMENTS_PATH}?week=${MONDAY}&day=${MONDAY}`)
  expect((await within(owner, (tx) => findLead(tx, lead.id)))?.stage).toBe('booked')

  await getVisit(page, 'Ada Vance').click()
  await expect(getDialog(page)).toContainText('Monday, January 18, 2027, 10 AM – 12 PM')
  await getButton(page, 'Move').click()
  await getDialog(page).getByLabel('Day').fill('2027-01-20')
  await getDialog(page).getByLabel('Reason').fill('Away on Monday')
  await saveVisit(page, 'Move visit', '2027-01-20')
  await expect(getMessage(page, 'Moved to Wed, Jan 20, 10 AM – 12 PM')).toBeVisible()
  await expect(getDialog(page)).toContainText('Away on Monday')
  await page.keyboard.press('Escape')
  const id = (await getVisit(page, 'Ada Vance').getAttribute('data-visit')) ?? ''
  await expect(page.getByRole('region', { name: 'Wednesday, January 20, 2027' }).locator('[data-visit]')).toHaveCount(1)
  expect(await readVisit(owner, id)).toMatchObject({ startsAt: '2027-01-20T16:00:00.000Z', reason: 'Away on Monday' })

  await getVisit(page, 'Ada Vance').click()
  await getButton(page, 'Cancel visit').click()
  await getButton(page, 'Cancel visit').click()
  await expect(getDialog(page)).toContainText('Enter a reason for the cancellation')
  await getDialog(page).getByLabel('Reason').fill('Found another company')
  await getButton(page, 'Cancel visit').click()
  await expect(getMessage(page, 'Canceled')).toBeVisible()
  await expect(getDialog(page)).toContainText('Cancellation reason')
  expect((await readVisit(owner, id))?.state).toBe('cancelled')
  expect((await within(owner, (tx) => findLead(tx, lead.id)))?.stage).toBe('qualified')
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await readVisit(owner, id))?.state).toBe('confirmed')
  expect((await within(owner, (tx) => findLead(tx, lead.id)))?.stage).toBe('booked')
  expect(await readLog(owner)).toEqual(
    expect.arrayContaining([
      'appointment.created',
      'appointment.moved',
      'appointment.cancelled',
      'appointment.reopened',
    ]),
  )
})

test('saving a past, after-hours or double-booked visit needs confirmation', async ({ page }) => {
  const owner = await createCompany('asking')
  await within(owner, ({ db }) =>
    db.update(organizationSettings).set({ hours: { mon: { from: '08:00', to: '17:00' } } }),
  )
  const confirmDialog = page.getByRole('alertdialog')
  await openSignedIn(page, owner.email, APPOINTMENTS_PATH)
  await page.goto(`${APPOINTMENTS_PATH}?new`)
  await getDialog(page).getByRole('textbox', { name: 'Customer' }).fill('Ada Vance')
  await getDialog(page).getByLabel('Job').fill('No flame')
  await getDialog(page).getByLabel('Technician').fill('Sam')
  await acceptBooking(page)
  await getDialog(page).getByLabel('Day').fill('2020-03-08')
  await getDialog(page).getByLabel('From').fill('15:00')
  await getDialog(page).getByLabel('To', { exact: true }).fill('17:00')
  await getButton(page, 'Book visit').click()
  await expect(confirmDialog).toContainText(
    /That is Sunday, March 8, 2020, \d+ years ago\. You are closed on Sundays\./,
  )
  expect(await findViolations(page, '[role=alertdialog]')).toEqual([])
  await confirmDialog.getByRole('button', { name: 'Go back' }).click()
  await expect(confirmDialog).toBeHidden()
  expect(await within(owner, ({ db }) => db.select().from(appointments))).toEqual([])
  await expect(getDialog(page).getByRole('textbox', { name: 'Customer' })).toHaveValue('Ada Vance')
  await getButton(page, 'Book visit').click()
  await confirmDialog.getByRole('button', { name: 'Save anyway' }).click()
  await expect(getMessage(page, /^Booked for Sun, Mar 8/)).toBeVisible()

  // Picks a Monday two months ahead: not in the past, and within a year.
  const monday = listWeekDays(addDays(toDayKey(new Date(), TIME_ZONE), 60))[0] ?? ''
  const { id } = await addVisit(owner, { customer: 'Bo', day: monday, technician: 'Sam' })
  await addVisit(owner, { customer: 'Cy', day: monday, from: 10, technician: 'Sam' })
  await page.goto(`${APPOINTMENTS_PATH}?week=${monday}&visit=${id}`)
  await getButton(page, 'Move').click()
  await getDialog(page).getByLabel('From').fill('09:00')
  await getDialog(page).getByLabel('To', { exact: true }).fill('13:00')
  await getButton(page, 'Move visit').click()
  await expect(confirmDialog).toContainText(/Sam has another visit at that time: Cy, /)
  await confirmDialog.getByRole('button', { name: 'Go back' }).click()
  await expect(getDialog(page).getByLabel('From')).toHaveValue('09:00')
  await getButton(page, 'Move visit').click()
  await confirmDialog.getByRole('button', { name: 'Save anyway' }).click()
  await expect(getMessage(page, /^Moved to Mon/)).toBeVisible()
})

test('the URL contains the week, filters and list view', async ({ page }) => {
  const owner = await createCompany('weeks')
  await addVisit(owner, { customer: 'Ada', technician: 'Sam' })
  await addVisit(owner, { customer: 'Bo', day: '2027-01-19', state: 'requested' })
  await addVisit(owner, { customer: 'Cy', day: '2027-01-26', technician: 'Alex' })
  await openSignedIn(page, owner.email, `${APPOINTMENTS_PATH}?week=${MONDAY}`)
  await expect(page.getByRole('heading', { name: 'Jan 18 – 24, 2027' })).toBeVisible()
  await expect(getVisits(page)).toHaveCount(2)
  await getButton(page, 'Week after').click()
  await expect(page).toHaveURL(`${APPOINTMENTS_PATH}?week=2027-01-25`)
  await expect(getVisits(page)).toContainText(['Cy'])
  await page.goBack()
  await expect(page).toHaveURL(`${APPOINTMENTS_PATH}?week=${MONDAY}`)
  await expect(getVisits(page)).toHaveCount(2)

  await page.getByRole('combobox', { name: 'Technician' }).click()
  await page.getByRole('option', { name: 'Unassigned' }).click()
  await expect(getVisits(page)).toContainText(['Bo'])
  await page.reload()
  await expect(getVisits(page)).toContainText(['Bo'])
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Done' }).click()
  await expect(page.getByText('No visits this week match the filters.')).toBeVisible()

  await page.goto(`${APPOINTMENTS_PATH}?view=list&technician=Alex`)
  const rows = page.getByRole('table', { name: 'Visits' }).locator('tbody tr')
  await expect(rows).toHaveCount(1)
  await rows.getByRole('link').first().click()
  await expect(getDialog(page)).toContainText('Tuesday, January 26, 2027, 8–10 AM')
  await getButton(page, 'Show this week on the calendar').click()
  await expect(getVisits(page)).toContainText(['Cy'])
  await getButton(page, 'Today').click()
  await expect(page).toHaveURL(APPOINTMENTS_PATH)
})

test('an edit of an outdated visit reports the conflict and shows the current version', async ({ page }) => {
  const owner = await createCompany('together')
  const { id } = await addVisit(owner, { customer: 'Ada' })
  // Blocks change events, as a stalled connection would.
  await page.route('/api/dashboard/changes**', () => undefined)
  await openSignedIn(page, owner.email, `${APPOINTMENTS_PATH}?week=${MONDAY}`)
  await getVisit(page, 'Ada').click()
  await getButton(page, 'Move').click()
  await within(owner, (tx) =>
    changeAppointment(tx, { kind: 'assistant' }, id, { startsAt: formatLocalTime(MONDAY, 9) }),
  )
  await getDialog(page).getByLabel('Day').fill('2027-01-21')
  await saveVisit(page, 'Move visit', '2027-01-21')
  await expect(getMessage(page, 'Someone else edited this')).toBeVisible()
  await expect(getMessage(page, /It is now confirmed, Mon, Jan 18, 9–10 AM/)).toBeVisible()
  await expect(getDialog(page)).toContainText('Monday, January 18, 2027, 9–10 AM')
  expect((await readVisit(owner, id))?.startsAt).toBe(formatLocalTime(MONDAY, 9))
})

test('days on which daylight saving time changes and double bookings are marked', async ({ page }) => {
  const owner = await createCompany('clocks')
  await addVisit(owner, { customer: 'Ada', technician: 'Sam' })
  await addVisit(owner, { customer: 'Bo', technician: 'Sam' })
  await openSignedIn(page, owner.email, `${APPOINTMENTS_PATH}?week=${MONDAY}`)
  await expect(getVisit(page, 'Ada')).toContainText('Sam is double-booked')
  await getVisit(page, 'Ada').click()
  await expect(getDialog(page)).toContainText('Sam has another visit at that time: Bo, 8–10 AM.')
  await page.goto(`${APPOINTMENTS_PATH}?week=2027-03-14`)
  await expect(page.getByText('Daylight saving time starts')).toBeVisible()
  await page.goto(`${APPOINTMENTS_PATH}?new&week=2027-03-14`)
  await getDialog(page).getByRole('textbox', { name: 'Customer' }).fill('Cy')
  await getDialog(page).getByLabel('Job').fill('A tune-up')
  await acceptBooking(page)
  await getDialog(page).getByLabel('Day').fill('2027-03-14')
  await getDialog(page).getByLabel('From').fill('02:30')
  await getDialog(page).getByLabel('To', { exact: true }).fill('04:00')
  await getButton(page, 'Book visit').click()
  await expect(getDialog(page).getByText(/daylight saving time/i)).toBeVisible()
})

test('arrow keys move between visits, and closing a dialog restores the focus', async ({ page }) => {
  const owner = await createCompany('keys')
  await addVisit(owner, { customer: 'Ada' })
  await addVisit(owner, { customer: 'Bo', from: 13 })
  await addVisit(owner, { customer: 'Cy', day: '2027-01-21', from: 13 })
  await openSignedIn(page, owner.email, `${APPOINTMENTS_PATH}?week=${MONDAY}`)
  await getVisit(page, 'Ada').focus()
  await page.keyboard.press('ArrowDown')
  await expect(getVisit(page, 'Bo')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(getVisit(page, 'Cy')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(getDialog(page)).toContainText('Thursday, January 21, 2027')
  await page.keyboard.press('Escape')
  await expect(getVisit(page, 'Cy')).toBeFocused()
})

test('external calendars can read the secret feed URL until it is revoked', async ({ page }) => {
  const owner = await createCompany('reading')
  await addVisit(owner, { customer: 'Ada Vance' })
  await openSignedIn(page, owner.email, APPOINTMENTS_PATH)
  await getButton(page, 'Sync to your calendar').click()
  await getButton(page, 'Create address').click()
  await expect(getDialog(page)).toContainText('Give it a name')
  await getDialog(page).getByLabel('Name').fill('Phone')
  await getButton(page, 'Create address').click()
  const address = await getDialog(page).getByLabel('Calendar address').inputValue()
  const response = await fetch(address)
  expect(response.headers.get('content-type')).toContain('text/calendar')
  expect(await response.text()).toContain('Ada Vance')
  await page.reload()
  await expect(getDialog(page)).toContainText('last used')
  expect(await page.content()).not.toContain(address.slice(-20))
  await getButton(page, 'Revoke Phone').click()
  await getButton(page, 'Revoke address').click()
  await expect(getMessage(page, 'Revoked: Phone')).toBeVisible()
  await expect.poll(async () => (await fetch(address)).status).toBe(404)
})

test('phones show one day at a time, and every view is accessible', async ({ browser }) => {
  const owner = await createCompany('pocket')
  const { id } = await addVisit(owner, { customer: 'Ada', technician: 'Sam' })
  await addVisit(owner, { customer: 'Bo', day: '2027-01-20' })
  const page = await openBrowser(browser)
  await openSignedIn(page, owner.email, `${APPOINTMENTS_PATH}?week=${MONDAY}`)
  for (const query of [`week=${MONDAY}`, 'view=list', `week=${MONDAY}&visit=${id}`, 'new', 'subscribe']) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${APPOINTMENTS_PATH}?${query}`)
    // Uses a CSS selector, because elements behind a dialog have no accessible role.
    await expect(page.locator('h1')).toBeVisible()
    if (/visit|new|subscribe/.test(query)) await expect(getDialog(page)).toBeVisible()
    expect(await findViolationsInBothThemes(page), query).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await findHorizontalScroll(page), query).toEqual([])
  }
  await page.goto(`${APPOINTMENTS_PATH}?week=${MONDAY}`)
  await expect(getVisit(page, 'Ada')).toBeVisible()
  await expect(getVisit(page, 'Bo')).toBeHidden()
  await page.getByRole('button', { name: 'Wednesday, January 20, 2027, 1 visit' }).click()
  await expect(getVisit(page, 'Bo')).toBeVisible()
  await expect(page).toHaveURL(/day=2027-01-20/)
})

test('the day view groups visits by technician, as lists on a phone', async ({ page }) => {
  const owner = await createCompany('dispatching')
  await addVisit(owner, { customer: 'Ada', technician: 'Sam' })
  await addVisit(owner, { customer: 'Bo', technician: 'Zoe', from: 10 })
  await addVisit(owner, { customer: 'Cy', from: 12, state: 'requested' })
  await addVisit(owner, { customer: 'Dee', technician: 'Sam', day: '2027-01-19' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await openSignedIn(page, owner.email, `${APPOINTMENTS_PATH}?week=${MONDAY}`)
  await getButton(page, 'Day').click()
  await expect(page).toHaveURL(`${APPOINTMENTS_PATH}?view=day&week=${MONDAY}&day=${MONDAY}`)
  const getColumn = (name: string) => page.locator('.cal-day').and(page.getByRole('region', { name, exact: true }))
  await expect(getColumn('Sam').locator('[data-visit]')).toHaveCount(1)
  await expect(getColumn('Sam')).toContainText('Ada')
  await expect(getColumn('Zoe')).toContainText('Bo')
  await expect(getColumn('Unassigned')).toContainText('Cy')
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await getButton(page, 'Day after').click()
  await expect(page).toHaveURL(`${APPOINTMENTS_PATH}?view=day&day=2027-01-19`)
  await expect(getColumn('Sam')).toContainText('Dee')
  await expect(getColumn('Zoe').locator('[data-visit]')).toHaveCount(0)
  await getButton(page, 'Day before').click()
  await getVisit(page, 'Cy').click()
  await getDialog(page).getByRole('button', { name: 'Edit' }).click()
  await getDialog(page).getByLabel('Technician').fill('Zoe')
  await getDialog(page).getByRole('button', { name: /Save/ }).click()
  await expect(getDialog(page).getByRole('button', { name: 'Edit' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(getColumn('Zoe').locator('[data-visit]')).toHaveCount(2)
  await getButton(page, 'Today').click()
  await expect(page).toHaveURL(`${APPOINTMENTS_PATH}?view=day`)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${APPOINTMENTS_PATH}?view=day&day=${MONDAY}`)
  const list = page.getByRole('region', { name: 'Zoe', exact: true })
  await expect(list.getByRole('button')).toHaveCount(2)
  expect(await findHorizontalScroll(page)).toEqual([])
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await list.getByRole('button', { name: /Bo/ }).click()
  await expect(getDialog(page).getByText('Zoe')).toBeVisible()
})
