import { expect, type Page } from '@playwright/test'
import { createAppointment } from '../../../lib/dashboard/appointments/repository.ts'
import { findCallerId } from '../../../lib/dashboard/callers/record-caller.ts'
import { changeCaller, findCaller, findPhones } from '../../../lib/dashboard/callers/repository.ts'
import type { CallInput } from '../../../lib/dashboard/calls/input.ts'
import { findCall } from '../../../lib/dashboard/calls/repository.ts'
import { createCall } from '../../support/rows.ts'
import { events } from '../../../lib/dashboard/schema/events.ts'
import { createLead } from '../../../lib/dashboard/leads/repository.ts'
import { findHorizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { findViolationsInBothThemes, findViolations } from '../../support/pages/violations.ts'
import { createColleague, createOwner, type Owner } from './people.ts'
import { within } from './rows.ts'
import { openAs, openSignedIn } from './sign-in.ts'
import { test } from './streaming-test.ts'

const CALLERS_PATH = '/dashboard/callers'
const PHONE = '+12125550142'
const OTHER_PHONE = '+12125550199'

const CALL: CallInput = {
  startedAt: '2026-03-10T16:14:00Z',
  duration: 83,
  callerName: 'Inés Núñez',
  callerPhone: PHONE,
  outcome: 'booked',
  callerWords: 'The furnace clicks and there is no flame',
  transcript: [{ speaker: 'caller', text: 'There is no flame', at: 4 }],
}

const addCall = (owner: Owner, input: Partial<CallInput> = {}) =>
  within(owner, (tx) => createCall(tx, { kind: 'assistant' }, { ...CALL, ...input }))

const findId = async (owner: Owner, phone = PHONE) => (await within(owner, (tx) => findCallerId(tx, phone))) ?? ''

const readCaller = (owner: Owner, id: string) => within(owner, (tx) => findCaller(tx, id))

const readLog = async (owner: Owner) =>
  (await within(owner, ({ db }) => db.select({ action: events.action }).from(events))).map(({ action }) => action)

const getRows = (page: Page) => page.locator('tbody tr:has(td)')
const getSearchField = (page: Page) => page.getByRole('textbox', { name: 'Search callers' })
const getMessage = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text).first()

function watchAddresses(page: Page): () => string[] {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  return () =>
    addresses.filter((address) => {
      const { pathname, search: query } = new URL(address)
      return /555|0142|n[uú][nñ]ez/i.test(decodeURIComponent(pathname + query))
    })
}

test('callers can be found by partial number or unaccented name, without either in the URL @smoke', async ({
  page,
}) => {
  const owner = await createOwner('finding')
  await addCall(owner)
  await addCall(owner, { callerName: 'Bo Reyes', callerPhone: OTHER_PHONE })
  await openSignedIn(page, owner.email, CALLERS_PATH)
  const listLeaked = watchAddresses(page)
  await expect(getRows(page)).toHaveCount(2)
  for (const query of ['0142', '(212) 555-01 42', 'Núñez', 'nunez', 'ines nu']) {
    await getSearchField(page).fill(query)
    // Presses Enter to search immediately. Otherwise the row of the previous search would also match.
    await getSearchField(page).press('Enter')
    await expect(getRows(page), query).toHaveCount(1)
    await expect(getRows(page), query).toContainText('Inés Núñez')
  }
  await getRows(page).first().getByRole('link', { name: 'Inés Núñez' }).click()
  await expect(page.getByRole('heading', { name: 'Inés Núñez', level: 1 })).toBeVisible()
  expect(page.url()).toMatch(/\/dashboard\/callers\/[\da-f-]{36}$/)
  await expect(page).toHaveTitle(/^Caller\b/)
  await page.getByRole('main').getByRole('link', { name: 'Callers' }).click()
  await expect(getSearchField(page)).toHaveValue('ines nu')
  await expect(getRows(page)).toHaveCount(1)
  await getSearchField(page).fill('nobody')
  await expect(page.getByRole('heading', { name: 'No matching callers' })).toBeVisible()
  expect(listLeaked()).toEqual([])
  expect(await findViolationsInBothThemes(page)).toEqual([])
})

test('caller details can be edited, and a conflicting edit is reported @smoke', async ({ page }) => {
  const owner = await createOwner('knowing')
  await addCall(owner)
  const id = await findId(owner)
  await openSignedIn(page, owner.email, `${CALLERS_PATH}/${id}`)
  await expect(page.getByRole('link', { name: /The furnace clicks/ })).toBeVisible()
  await page.getByLabel('Property', { exact: true }).fill('Furnace in the attic')
  await page.getByRole('textbox', { name: 'System', exact: true }).fill('Gas, 80,000 BTU')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(getMessage(page, 'Saved')).toBeVisible()
  expect(await readCaller(owner, id)).toMatchObject({ house: 'Furnace in the attic', system: 'Gas, 80,000 BTU' })

  await page.getByLabel('Notes', { exact: true }).fill('Rings twice')
  await page.getByLabel('Name', { exact: true }).fill('Mrs. Núñez')
  // Simulates a change by another user without a change event, as after a lost connection.
  let isFirst = true
  await page.route('**/api/dashboard/callers/*', async (route) => {
    if (isFirst && route.request().method() === 'PATCH') {
      isFirst = false
      await within(owner, (tx) => changeCaller(tx, { kind: 'person', id: 'user_other' }, id, { address: '1 Elm St' }))
    }
    await route.fallback()
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Someone else edited this caller.')).toBeVisible()
  await expect(page.getByLabel('Notes', { exact: true })).toHaveValue('Rings twice')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Mrs. Núñez', level: 1 })).toBeVisible()
  expect(await readCaller(owner, id)).toMatchObject({ name: 'Mrs. Núñez', notes: 'Rings twice', address: '1 Elm St' })
  await addCall(owner, { callerName: 'Mary Smith' })
  expect(await readCaller(owner, id)).toMatchObject({ name: 'Mrs. Núñez' })
  expect(await findViolationsInBothThemes(page)).toEqual([])
})

test('two callers can be merged with all their numbers and calls', async ({ page }) => {
  const owner = await createOwner('merging')
  await addCall(owner)
  await addCall(owner, { callerName: 'Ines at work', callerPhone: OTHER_PHONE, callerWords: 'It is me again' })
  const id = await findId(owner)
  await openSignedIn(page, owner.email, `${CALLERS_PATH}/${id}`)
  await page.getByRole('button', { name: 'Merge' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge with another caller' })
  await dialog.getByRole('textbox', { name: 'Find the other caller' }).fill('0199')
  await dialog.getByText('Ines at work').click()
  await expect(dialog.getByRole('radio', { name: 'Ines at work' })).toBeChecked()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Merge Ines at work into this caller' }).click()
  await expect(getMessage(page, 'Merged')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Call (212) 555-0199' })).toBeVisible()
  await expect(page.getByRole('link', { name: /It is me again/ })).toBeVisible()
  await expect(page.getByLabel('Notes', { exact: true })).toHaveValue('Also known as Ines at work')
  expect(await within(owner, (tx) => findPhones(tx, id))).toEqual([PHONE, OTHER_PHONE])
  expect(await readLog(owner)).toContain('caller.merged')
})

test('a caller can be called or texted, and Do Not Call requires confirmation', async ({ page }) => {
  const owner = await createOwner('texting')
  const call = await addCall(owner)
  const listResponse = page.waitForResponse('**/callers/do-not-call')
  await openSignedIn(page, owner.email, `/dashboard/calls/${call.id}`)
  await listResponse
  const text = page.getByRole('link', { name: 'Text (212) 555-0142' })
  await expect(page.getByRole('link', { name: 'Call (212) 555-0142' })).toHaveAttribute('href', `tel:${PHONE}`)
  await expect(text).toHaveAttribute('href', /^sms:\+12125550142\?&body=This%20is%20texting%20Heating/)
  const href = (await text.getAttribute('href')) ?? ''
  expect(new URLSearchParams(href.slice(href.indexOf('?'))).get('body')).toMatch(
    /^This is texting Heating\. You called us on Tuesday, March 10\.$/,
  )

  await page.getByRole('link', { name: 'View caller' }).click()
  // Delays the list: its refetch after the change may take longer than the next click.
  const { promise: listReleased, resolve: releaseList } = Promise.withResolvers<void>()
  await page.route('**/callers/do-not-call', async (route) => {
    await listReleased
    await route.continue()
  })
  await page.getByRole('switch', { name: 'Do not call' }).click()
  await expect.poll(async () => (await readCaller(owner, await findId(owner)))?.doNotCall).toBe(true)
  await expect(page.getByRole('switch', { name: 'Do not call' })).toBeChecked()
  await page.getByRole('link', { name: 'Text (212) 555-0142' }).click()
  const question = page.getByRole('alertdialog', { name: 'This caller asked not to be called' })
  await expect(question).toBeVisible()
  releaseList()
  expect(await findViolations(page)).toEqual([])
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()

  await page.goto('/dashboard/calls')
  await expect(getRows(page).first()).toContainText('Do not call')
  await getRows(page).first().getByRole('link', { name: 'Call (212) 555-0142' }).click()
  await expect(question).toBeVisible()
  expect(page.url()).toMatch(/\/dashboard\/calls$/)
})

test('leads, visits and the old page URL link to their caller', async ({ page }) => {
  const owner = await createOwner('leading')
  const person = { kind: 'person', id: owner.userId } as const
  const lead = await within(owner, (tx) => createLead(tx, person, { name: 'Ada', problem: 'No heat', phone: PHONE }))
  const visit = await within(owner, (tx) =>
    createAppointment(tx, person, {
      customer: 'Ada',
      phone: PHONE,
      job: 'No heat',
      startsAt: '2027-01-18T14:00:00Z',
      endsAt: '2027-01-18T16:00:00Z',
    }),
  )
  const callerPath = `${CALLERS_PATH}/${await findId(owner)}`
  await openSignedIn(page, owner.email, `/dashboard/leads/${lead.id}`)
  await page.getByRole('link', { name: 'View caller' }).click()
  await expect(page).toHaveURL(callerPath)
  await page.goto(`/dashboard/appointments?view=list&visit=${visit.id}`)
  await page.getByRole('link', { name: 'View caller' }).click()
  await expect(page).toHaveURL(callerPath)
  await page.goto(`/dashboard/calls/callers?lead=${lead.id}`)
  await expect(page).toHaveURL(callerPath)
  await page.goto('/dashboard/calls/callers')
  await expect(page).toHaveURL(CALLERS_PATH)
})

test("a caller's data can be exported to one file and deleted", async ({ page }) => {
  const owner = await createOwner('answering')
  const call = await addCall(owner)
  await addCall(owner, { callerPhone: OTHER_PHONE, callerName: 'Bo Reyes' })
  await openSignedIn(page, owner.email, `${CALLERS_PATH}/${await findId(owner)}`)
  const listLeaked = watchAddresses(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export data' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^caller-\d{4}-\d\d-\d\d\.json$/)
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  const file = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { calls: { id: string }[] }
  expect(file.calls).toMatchObject([{ id: call.id, transcript: CALL.transcript }])

  await page.getByRole('button', { name: 'Delete caller' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete caller' }).click()
  await expect(page.getByRole('heading', { name: 'Deleted: 1 call.' })).toBeVisible()
  const clearedCall = await within(owner, (tx) => findCall(tx, call.id))
  expect(clearedCall).toMatchObject({ callerName: null, callerPhone: null, transcript: null })
  await page.getByRole('link', { name: 'All callers' }).click()
  await expect(getRows(page)).toHaveCount(1)
  expect(await readLog(owner)).toEqual(expect.arrayContaining(['caller.read', 'caller.deleted', 'caller.exported']))
  expect(listLeaked()).toEqual([])
})

test('read-only members see caller details without the edit controls', async ({ browser }) => {
  const owner = await createOwner('reading')
  await addCall(owner)
  const id = await findId(owner)
  await within(owner, (tx) => changeCaller(tx, { kind: 'person', id: owner.userId }, id, { house: 'Attic' }))
  const readerPage = await openAs(browser, await createColleague(owner, 'org:member'), `${CALLERS_PATH}/${id}`)
  await expect(readerPage.getByText('Attic')).toBeVisible()
  await expect(readerPage.getByRole('button', { name: /Save|Merge|Export|Delete/ })).toHaveCount(0)
  await expect(readerPage.getByRole('switch', { name: 'Do not call' })).toBeDisabled()
})

test('the caller pages fit on a phone', async ({ page }) => {
  const owner = await createOwner('pocket')
  await addCall(owner)
  await page.setViewportSize({ width: 360, height: 740 })
  await openSignedIn(page, owner.email, CALLERS_PATH)
  await expect(getRows(page)).toHaveCount(1)
  expect(await findHorizontalScroll(page)).toEqual([])
  await page.goto(`${CALLERS_PATH}/${await findId(owner)}`)
  await expect(page.getByRole('heading', { name: 'Inés Núñez', level: 1 })).toBeVisible()
  expect(await findHorizontalScroll(page)).toEqual([])
  expect(await findViolationsInBothThemes(page)).toEqual([])
})
