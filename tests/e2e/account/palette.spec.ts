import { expect, type Page } from '@playwright/test'
import { createCall, REPORTED_CALL } from '../../support/rows.ts'
import { createLead } from '../../../lib/dashboard/leads/repository.ts'
import { findHorizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { findViolationsInBothThemes } from '../../support/pages/violations.ts'
import { expectProblems } from '../test.ts'
import { createColleague, createOwner, type Owner } from './people.ts'
import { within } from './rows.ts'
import { openSignedIn } from './sign-in.ts'
import { test } from './streaming-test.ts'

const ASSISTANT = { kind: 'assistant' } as const

const addCall = (owner: Owner, callerName: string, callerPhone: string, minute = 14) =>
  within(owner, (tx) =>
    createCall(tx, ASSISTANT, {
      ...REPORTED_CALL,
      startedAt: `2026-03-02T07:${minute}:00Z`,
      callerName,
      callerPhone,
      transcript: null,
    }),
  )

const getPalette = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const getField = (page: Page) => getPalette(page).getByRole('combobox', { name: 'Search' })
const getOption = (page: Page, name: string | RegExp) => getPalette(page).getByRole('option', { name })

/** Collects the addresses of all requests and navigations, to check that they contain no search. */
function collectAddresses(page: Page): string[] {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  return addresses
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(getField(page)).toBeFocused()
}

for (const width of [1440, 390]) {
  test(`a call is found by part of its phone number with the keyboard at ${width} px @smoke`, async ({ page }) => {
    const owner = await createOwner('palette')
    await addCall(owner, 'Ada Vance', '+13125550142')
    await addCall(owner, 'Bo Reyes', '+12125550199')
    await page.setViewportSize({ width, height: 844 })
    await openSignedIn(page, owner.email)
    const addresses = collectAddresses(page)
    await openPalette(page)
    await page.keyboard.type('555-0142')
    const option = getPalette(page).getByRole('group', { name: 'Calls' }).getByRole('option')
    await expect(option).toHaveCount(1)
    await expect(option).toContainText('Ada Vance')
    await expect(option).toContainText('(312) 555-0142')
    await expect(getPalette(page).getByRole('status')).toHaveText('2 results')
    await expect(option).toHaveAttribute('data-highlighted', '')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard\/calls\/[\da-f-]{36}$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada Vance')
    await expect(getPalette(page)).toBeHidden()
    expect(addresses.filter((address) => /555-?0142|search=/.test(address))).toEqual([])

    await openPalette(page)
    await expect(getPalette(page).getByRole('group', { name: 'Recent' }).getByRole('option')).toContainText('Ada Vance')
    const stored = await page.evaluate(() => JSON.stringify(localStorage))
    expect(stored).not.toMatch(/Ada|5550142/)
  })
}

test('the palette opens screens, runs actions, and closes on Escape and its shortcut', async ({ page }) => {
  const owner = await createOwner('palette')
  await openSignedIn(page, owner.email)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(getField(page)).toBeFocused()
  await page.keyboard.type('audit')
  await expect(getOption(page, /Audit log/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/settings/log')

  await openPalette(page)
  await page.keyboard.press('Control+k')
  await expect(getPalette(page)).toBeHidden()
  await openPalette(page)
  await page.keyboard.press('Escape')
  await expect(getPalette(page)).toBeHidden()

  await openPalette(page)
  await page.keyboard.type('light theme')
  await expect(getOption(page, /Use light theme/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')

  await openPalette(page)
  await page.keyboard.type('new lead')
  await expect(getOption(page, /New lead/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Add a lead' })).toBeVisible()
  // A second dialog above the form would lose the focus.
  await page.getByRole('dialog', { name: 'Add a lead' }).getByLabel('Name').press('Control+k')
  await expect(getPalette(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/dashboard/leads')

  await page.getByRole('textbox', { name: 'Search leads' }).press('Control+k')
  await expect(getField(page)).toBeFocused()
  await page.keyboard.type('zzzz')
  await expect(getPalette(page).getByRole('status')).toContainText('No matches')
  await page.keyboard.press('Enter')
  await expect(getPalette(page)).toBeVisible()
})

test('“Show all” opens the list with the search, and Back and a reload keep it', async ({ page }) => {
  const owner = await createOwner('palette')
  for (let minute = 10; minute < 17; minute += 1) await addCall(owner, 'Ada Vance', `+131255501${minute}`, minute)
  await addCall(owner, 'Bo Reyes', '+12125550199')
  await openSignedIn(page, owner.email)
  const addresses = collectAddresses(page)
  const rows = page
    .getByRole('table', { name: 'Calls' })
    .locator('tbody tr')
    .filter({ has: page.locator('[data-row-link]') })
  const field = page.getByRole('textbox', { name: 'Search calls' })
  await openPalette(page)
  await page.keyboard.type('vance')
  await getOption(page, 'Show all in Calls').click()
  await expect(page).toHaveURL('/dashboard/calls')
  await expect(field).toHaveValue('vance')
  await expect(rows).toHaveCount(7)

  await rows.first().getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada Vance')
  await page.goBack()
  await expect(field).toHaveValue('vance')
  await expect(rows).toHaveCount(7)
  await page.reload()
  await expect(field).toHaveValue('vance')
  await expect(rows).toHaveCount(7)
  await page.getByRole('link', { name: 'Needs attention' }).click()
  await expect(page).toHaveURL('/dashboard/calls?show=waiting')
  await expect(field).toHaveValue('vance')

  // The palette also searches the list that is on screen.
  await page.goto('/dashboard/calls')
  await expect(rows).toHaveCount(8)
  await openPalette(page)
  await page.keyboard.type('vance')
  await getOption(page, 'Show all in Calls').click()
  await expect(rows).toHaveCount(7)
  // Another link to the list starts without the search.
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Today' }).click()
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Calls' }).click()
  await expect(rows).toHaveCount(8)
  await expect(field).toHaveValue('')
  expect(addresses.filter((address) => /vance/i.test(address))).toEqual([])
})

test('a member sees only actions and screens that they may use', async ({ page }) => {
  const owner = await createOwner('palette')
  const colleague = await createColleague(owner, 'org:member')
  await within(owner, (tx) => createLead(tx, ASSISTANT, { name: 'Ada Vance', problem: 'No heat' }))
  await openSignedIn(page, colleague.email)
  await openPalette(page)
  await page.keyboard.type('vance')
  await expect(getPalette(page).getByRole('group', { name: 'Leads' }).getByRole('option')).toHaveCount(1)
  for (const search of ['audit', 'new lead', 'api key', 'teammate', 'import']) {
    await getField(page).fill(search)
    await expect(getPalette(page).getByRole('status')).toContainText('No matches')
  }
  await getField(page).fill('new visit')
  await expect(getOption(page, /New visit/)).toBeVisible()
})

test('a failed search says so, and the palette is accessible and fits', async ({ page }) => {
  const owner = await createOwner('palette')
  await addCall(owner, 'Ada Vance', '+13125550142')
  await openSignedIn(page, owner.email)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await openPalette(page)
    await expect(getPalette(page).getByRole('option').first()).toBeVisible()
    expect(await findViolationsInBothThemes(page)).toEqual([])
    await page.keyboard.type('ada')
    await expect(getPalette(page).getByRole('group', { name: 'Calls' })).toBeVisible()
    expect(await findViolationsInBothThemes(page)).toEqual([])
    expect(await findHorizontalScroll(page)).toEqual([])
    await page.keyboard.press('Escape')
  }
  expectProblems(/503/)
  await page.route('**/api/dashboard/search', (route) => route.fulfill({ status: 503, json: {} }))
  await openPalette(page)
  await page.keyboard.type('vance')
  await expect(getPalette(page).getByRole('status')).toContainText('Couldn’t search records')
})
