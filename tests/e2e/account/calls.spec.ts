import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { eq, notInArray } from 'drizzle-orm'
import type { TranscriptLine } from '../../../lib/dashboard/model/call.ts'
import { findCall } from '../../../lib/dashboard/calls/repository.ts'
import { createCall } from '../../support/rows.ts'
import type { CallInput } from '../../../lib/dashboard/calls/input.ts'
import { calls } from '../../../lib/dashboard/schema/calls.ts'
import { events } from '../../../lib/dashboard/schema/events.ts'
import { organizationSettings } from '../../../lib/dashboard/schema/settings.ts'
import { findHorizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { createSilence } from '../../support/pages/silence.ts'
import { findViolationsInBothThemes, findViolations } from '../../support/pages/violations.ts'
import { stack } from '../../support/stack/addresses.ts'
import { openBrowser, createColleague, createOwner, createPerson, type Owner } from './people.ts'
import { within } from './rows.ts'
import { openAs, openSignedIn } from './sign-in.ts'
import { test } from './streaming-test.ts'
import { expectProblems } from '../test.ts'

const CALLS_PATH = '/dashboard/calls'
const PHONE = '+12125550142'

const TRANSCRIPT: TranscriptLine[] = [
  { speaker: 'assistant', text: 'Thanks for calling. What is going on?', at: 0 },
  {
    speaker: 'caller',
    text: 'The furnace clicks and there is no flame, and we have a baby.',
    at: 6,
    understood: [
      { field: 'problem', value: 'No flame', quote: 'there is no flame' },
      { field: 'safety', value: 'Infant in the house', quote: 'we have a baby' },
    ],
  },
  {
    speaker: 'caller',
    text: 'Ada Vance, 41 Elm Street.',
    at: 20,
    understood: [{ field: 'name', value: 'Ada Vance', quote: 'Ada Vance' }],
  },
]

const CALL: CallInput = {
  startedAt: '2026-03-08T07:14:00Z',
  duration: 83,
  callerName: 'Ada Vance',
  callerPhone: PHONE,
  outcome: 'booked',
  summary: 'No heat with an infant in the house.',
  callerWords: 'The furnace clicks and there is no flame',
  transcript: TRANSCRIPT,
  rule: 'No heat with an infant: first window',
}

const addCall = (owner: Owner, input: Partial<CallInput> = {}) =>
  within(owner, (tx) => createCall(tx, { kind: 'assistant' }, { ...CALL, ...input }))

const readCall = (owner: Owner, id: string) => within(owner, (tx) => findCall(tx, id))

const readLog = async (owner: Owner) => {
  const rows = await within(owner, ({ db }) =>
    db
      .select({ action: events.action })
      .from(events)
      .where(notInArray(events.action, ['call.created'])),
  )
  return rows.map(({ action }) => action).toSorted()
}

async function createOwnerWithCall(name: string, input: Partial<CallInput> = {}) {
  const owner = await createOwner(name)
  const call = await addCall(owner, input)
  return { owner, call, path: `${CALLS_PATH}/${call.id}` }
}

function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', ({ message }) => errors.push(message))
  return errors
}

const getRows = (page: Page) =>
  page
    .getByRole('table', { name: 'Calls' })
    .locator('tbody tr')
    .filter({ has: page.locator('[data-row-link]') })
const getDays = (page: Page) => page.getByRole('table', { name: 'Calls' }).locator('[scope=rowgroup]')
const getSearchField = (page: Page) => page.getByRole('textbox', { name: 'Search calls' })
const getCallStatus = (page: Page) => page.getByRole('region', { name: 'Call status' })
const getCallSummary = (page: Page) => page.getByRole('region', { name: 'Call summary' })
const getMessages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const getEditButton = (page: Page, fact: string) =>
  page.getByRole('listitem').getByRole('button', { name: `Edit: ${fact}` })

async function correctFact(page: Page, fact: string, value: string): Promise<void> {
  await getEditButton(page, fact).click()
  // Matches by name, because toasts are also dialogs.
  const dialog = page.getByRole('dialog', { name: /^Edit: / })
  await dialog.getByLabel('Correct value').fill(value)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('the call list keeps filters, sorting and page in the URL, and the search out of it @smoke', async ({ page }) => {
  const owner = await createOwner('listing')
  for (let minute = 10; minute < 21; minute += 1) {
    const startedAt = `2026-03-07T07:${minute}:00Z`
    await addCall(owner, {
      startedAt,
      duration: minute,
      outcome: 'message',
      callerName: 'Bo Reyes',
      callerPhone: '+12125550199',
      callerWords: 'A tune-up please',
      transcript: null,
      summary: null,
    })
  }
  await addCall(owner, { attention: 'Asks for a price' })
  const errors = collectErrors(page)
  await openSignedIn(page, owner.email, CALLS_PATH)
  await expect(getRows(page)).toHaveCount(10)
  await expect(page.getByText('1–10 of 12')).toBeVisible()
  // Daylight saving time starts on March 8, 2026 and skips the hour from 2 to 3 AM, so this call is at 3:14 AM.
  await expect(getDays(page).first()).toContainText('Sun, Mar 8')
  await expect(getRows(page).first()).toContainText('3:14 AM')
  await expect(getRows(page).first()).toContainText('Asks for a price')
  await expect(getRows(page).first()).toContainText('Needs attention')
  await expect(getRows(page).first()).toContainText('(212) 555-0142')

  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(`${CALLS_PATH}?page=2`)
  await expect(getRows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Duration' }).click()
  await expect(page).toHaveURL(`${CALLS_PATH}?sort=-duration`)
  await expect(getRows(page).first()).toContainText('1 min 23 sec')

  for (const query of ['baby flame', '(212) 555-0142', '0142', 'vance infant']) {
    await getSearchField(page).fill(query)
    await expect(getRows(page), query).toHaveCount(1)
    expect(page.url()).not.toContain('search=')
  }
  await page.reload()
  await expect(getRows(page)).toHaveCount(1)
  await getSearchField(page).fill('nobody said this')
  await expect(page.getByRole('heading', { name: 'No matching calls' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all calls' }).click()
  await expect(getRows(page)).toHaveCount(10)

  await page.getByRole('combobox', { name: 'Outcome' }).click()
  await page.getByRole('option', { name: 'Booked' }).click()
  await expect(page).toHaveURL(/outcome=booked/)
  await expect(getRows(page)).toHaveCount(1)
  await page.goBack()
  await expect(getRows(page)).toHaveCount(10)
  // Daylight saving time starts on March 8, 2026, so the day has only 23 hours.
  await page.goto(`${CALLS_PATH}?from=2026-03-08&to=2026-03-08`)
  await expect(getRows(page)).toHaveCount(1)
  await expect(page.getByLabel('From')).toHaveValue('2026-03-08')
  await page.getByRole('link', { name: /^Needs attention/ }).click()
  await expect(getRows(page)).toHaveCount(1)
  expect(await findViolationsInBothThemes(page)).toEqual([])
  expect(errors).toEqual([])
})

test('the plan links to a list of its billable calls, and the filter can be removed', async ({ page }) => {
  const owner = await createOwner('counted')
  // All calls start now, so they belong to the current month.
  const startedAt = new Date().toISOString()
  for (const overrides of [
    ...Array.from({ length: 11 }, () => ({})),
    { duration: 9 },
    { outcome: 'missed' as const, duration: 0 },
  ])
    await addCall(owner, { startedAt, ...overrides })
  await openSignedIn(page, owner.email, '/dashboard/settings/plan')
  await expect(page.getByRole('definition').filter({ hasText: /^11$/ })).toBeVisible()
  await page.getByRole('link', { name: 'See counted calls' }).click()
  await expect(page.getByText('1–10 of 11').first()).toBeVisible()
  await page.getByRole('button', { name: 'Counts toward your plan: remove filter' }).click()
  await expect(page.getByText('1–10 of 13')).toBeVisible()
  await expect(page).toHaveURL(/\?from=[\d-]+&to=[\d-]+$/)
})

test('a call marks extracted facts in the transcript, and opening it logs one event @smoke', async ({ page }) => {
  const { owner, path } = await createOwnerWithCall('reading')
  const errors = collectErrors(page)
  await openSignedIn(page, owner.email, path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Vance')
  await expect(page.locator('mark')).toHaveText(['there is no flame', 'we have a baby', 'Ada Vance'])
  await expect(getCallSummary(page).getByRole('term')).toHaveText(['Problem', 'Safety', 'Name'])
  await expect(getCallSummary(page)).toContainText('Still missing: system, address, urgency, phone, fee, window.')
  await expect(getCallSummary(page)).toContainText('No heat with an infant: first window')
  await expect(page.getByText('This call was not recorded.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Vance')
  expect(await readLog(owner)).toEqual(['call.read', 'transcript.read'])
  expect(await findViolationsInBothThemes(page)).toEqual([])
  expect(errors).toEqual([])
})

test('a correction shows immediately and is rolled back if the save fails', async ({ page }) => {
  expectProblems(/ERR_FAILED/)
  const { owner, call, path } = await createOwnerWithCall('correcting')
  await openSignedIn(page, owner.email, path)
  await correctFact(page, 'Problem', 'No spark')
  await expect(getCallSummary(page)).toContainText('No spark')
  await expect(page.getByText('Edited', { exact: true }).first()).toBeVisible()
  await expect(async () => {
    expect((await readCall(owner, call.id))?.transcript?.[1]?.understood?.[0]).toMatchObject({
      value: 'No spark',
      quote: 'there is no flame',
      corrected: true,
    })
  }).toPass()
  expect(await readLog(owner)).toContain('transcript.corrected')

  await page.route('/api/dashboard/calls/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await correctFact(page, 'Name', 'Eda Vance')
  await expect(getMessages(page)).toContainText('Couldn’t save your change')
  await expect(getCallSummary(page)).toContainText('Ada Vance')
  await expect(getCallSummary(page)).not.toContainText('Eda Vance')
})

test('the call list can be filtered by reason, and shows reasons and hazards', async ({ page }) => {
  const owner = await createOwner('reasons')
  await addCall(owner, { callerName: 'Bo Reyes', outcome: 'message', intent: 'billing' })
  await addCall(owner, { callerName: 'Cy Dunn', outcome: 'rescheduled', intent: 'reschedule' })
  await addCall(owner, { callerName: 'Di Frost', outcome: 'emergency', intent: 'repair', safetyKind: 'gas' })
  const errors = collectErrors(page)
  await openSignedIn(page, owner.email, CALLS_PATH)
  await expect(getRows(page)).toHaveCount(3)
  const getRow = (name: string) => getRows(page).filter({ hasText: name })
  await expect(getRow('Bo Reyes')).toContainText('Billing')
  await expect(getRow('Cy Dunn')).toContainText('Rescheduled')
  await expect(getRow('Di Frost')).toContainText('Gas leak or odor')
  await expect(getRow('Di Frost')).not.toContainText('Repair')
  for (const width of [1440, 768, 390, 360]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findHorizontalScroll(page), String(width)).toEqual([])
  }

  await page.getByRole('button', { name: 'Filters and sort' }).click()
  await page.getByRole('combobox', { name: 'Reason' }).click()
  await page.getByRole('option', { name: 'Reschedule' }).click()
  await expect(page).toHaveURL(`${CALLS_PATH}?intent=reschedule`)
  await expect(getRows(page)).toHaveCount(1)
  expect(await findHorizontalScroll(page)).toEqual([])
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Reason' })).toHaveText('Reschedule')
  await page.getByRole('combobox', { name: 'Reason' }).click()
  await page.getByRole('option', { name: 'Job inquiry' }).click()
  await expect(page.getByRole('heading', { name: 'No matching calls' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Reason' }).click()
  await page.getByRole('option', { name: 'Any reason' }).click()
  await expect(page).toHaveURL(CALLS_PATH)
  await expect(getRows(page)).toHaveCount(3)
  expect(errors).toEqual([])
})

test('a corrected call reason is rolled back if the save fails', async ({ page, browser }) => {
  expectProblems(/ERR_FAILED/)
  const { owner, call, path } = await createOwnerWithCall('reclassifying', { intent: 'repair', safetyKind: 'cold' })
  const errors = collectErrors(page)
  await openSignedIn(page, owner.email, path)
  const reason = page.getByRole('combobox', { name: 'Reason' })
  await expect(reason).toHaveText('Repair')
  await expect(page.getByText('No heat with someone at risk')).toBeVisible()
  await reason.click()
  await page.getByRole('option', { name: 'Complaint' }).click()
  await expect(reason).toHaveText('Complaint')
  await expect(getMessages(page)).toContainText('Reason updated')
  await expect(async () => expect((await readCall(owner, call.id))?.intent).toBe('complaint')).toPass()
  expect((await readLog(owner)).filter((action) => action === 'call.updated')).toHaveLength(1)
  expect(await findViolationsInBothThemes(page)).toEqual([])
  expect(errors).toEqual([])

  await page.route('/api/dashboard/calls/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await reason.click()
  await page.getByRole('option', { name: 'Billing' }).click()
  await expect(getMessages(page)).toContainText('Couldn’t save your change')
  await expect(reason).toHaveText('Complaint')

  const readerPage = await openAs(browser, await createColleague(owner, 'org:member'), path)
  await expect(readerPage.getByText('Reason: Complaint')).toBeVisible()
  await expect(readerPage.getByRole('combobox', { name: 'Reason' })).toHaveCount(0)
})

test('an edit of an outdated call reports the conflict and shows the current version', async ({ page, browser }) => {
  const { owner, call, path } = await createOwnerWithCall('conflicting')
  await openSignedIn(page, owner.email, path)
  const otherPage = await openBrowser(browser)
  // Blocks change events, as a stalled connection would.
  await otherPage.route('/api/dashboard/changes**', () => undefined)
  await openSignedIn(otherPage, owner.email, path)
  await correctFact(page, 'Problem', 'No spark')
  await expect(async () => expect((await readCall(owner, call.id))?.version).toBe(2)).toPass()
  await correctFact(otherPage, 'Problem', 'Too late')
  await expect(getMessages(otherPage)).toContainText('Someone else edited this')
  await expect(getCallSummary(otherPage)).toContainText('No spark')
  await expect(getCallSummary(otherPage)).not.toContainText('Too late')
  await correctFact(otherPage, 'Problem', 'Second try')
  await expect(async () => expect((await readCall(owner, call.id))?.version).toBe(3)).toPass()
})

test('a call can be assigned to a colleague, who can resolve it', async ({ page, browser }) => {
  const { owner, call, path } = await createOwnerWithCall('handing')
  const person = await createColleague(owner, 'org:dispatcher')
  await openSignedIn(page, owner.email, path)
  await getCallStatus(page).getByRole('button', { name: 'Assign', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog).toContainText('Choose a teammate')
  await dialog.getByRole('combobox', { name: 'Assign to' }).fill(person.email)
  await page.getByRole('option', { name: person.email }).click()
  await dialog.getByLabel('Task').fill('Call back about the price')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(getCallStatus(page)).toContainText(`Assigned to ${person.email}`)
  await expect(async () => {
    expect(await readCall(owner, call.id)).toMatchObject({
      handedToId: person.userId,
      attention: 'Call back about the price',
    })
  }).toPass()
  expect(await readLog(owner)).toContain('call.handed_over')

  const colleaguePage = await openAs(browser, person, CALLS_PATH)
  await colleaguePage.getByRole('link', { name: 'Assigned to you 1' }).click()
  await expect(getRows(colleaguePage).first()).toContainText('Call back about the price')
  await expect(getRows(colleaguePage).first()).toContainText('Needs attention')
  await getRows(colleaguePage).first().getByRole('link').first().click()
  await expect(getCallStatus(colleaguePage)).toContainText('Assigned to you')
  await getCallStatus(colleaguePage).getByRole('button', { name: 'Resolve' }).click()
  await expect(getCallStatus(colleaguePage)).toContainText('Resolved on')
  await colleaguePage.getByRole('link', { name: 'Calls', exact: true }).first().click()
  await expect(colleaguePage.getByRole('link', { name: 'Assigned to you 0' })).toBeVisible()
})

test('read-only members cannot edit calls, and calls cannot be assigned to outsiders', async ({ page, browser }) => {
  const { owner, call, path } = await createOwnerWithCall('guarding', { attention: 'Asks for a price' })
  const readerPage = await openAs(browser, await createColleague(owner, 'org:member'), path)
  await expect(getCallSummary(readerPage)).toContainText('No flame')
  await expect(readerPage.getByRole('button', { name: /Edit|Resolve|Assign/ })).toHaveCount(0)
  const patch = (from: Page, data: object) =>
    from.request.patch(`/api/dashboard/calls/${call.id}`, { data, headers: { origin: stack.env.siteUrl } })
  expect((await patch(readerPage, { version: 1, attentionEnded: true })).status()).toBe(403)

  await openSignedIn(page, owner.email, path)
  const nonMember = await createPerson('stranger')
  expect((await patch(page, { version: 1, handedToId: nonMember.userId })).status()).toBe(422)
  expect((await patch(page, { version: 1, outcome: 'missed' })).status()).toBe(422)
  expect((await patch(page, { attentionEnded: true })).status()).toBe(422)
  expect((await readCall(owner, call.id))?.version).toBe(1)
})

test('the call pages work with the keyboard alone', async ({ page }) => {
  const { owner, call } = await createOwnerWithCall('typing', { attention: 'Asks for a price' })
  await addCall(owner, { startedAt: '2026-03-09T07:14:00Z', callerName: 'Bo Reyes' })
  await openSignedIn(page, owner.email, CALLS_PATH)
  await expect(getRows(page)).toHaveCount(2)
  await getRows(page).first().getByRole('link').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${CALLS_PATH}/${call.id}`)
  await getEditButton(page, 'Safety').focus()
  await page.keyboard.press('Enter')
  const field = page.getByRole('dialog').getByLabel('Correct value')
  await expect(field).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(getEditButton(page, 'Safety')).toBeFocused()
  await page.keyboard.press('Enter')
  await field.fill('Two infants')
  await page.keyboard.press('Enter')
  await expect(getCallSummary(page)).toContainText('Two infants')
  await expect(getEditButton(page, 'Safety')).toBeFocused()
  await getCallStatus(page).getByRole('button', { name: 'Resolve' }).focus()
  await page.keyboard.press('Enter')
  await expect(getCallStatus(page)).toContainText('Resolved on')
})

test('a recording streams through the site in ranges and logs one event @smoke', async ({ page }) => {
  const recording = createSilence(0.5)
  const vendor = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': recording.length }).end(recording)
  })
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve))
  const recordingUrl = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}/audio`
  const { owner, call, path } = await createOwnerWithCall('listening', { recordingUrl })
  await openSignedIn(page, owner.email, path)
  expect(await page.content()).not.toContain('127.0.0.1:')
  expect(await readLog(owner)).not.toContain('recording.played')
  await page.getByRole('button', { name: 'Play recording' }).click()
  const player = page.getByLabel('Call recording')
  await expect(player).toBeVisible()
  await expect(async () => {
    expect(await player.evaluate((element) => (element as HTMLAudioElement).duration)).toBeCloseTo(0.5, 1)
  }).toPass()
  const response = await page.request.get(`/api/dashboard/calls/${call.id}/recording`, {
    headers: { range: 'bytes=0-3' },
  })
  expect([response.status(), await response.text()]).toEqual([206, 'RIFF'])
  expect((await readLog(owner)).filter((action) => action === 'recording.played')).toHaveLength(1)
  vendor.closeAllConnections()
  await new Promise((resolve) => vendor.close(resolve))
  expect((await page.request.get(`/api/dashboard/calls/${call.id}/recording`)).status()).toBe(502)
  expect(await findViolations(page)).toEqual([])
})

test('a call shows the date when its recording and transcript were deleted', async ({ page }) => {
  const { owner, call, path } = await createOwnerWithCall('forgetting')
  const startedAt = new Date('2026-03-20T03:00:00Z')
  await within(owner, ({ db }) =>
    db
      .update(calls)
      .set({ transcript: null, transcriptDeletedAt: startedAt, recordingDeletedAt: startedAt })
      .where(eq(calls.id, call.id)),
  )
  await within(owner, ({ db, organizationId }) =>
    db.insert(organizationSettings).values({ organizationId, timeZone: 'America/Los_Angeles' }),
  )
  await openSignedIn(page, owner.email, path)
  await expect(page.getByText('The recording was deleted on Mar 19, 2026.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Deleted on Mar 19, 2026' })).toBeVisible()
  await expect(getCallSummary(page)).toContainText('No heat with an infant in the house.')
  expect(await readLog(owner)).toEqual(['call.read'])
})

test('the call list fits on a phone, with the filters behind a button', async ({ page }) => {
  const { owner, path } = await createOwnerWithCall('walking', { attention: 'Asks for a price' })
  await page.setViewportSize({ width: 390, height: 844 })
  await openSignedIn(page, owner.email, CALLS_PATH)
  expect(await findHorizontalScroll(page)).toEqual([])
  await expect(page.getByRole('combobox', { name: 'Outcome' })).toBeHidden()
  await page.getByRole('button', { name: 'Filters and sort' }).click()
  await page.getByRole('combobox', { name: 'Sort by' }).click()
  await page.getByRole('option', { name: 'Longest first' }).click()
  await expect(page).toHaveURL(`${CALLS_PATH}?sort=-duration`)
  expect(await findViolations(page)).toEqual([])
  await page.goto(path)
  expect(await findHorizontalScroll(page)).toEqual([])
  expect(await findViolations(page)).toEqual([])
})

test('the filtered calls can be downloaded as CSV without formulas', async ({ page }) => {
  const owner = await createOwner('exporting-calls')
  await addCall(owner, { callerName: '=1+1', callerWords: '+1-2' })
  await addCall(owner, { callerName: 'Not booked', outcome: 'message' })
  await openSignedIn(page, owner.email, `${CALLS_PATH}?outcome=booked`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^calls-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(text.split('\r\n')).toHaveLength(3)
  expect(text).toContain("'=1+1,(212) 555-0142")
  expect(text).toContain("'+1-2")
  expect(text).not.toContain('Not booked')
  await expect(async () => expect(await readLog(owner)).toContain('calls.exported')).toPass()
})
