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
import { addDays, dayKey, weekOf } from '../../../lib/platform/time/zone.ts'
import { horizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { violationsInBothThemes, violationsOf } from '../../support/pages/violations.ts'
import { ZONE } from './assistant.ts'
import { newBrowser, newOwner } from './people.ts'
import { within } from './rows.ts'
import { agree, saveVisit } from './save-visit.ts'
import { openSignedIn } from './sign-in.ts'
import { test } from './watched-test.ts'

const PATH = '/dashboard/appointments'

/** A Monday in winter, when the company's time zone is UTC-6. */
const MONDAY = '2027-01-18'
const at = (day: string, hour: number) => new Date(`${day}T${String(hour).padStart(2, '0')}:00:00-06:00`).toISOString()

async function newCompany(name: string) {
  const owner = await newOwner(name)
  await within(owner, ({ db, organizationId }) =>
    db.insert(organizationSettings).values({ organizationId, timeZone: ZONE }),
  )
  return owner
}

type Owner = Awaited<ReturnType<typeof newCompany>>

type Visit = { customer: string; day?: string; from?: number; technician?: string; state?: 'requested' | 'confirmed' }

const addVisit = (owner: Owner, { day = MONDAY, from = 8, state = 'confirmed', ...visit }: Visit) =>
  within(owner, (tx) =>
    createAppointment(
      tx,
      { kind: 'assistant' },
      { job: 'No heat', startsAt: at(day, from), endsAt: at(day, from + 2), state, ...visit },
    ),
  )

const stored = (owner: Owner, id: string) => within(owner, (tx) => findAppointment(tx, id))

const logged = async (owner: Owner) =>
  (await within(owner, ({ db }) => db.select({ action: events.action }).from(events))).map(({ action }) => action)

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** Excludes toasts, which are also dialogs but not modal. */
const dialog = (page: Page) => page.locator('[data-slot=dialog]')
const message = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Messages' }).getByText(text).first()
const visits = (page: Page) => page.locator('[data-visit]')
const visit = (page: Page, customer: string) =>
  visits(page).filter({ has: page.locator('.cal-visit-name', { hasText: customer }) })

test('a lead can be booked, and its visit can be moved, canceled and restored @smoke', async ({ page }) => {
  const owner = await newCompany('booking')
  const lead = await within(owner, (tx) =>
    createLead(tx, { kind: 'assistant' }, { name: 'Ada Vance', phone: '(212) 555-0142', problem: 'No flame' }),
  )
  await openSignedIn(page, owner.email, `/dashboard/leads/${lead.id}`)
  await page.getByRole('link', { name: 'Book a visit' }).click()
  await expect(dialog(page)).toContainText('For your lead Ada Vance')
  await dialog(page).getByLabel('Day').fill(MONDAY)
  await dialog(page).getByLabel('From').fill('10:00')
  await dialog(page).getByLabel('To', { exact: true }).fill('09:00')
  await button(page, 'Book visit').click()
  await expect(dialog(page)).toContainText('The end must be after the start')
  await expect(dialog(page).getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(dialog(page)).toContainText('Choose whether the customer has agreed')
  await agree(page)
  await dialog(page).getByLabel('To', { exact: true }).fill('12:00')
  await dialog(page).getByLabel('Technician').fill('Sam')
  await saveVisit(page, 'Book visit', MONDAY)
  await expect(message(page, 'Booked for Mon, Jan 18, 10 AM – 12 PM')).toBeVisible()
  await expect(page).toHaveURL(`${PATH}?week=${MONDAY}&day=${MONDAY}`)
  expect((await within(owner, (tx) => findLead(tx, lead.id)))?.stage).toBe('booked')

  await visit(page, 'Ada Vance').click()
  await expect(dialog(page)).toContainText('Monday, January 18, 2027, 10 AM – 12 PM')
  await button(page, 'Move').click()
  await dialog(page).getByLabel('Day').fill('2027-01-20')
  await dialog(page).getByLabel('Reason').fill('Away on Monday')
  await saveVisit(page, 'Move visit', '2027-01-20')
  await expect(message(page, 'Moved to Wed, Jan 20, 10 AM – 12 PM')).toBeVisible()
  await expect(dialog(page)).toContainText('Away on Monday')
  await page.keyboard.press('Escape')
  const id = (await visit(page, 'Ada Vance').getAttribute('data-visit')) ?? ''
  await expect(page.getByRole('region', { name: 'Wednesday, January 20, 2027' }).locator('[data-visit]')).toHaveCount(1)
  expect(await stored(owner, id)).toMatchObject({ startsAt: '2027-01-20T16:00:00.000Z', reason: 'Away on Monday' })

  await visit(page, 'Ada Vance').click()
  await button(page, 'Cancel visit').click()
  await button(page, 'Cancel visit').click()
  await expect(dialog(page)).toContainText('Enter a reason for the cancellation')
  await dialog(page).getByLabel('Reason').fill('Found another company')
  await button(page, 'Cancel visit').click()
  await expect(message(page, 'Canceled')).toBeVisible()
  await expect(dialog(page)).toContainText('Cancellation reason')
  expect((await stored(owner, id))?.state).toBe('cancelled')
  expect((await within(owner, (tx) => findLead(tx, lead.id)))?.stage).toBe('qualified')
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await stored(owner, id))?.state).toBe('confirmed')
  expect((await within(owner, (tx) => findLead(tx, lead.id)))?.stage).toBe('booked')
  expect(await logged(owner)).toEqual(
    expect.arrayContaining([
      'appointment.created',
      'appointment.moved',
      'appointment.cancelled',
      'appointment.reopened',
    ]),
  )
})

test('saving a past, after-hours or double-booked visit needs confirmation', async ({ page }) => {
  const owner = await newCompany('asking')
  await within(owner, ({ db }) =>
    db.update(organizationSettings).set({ hours: { mon: { from: '08:00', to: '17:00' } } }),
  )
  const question = page.getByRole('alertdialog')
  await openSignedIn(page, owner.email, PATH)
  await page.goto(`${PATH}?new`)
  await dialog(page).getByRole('textbox', { name: 'Customer' }).fill('Ada Vance')
  await dialog(page).getByLabel('Job').fill('No flame')
  await dialog(page).getByLabel('Technician').fill('Sam')
  await agree(page)
  await dialog(page).getByLabel('Day').fill('2020-03-08')
  await dialog(page).getByLabel('From').fill('15:00')
  await dialog(page).getByLabel('To', { exact: true }).fill('17:00')
  await button(page, 'Book visit').click()
  await expect(question).toContainText(/That is Sunday, March 8, 2020, \d+ years ago\. You are closed on Sundays\./)
  expect(await violationsOf(page, '[role=alertdialog]')).toEqual([])
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(question).toBeHidden()
  expect(await within(owner, ({ db }) => db.select().from(appointments))).toEqual([])
  await expect(dialog(page).getByRole('textbox', { name: 'Customer' })).toHaveValue('Ada Vance')
  await button(page, 'Book visit').click()
  await question.getByRole('button', { name: 'Save anyway' }).click()
  await expect(message(page, /^Booked for Sun, Mar 8/)).toBeVisible()

  // Picks a Monday two months ahead: not in the past, and within a year.
  const monday = weekOf(addDays(dayKey(new Date(), ZONE), 60))[0] ?? ''
  const { id } = await addVisit(owner, { customer: 'Bo', day: monday, technician: 'Sam' })
  await addVisit(owner, { customer: 'Cy', day: monday, from: 10, technician: 'Sam' })
  await page.goto(`${PATH}?week=${monday}&visit=${id}`)
  await button(page, 'Move').click()
  await dialog(page).getByLabel('From').fill('09:00')
  await dialog(page).getByLabel('To', { exact: true }).fill('13:00')
  await button(page, 'Move visit').click()
  await expect(question).toContainText(/Sam has another visit at that time: Cy, /)
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(dialog(page).getByLabel('From')).toHaveValue('09:00')
  await button(page, 'Move visit').click()
  await question.getByRole('button', { name: 'Save anyway' }).click()
  await expect(message(page, /^Moved to Mon/)).toBeVisible()
})

test('the URL contains the week, filters and list view', async ({ page }) => {
  const owner = await newCompany('weeks')
  await addVisit(owner, { customer: 'Ada', technician: 'Sam' })
  await addVisit(owner, { customer: 'Bo', day: '2027-01-19', state: 'requested' })
  await addVisit(owner, { customer: 'Cy', day: '2027-01-26', technician: 'Alex' })
  await openSignedIn(page, owner.email, `${PATH}?week=${MONDAY}`)
  await expect(page.getByRole('heading', { name: 'Jan 18 – 24, 2027' })).toBeVisible()
  await expect(visits(page)).toHaveCount(2)
  await button(page, 'Week after').click()
  await expect(page).toHaveURL(`${PATH}?week=2027-01-25`)
  await expect(visits(page)).toContainText(['Cy'])
  await page.goBack()
  await expect(page).toHaveURL(`${PATH}?week=${MONDAY}`)
  await expect(visits(page)).toHaveCount(2)

  await page.getByRole('combobox', { name: 'Technician' }).click()
  await page.getByRole('option', { name: 'Unassigned' }).click()
  await expect(visits(page)).toContainText(['Bo'])
  await page.reload()
  await expect(visits(page)).toContainText(['Bo'])
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Done' }).click()
  await expect(page.getByText('No visits this week match the filters.')).toBeVisible()

  await page.goto(`${PATH}?view=list&technician=Alex`)
  const rows = page.getByRole('table', { name: 'Visits' }).locator('tbody tr')
  await expect(rows).toHaveCount(1)
  await rows.getByRole('link').first().click()
  await expect(dialog(page)).toContainText('Tuesday, January 26, 2027, 8–10 AM')
  await button(page, 'Show this week on the calendar').click()
  await expect(visits(page)).toContainText(['Cy'])
  await button(page, 'Today').click()
  await expect(page).toHaveURL(PATH)
})

test('an edit of an outdated visit reports the conflict and shows the current version', async ({ page }) => {
  const owner = await newCompany('together')
  const { id } = await addVisit(owner, { customer: 'Ada' })
  // Blocks change events, as a stalled connection would.
  await page.route('/api/dashboard/changes**', () => undefined)
  await openSignedIn(page, owner.email, `${PATH}?week=${MONDAY}`)
  await visit(page, 'Ada').click()
  await button(page, 'Move').click()
  await within(owner, (tx) => changeAppointment(tx, { kind: 'assistant' }, id, { startsAt: at(MONDAY, 9) }))
  await dialog(page).getByLabel('Day').fill('2027-01-21')
  await saveVisit(page, 'Move visit', '2027-01-21')
  await expect(message(page, 'Someone else edited this')).toBeVisible()
  await expect(message(page, /It is now confirmed, Mon, Jan 18, 9–10 AM/)).toBeVisible()
  await expect(dialog(page)).toContainText('Monday, January 18, 2027, 9–10 AM')
  expect((await stored(owner, id))?.startsAt).toBe(at(MONDAY, 9))
})

test('days with a clock change and double bookings are marked', async ({ page }) => {
  const owner = await newCompany('clocks')
  await addVisit(owner, { customer: 'Ada', technician: 'Sam' })
  await addVisit(owner, { customer: 'Bo', technician: 'Sam' })
  await openSignedIn(page, owner.email, `${PATH}?week=${MONDAY}`)
  await expect(visit(page, 'Ada')).toContainText('Sam is double-booked')
  await visit(page, 'Ada').click()
  await expect(dialog(page)).toContainText('Sam has another visit at that time: Bo, 8–10 AM.')
  await page.goto(`${PATH}?week=2027-03-14`)
  await expect(page.getByText('Clocks go forward')).toBeVisible()
  await page.goto(`${PATH}?new&week=2027-03-14`)
  await dialog(page).getByRole('textbox', { name: 'Customer' }).fill('Cy')
  await dialog(page).getByLabel('Job').fill('A tune-up')
  await agree(page)
  await dialog(page).getByLabel('Day').fill('2027-03-14')
  await dialog(page).getByLabel('From').fill('02:30')
  await dialog(page).getByLabel('To', { exact: true }).fill('04:00')
  await button(page, 'Book visit').click()
  await expect(dialog(page).getByText(/clocks/i)).toBeVisible()
})

test('arrow keys move between visits, and closing a dialog restores the focus', async ({ page }) => {
  const owner = await newCompany('keys')
  await addVisit(owner, { customer: 'Ada' })
  await addVisit(owner, { customer: 'Bo', from: 13 })
  await addVisit(owner, { customer: 'Cy', day: '2027-01-21', from: 13 })
  await openSignedIn(page, owner.email, `${PATH}?week=${MONDAY}`)
  await visit(page, 'Ada').focus()
  await page.keyboard.press('ArrowDown')
  await expect(visit(page, 'Bo')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(visit(page, 'Cy')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('Thursday, January 21, 2027')
  await page.keyboard.press('Escape')
  await expect(visit(page, 'Cy')).toBeFocused()
})

test('external calendars can read the secret feed URL until it is revoked', async ({ page }) => {
  const owner = await newCompany('reading')
  await addVisit(owner, { customer: 'Ada Vance' })
  await openSignedIn(page, owner.email, PATH)
  await button(page, 'Sync to your calendar').click()
  await button(page, 'Create address').click()
  await expect(dialog(page)).toContainText('Give it a name')
  await dialog(page).getByLabel('Name').fill('Phone')
  await button(page, 'Create address').click()
  const address = await dialog(page).getByLabel('Calendar address').inputValue()
  const read = await fetch(address)
  expect(read.headers.get('content-type')).toContain('text/calendar')
  expect(await read.text()).toContain('Ada Vance')
  await page.reload()
  await expect(dialog(page)).toContainText('last used')
  expect(await page.content()).not.toContain(address.slice(-20))
  await button(page, 'Revoke Phone').click()
  await button(page, 'Revoke address').click()
  await expect(message(page, 'Revoked: Phone')).toBeVisible()
  await expect.poll(async () => (await fetch(address)).status).toBe(404)
})

test('phones show one day at a time, and every view is accessible', async ({ browser }) => {
  const owner = await newCompany('pocket')
  const { id } = await addVisit(owner, { customer: 'Ada', technician: 'Sam' })
  await addVisit(owner, { customer: 'Bo', day: '2027-01-20' })
  const page = await newBrowser(browser)
  await openSignedIn(page, owner.email, `${PATH}?week=${MONDAY}`)
  for (const query of [`week=${MONDAY}`, 'view=list', `week=${MONDAY}&visit=${id}`, 'new', 'subscribe']) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${PATH}?${query}`)
    // Uses a CSS selector, because elements behind a dialog have no accessible role.
    await expect(page.locator('h1')).toBeVisible()
    if (/visit|new|subscribe/.test(query)) await expect(dialog(page)).toBeVisible()
    expect(await violationsInBothThemes(page), query).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await horizontalScroll(page), query).toEqual([])
  }
  await page.goto(`${PATH}?week=${MONDAY}`)
  await expect(visit(page, 'Ada')).toBeVisible()
  await expect(visit(page, 'Bo')).toBeHidden()
  await page.getByRole('button', { name: 'Wednesday, January 20, 2027, 1 visit' }).click()
  await expect(visit(page, 'Bo')).toBeVisible()
  await expect(page).toHaveURL(/day=2027-01-20/)
})

test('the day view groups visits by technician, as lists on a phone', async ({ page }) => {
  const owner = await newCompany('dispatching')
  await addVisit(owner, { customer: 'Ada', technician: 'Sam' })
  await addVisit(owner, { customer: 'Bo', technician: 'Zoe', from: 10 })
  await addVisit(owner, { customer: 'Cy', from: 12, state: 'requested' })
  await addVisit(owner, { customer: 'Dee', technician: 'Sam', day: '2027-01-19' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await openSignedIn(page, owner.email, `${PATH}?week=${MONDAY}`)
  await button(page, 'Day').click()
  await expect(page).toHaveURL(`${PATH}?view=day&week=${MONDAY}&day=${MONDAY}`)
  const column = (name: string) => page.locator('.cal-day').and(page.getByRole('region', { name, exact: true }))
  await expect(column('Sam').locator('[data-visit]')).toHaveCount(1)
  await expect(column('Sam')).toContainText('Ada')
  await expect(column('Zoe')).toContainText('Bo')
  await expect(column('Unassigned')).toContainText('Cy')
  expect(await violationsInBothThemes(page)).toEqual([])
  await button(page, 'Day after').click()
  await expect(page).toHaveURL(`${PATH}?view=day&day=2027-01-19`)
  await expect(column('Sam')).toContainText('Dee')
  await expect(column('Zoe').locator('[data-visit]')).toHaveCount(0)
  await button(page, 'Day before').click()
  await visit(page, 'Cy').click()
  await dialog(page).getByRole('button', { name: 'Edit' }).click()
  await dialog(page).getByLabel('Technician').fill('Zoe')
  await dialog(page).getByRole('button', { name: /Save/ }).click()
  await expect(dialog(page).getByRole('button', { name: 'Edit' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(column('Zoe').locator('[data-visit]')).toHaveCount(2)
  await button(page, 'Today').click()
  await expect(page).toHaveURL(`${PATH}?view=day`)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${PATH}?view=day&day=${MONDAY}`)
  const list = page.getByRole('region', { name: 'Zoe', exact: true })
  await expect(list.getByRole('button')).toHaveCount(2)
  expect(await horizontalScroll(page)).toEqual([])
  expect(await violationsInBothThemes(page)).toEqual([])
  await list.getByRole('button', { name: /Bo/ }).click()
  await expect(dialog(page).getByText('Zoe')).toBeVisible()
})
