import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { events } from '../../../lib/dashboard/schema/events.ts'
import { leads } from '../../../lib/dashboard/schema/leads.ts'
import type { LeadInput } from '../../../lib/dashboard/leads/input.ts'
import { changeLead, createLead, findLead } from '../../../lib/dashboard/leads/repository.ts'
import { findHorizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { findViolationsInBothThemes, findViolations } from '../../support/pages/violations.ts'
import { stack } from '../../support/stack/addresses.ts'
import { openBrowser, createColleague, createOwner, createPerson, type Owner } from './people.ts'
import { within } from './rows.ts'
import { openAs, openSignedIn } from './sign-in.ts'
import { test } from './streaming-test.ts'
import { expectProblems } from '../test.ts'

const LEADS_PATH = '/dashboard/leads'

const ADA: LeadInput = {
  name: 'Ada Vance',
  phone: '(212) 555-0142',
  email: 'ada@example.com',
  address: '41 Elm Street',
  zip: '10001',
  problem: 'The furnace clicks and there is no flame',
  safety: 'Smell of gas',
  system: 'Gas furnace',
  urgency: 'now',
}

const addLead = (owner: Owner, input: Partial<LeadInput> = {}) =>
  within(owner, (tx) => createLead(tx, { kind: 'assistant' }, { ...ADA, ...input }))

const readLead = (owner: Owner, id: string) => within(owner, (tx) => findLead(tx, id))

const countEvents = (owner: Owner, action: 'lead.read' | 'leads.exported') =>
  within(owner, async ({ db }) => (await db.select().from(events).where(eq(events.action, action))).length)

async function addNamedLeads(owner: Owner, names: string[], input: Partial<LeadInput> = {}): Promise<void> {
  for (const [position, name] of names.entries()) {
    const { id } = await addLead(owner, { name, safety: null, urgency: 'soon', problem: 'A tune-up', ...input })
    const createdAt = new Date(Date.UTC(2026, 2, 7, 7, position))
    await within(owner, ({ db }) => db.update(leads).set({ createdAt }).where(eq(leads.id, id)))
  }
}

async function createOwnerWithLead(name: string, input: Partial<LeadInput> = {}) {
  const owner = await createOwner(name)
  const lead = await addLead(owner, input)
  return { owner, lead, path: `${LEADS_PATH}/${lead.id}` }
}

const getRows = (page: Page) => page.getByRole('table', { name: 'Leads' }).locator('tbody tr')
const getSearchField = (page: Page) => page.getByRole('textbox', { name: 'Search leads' })
const getStage = (page: Page, name: string) => page.getByRole('list', { name: 'Stage' }).getByRole('button', { name })
const getCurrentStage = (page: Page) => page.getByRole('list', { name: 'Stage' }).locator('[aria-current=step]')
const getHistory = (page: Page) => page.getByRole('list', { name: 'History' })

const getNames = (page: Page) => getRows(page).locator('[data-row-link] [data-slot=name]')

const SAVE_ERROR = 'Couldn’t save your change'

test('the lead list keeps filters, sorting and page in the URL, and the search out of it', async ({ page }) => {
  const owner = await createOwner('listing')
  const elevenNames = Array.from({ length: 11 }, (_, number) => `Bo ${String.fromCodePoint(65 + number)}`)
  await addNamedLeads(owner, elevenNames, { phone: '+12125550199', email: null, address: null })
  await addLead(owner, { name: 'María Núñez', stage: 'won' })
  await openSignedIn(page, owner.email, LEADS_PATH)
  await expect(getRows(page)).toHaveCount(10)
  await expect(page.getByText('1–10 of 12')).toBeVisible()

  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(`${LEADS_PATH}?page=2`)
  await expect(getRows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Lead', exact: true }).click()
  await expect(page).toHaveURL(`${LEADS_PATH}?sort=name`)
  await expect(getNames(page).first()).toHaveText('Bo A')
  await page.goBack()
  await expect(page).toHaveURL(`${LEADS_PATH}?page=2`)
  await expect(getRows(page)).toHaveCount(2)

  for (const query of ['nunez', '(212) 555-0142', '0142', 'flame', 'elm street', 'ada@example.com']) {
    await getSearchField(page).fill(query)
    await expect(getNames(page), query).toHaveText(['María Núñez'])
    expect(page.url()).not.toContain('search=')
  }
  await page.reload()
  await expect(getRows(page)).toHaveCount(1)
  await expect(page.getByRole('navigation', { name: 'Stages' })).toContainText(/Won\s*1/)
  await getSearchField(page).fill('nobody has this')
  await expect(page.getByRole('heading', { name: 'No matching leads' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all leads' }).click()
  await expect(getRows(page)).toHaveCount(10)

  await page.getByRole('combobox', { name: 'Urgency' }).click()
  await page.getByRole('option', { name: 'Now', exact: true }).click()
  await expect(page).toHaveURL(/urgency=now/)
  await expect(getRows(page)).toHaveCount(1)
  await page.goBack()
  await expect(getRows(page)).toHaveCount(10)
  await page.getByRole('link', { name: /^Won/ }).click()
  await expect(page).toHaveURL(/stage=won/)
  await expect(getRows(page)).toHaveCount(1)
  await page.goto(`${LEADS_PATH}?from=2026-03-07&to=2026-03-07`)
  await expect(page.getByText('1–10 of 11')).toBeVisible()
  await page.goto(`${LEADS_PATH}?assignee=none&source=call&page=40`)
  await page.getByRole('button', { name: 'Go to the first page' }).click()
  await expect(getRows(page)).toHaveCount(10)

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Phone' }).click()
  await expect(page).toHaveURL(/without=phone/)
  await expect(page.getByRole('columnheader', { name: 'Phone' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  expect(await findViolationsInBothThemes(page)).toEqual([])
})

test('several leads can be changed together, and the change can be undone', async ({ page }) => {
  const owner = await createOwner('several')
  await addNamedLeads(owner, ['Ada', 'Bo', 'Cy'])
  await addNamedLeads(owner, ['Di'], { stage: 'lost' })
  await openSignedIn(page, owner.email, `${LEADS_PATH}?sort=name`)
  for (const name of ['Ada', 'Di']) await page.getByRole('checkbox', { name: `Select ${name}` }).check({ force: true })
  await expect(page.getByText('2 leads selected')).toBeVisible()
  await page.getByRole('button', { name: 'Set stage' }).click()
  await page.getByRole('menuitem', { name: 'Qualified' }).click()
  await expect(page.getByText('2 leads moved to Qualified')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Stages' })).toContainText(/Qualified\s*2/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone')).toBeVisible()
  const listStages = () =>
    within(owner, async ({ db }) => {
      const stageRows = await db.select({ name: leads.name, stage: leads.stage }).from(leads).orderBy(leads.name)
      return stageRows.map((lead) => `${lead.name} ${lead.stage}`)
    })
  expect(await listStages()).toEqual(['Ada new', 'Bo new', 'Cy new', 'Di lost'])

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check({ force: true })
  await page.getByRole('combobox', { name: 'Assign to' }).click()
  await page.getByRole('option', { name: owner.email }).click()
  await expect(page.getByText(`4 leads assigned to ${owner.email}`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'List of leads' })).toContainText('Assigned to you')
})

test('a change that the server rejects is rolled back', async ({ page }) => {
  expectProblems(/status 503/)
  const { owner, lead, path } = await createOwnerWithLead('refused')
  await openSignedIn(page, owner.email, path)
  await page.route('/api/dashboard/leads/**', async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    await route.fulfill({ status: 503, json: { error: 'The database is unavailable.', reason: 'unavailable' } })
  })
  await getStage(page, 'Won').click()
  await expect(page.getByRole('region', { name: 'Messages' }).getByText(SAVE_ERROR).first()).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Messages' }).getByText('The database is unavailable.').first(),
  ).toBeVisible()
  await expect(getCurrentStage(page)).toHaveText('New')
  await page.getByLabel('Write a note').fill('Has a dog')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByLabel('Write a note')).toHaveValue('Has a dog')
  await expect(getHistory(page)).not.toContainText('Has a dog')
  expect((await readLead(owner, lead.id))?.version).toBe(1)
})

test('an edit of an outdated lead reports the conflict and shows the current version', async ({ page, browser }) => {
  const { owner, lead, path } = await createOwnerWithLead('conflicting')
  await openSignedIn(page, owner.email, path)
  const otherPage = await openBrowser(browser)
  // Blocks change events, as a stalled connection would.
  await otherPage.route('/api/dashboard/changes**', () => undefined)
  await openSignedIn(otherPage, owner.email, path)
  await expect(getCurrentStage(otherPage)).toHaveText('New')
  await getStage(page, 'Qualified').click()
  await expect(async () => expect((await readLead(owner, lead.id))?.version).toBe(2)).toPass()
  await getStage(otherPage, 'Lost').click()
  await expect(
    otherPage.getByRole('region', { name: 'Messages' }).getByText('Someone else edited this').first(),
  ).toBeVisible()
  await expect(
    otherPage
      .getByRole('region', { name: 'Messages' })
      .getByText(/The stage is now Qualified\./)
      .first(),
  ).toBeVisible()
  await expect(getCurrentStage(otherPage)).toHaveText('Qualified')
  await getStage(otherPage, 'Lost').click()
  await expect(async () => expect((await readLead(owner, lead.id))?.stage).toBe('lost')).toPass()
})

test('a lead can be edited, assigned and annotated, and opening it logs one event @smoke', async ({ page }) => {
  const { owner, lead, path } = await createOwnerWithLead('working')
  await openSignedIn(page, owner.email, path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Vance')
  await expect(page.locator('[data-tone=primary]', { hasText: 'Smell of gas' }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Call (212) 555-0142' })).toHaveAttribute('href', 'tel:+12125550142')
  await expect(page.getByRole('link', { name: 'Book a visit' })).toHaveAttribute(
    'href',
    `/dashboard/appointments?new&lead=${lead.id}`,
  )
  await page.getByLabel('Write a note').fill('Gate code 4711')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(getHistory(page)).toContainText('Gate code 4711')
  await page.getByRole('combobox', { name: 'Assigned to' }).click()
  await page.getByRole('option', { name: owner.email }).click()
  await expect(getHistory(page)).toContainText('You assigned it')

  await page.getByRole('button', { name: 'Edit' }).click()
  // Excludes toasts, which are also dialogs but not modal.
  const dialog = page.locator('[data-slot=dialog]')
  await dialog.getByLabel('Phone').fill('12')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('Enter a phone number such as (212) 555-0142')
  await within(owner, (tx) => changeLead(tx, { kind: 'assistant' }, lead.id, { zip: '10002' }))
  await dialog.getByLabel('Phone').fill('212 555 0177')
  await dialog.getByRole('button', { name: 'Save' }).click()
  // Retries: if the change event is late, the first save reports a conflict and the second succeeds.
  await expect(async () => {
    if (await dialog.getByText('Someone else edited this lead').isVisible()) {
      await dialog.getByRole('button', { name: 'Save' }).click()
    }
    await expect(dialog).toBeHidden({ timeout: 2_000 })
  }).toPass()
  expect(await readLead(owner, lead.id)).toMatchObject({
    phone: '+12125550177',
    zip: '10002',
    assigneeId: owner.userId,
  })
  await page.reload()
  await expect(getHistory(page)).toContainText('changed the phone number')
  expect(await countEvents(owner, 'lead.read')).toBe(1)
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await findHorizontalScroll(page)).toEqual([])
})

test('a lead can be added, and missing fields are reported @smoke', async ({ page }) => {
  const owner = await createOwner('adding')
  await openSignedIn(page, owner.email, LEADS_PATH)
  await page.getByRole('button', { name: 'Add lead' }).click()
  const dialog = page.locator('[data-slot=dialog]')
  await dialog.getByRole('button', { name: 'Add lead' }).click()
  await expect(dialog).toContainText('Enter a name')
  await expect(dialog).toContainText('Describe the problem')
  expect(await findViolations(page)).toEqual([])
  await dialog.getByLabel('Name').fill('Bo Reyes')
  await dialog.getByLabel(/^Problem/).fill('No heat upstairs')
  await dialog.getByRole('button', { name: 'Add lead' }).click()
  await expect(dialog).toBeHidden()
  await expect(getNames(page)).toHaveText(['Bo Reyes'])
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bo Reyes')
})

test('the filtered lead list can be downloaded as CSV without formulas', async ({ page }) => {
  const owner = await createOwner('exporting')
  await addLead(owner, { name: '=1+1', problem: '+1-2', stage: 'won' })
  await addLead(owner, { name: 'Not won' })
  await openSignedIn(page, owner.email, `${LEADS_PATH}?stage=won`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^leads-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(text.split('\r\n')).toHaveLength(3)
  expect(text).toContain("'=1+1,(212) 555-0142")
  expect(text).toContain("'+1-2")
  expect(text).not.toContain('Not won')
  await expect(async () => expect(await countEvents(owner, 'leads.exported')).toBe(1)).toPass()
})

test('read-only members see no edit controls, and the API rejects their changes', async ({ page, browser }) => {
  const { owner, lead, path } = await createOwnerWithLead('guarding')
  const readerPage = await openAs(browser, await createColleague(owner, 'org:member'), LEADS_PATH)
  await expect(getRows(readerPage)).toHaveCount(1)
  await expect(readerPage.getByRole('button', { name: /Add lead|Download CSV/ })).toHaveCount(0)
  await expect(readerPage.getByRole('checkbox')).toHaveCount(0)
  await getRows(readerPage).first().getByRole('link').first().click()
  await expect(readerPage).toHaveURL(path)
  await expect(getCurrentStage(readerPage)).toHaveText('New')
  await expect(getStage(readerPage, 'Won')).toHaveCount(0)
  await expect(readerPage.getByRole('button', { name: /Edit|Add note/ })).toHaveCount(0)
  const headers = { origin: stack.env.siteUrl }
  const responses = [
    await readerPage.request.patch(`/api/dashboard/leads/${lead.id}`, { data: { version: 1, stage: 'won' }, headers }),
    await readerPage.request.post('/api/dashboard/leads', { data: ADA, headers }),
    await readerPage.request.get('/api/dashboard/leads/export'),
  ]
  expect(responses.map((response) => response.status())).toEqual([403, 403, 403])

  await openSignedIn(page, owner.email, path)
  const nonMember = await createPerson('stranger')
  const patch = (data: object) => page.request.patch(`/api/dashboard/leads/${lead.id}`, { data, headers })
  expect((await patch({ version: 1, assigneeId: nonMember.userId })).status()).toBe(422)
  expect((await patch({ version: 1, source: 'api' })).status()).toBe(422)
  expect((await patch({ stage: 'won' })).status()).toBe(422)
  expect((await readLead(owner, lead.id))?.version).toBe(1)
})

test('the lead pages work with the keyboard alone', async ({ page }) => {
  const owner = await createOwner('typing')
  await addNamedLeads(owner, ['Ada', 'Bo'])
  await openSignedIn(page, owner.email, `${LEADS_PATH}?sort=name`)
  await getRows(page).first().getByRole('link').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(page.getByText('1 lead selected')).toBeVisible()
  await page.getByRole('button', { name: 'Set stage' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'New' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 lead moved to Qualified')).toBeVisible()
  await getRows(page).nth(1).getByRole('link').first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bo')
  await getStage(page, 'Won').focus()
  await page.keyboard.press('Enter')
  await expect(getCurrentStage(page)).toHaveText('Won')
  await expect(async () => {
    const [wonLead] = await within(owner, ({ db }) => db.execute(sql`select name from leads where stage = 'won'`))
    expect(wonLead).toEqual({ name: 'Bo' })
  }).toPass()
})
