import { expect, type Page } from '@playwright/test'
import { calls } from '../../../lib/dashboard/schema/calls.ts'
import { events } from '../../../lib/dashboard/schema/events.ts'
import { findViolations } from '../../support/pages/violations.ts'
import { simulateIncomingCall, createOwnerWithAssistant } from './assistant.ts'
import { createOwner, type Person } from './people.ts'
import { within } from './rows.ts'
import { openSignedIn } from './sign-in.ts'
import { test } from './streaming-test.ts'

const getRows = (page: Page) =>
  page.getByRole('list', { name: /^Calls (since|in|that need attention)/ }).getByRole('listitem')

const openAsPerson = (page: Page, { email }: Person, path = '/dashboard') => openSignedIn(page, email, path)

test('before the first call, Today shows setup steps and a labeled example @smoke', async ({ page }) => {
  const owner = await createOwner('Steps')
  await openAsPerson(page, owner)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/no calls/)
  await expect(page.getByRole('heading', { name: 'Setup steps' })).toBeVisible()
  for (const step of [
    'Hours and service area',
    'Assistant',
    'Try it',
    'On call',
    'Free trial',
    'Request a line',
    'Forward your number',
    'First real call',
  ]) {
    await expect(page.getByRole('heading', { name: step, exact: true })).toBeVisible()
  }
  await expect(page.getByText('To do')).toHaveCount(5)
  await expect(page.getByText('Waiting for your line', { exact: true })).toHaveCount(2)
  await expect(page.getByText('Example', { exact: true })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})

test('setup steps stay above the list until the first real call, despite test calls', async ({ page }) => {
  const owner = await createOwnerWithAssistant('Tested')
  await within(owner, ({ db, organizationId }) =>
    db.insert(calls).values({ organizationId, startedAt: new Date(), outcome: 'message', duration: 60, isTest: true }),
  )
  await openAsPerson(page, owner)
  const steps = page.getByRole('heading', { name: 'Setup steps' })
  await expect(steps).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Try it' })).toContainText('Done')
  await expect(page.getByRole('heading', { name: /in the last 24 hours$/, level: 2 })).toBeVisible()
  expect(await simulateIncomingCall(owner)).toBe('stored')
  await expect(steps).toBeHidden()
})

test('a new call appears on the open page with links to the call and the lead @smoke', async ({ page }) => {
  const owner = await createOwnerWithAssistant('Live')
  await openAsPerson(page, owner)
  await expect(page.getByRole('heading', { name: 'Setup steps' })).toBeVisible()
  expect(await simulateIncomingCall(owner)).toBe('stored')
  const startedAt = Date.now()
  await expect(getRows(page)).toHaveCount(1)
  test
    .info()
    .annotations.push({ type: 'milliseconds until a call appears', description: String(Date.now() - startedAt) })
  await expect(page.getByRole('heading', { name: 'Setup steps' })).toBeHidden()

  await getRows(page).first().getByRole('button').first().focus()
  await page.keyboard.press('Enter')
  const card = page.getByRole('dialog')
  await expect(card.getByText('Problem')).toBeVisible()
  await expect(card.getByRole('link', { name: 'View call' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
  await getRows(page).first().getByRole('button').first().click()
  await card.getByRole('link', { name: 'View lead' }).click()
  await expect(page).toHaveURL(/\/dashboard\/leads\/[0-9a-f-]{36}$/)
})

test('several simultaneous calls each appear once', async ({ page }) => {
  const owner = await createOwnerWithAssistant('Busy')
  await openAsPerson(page, owner)
  await Promise.all([
    simulateIncomingCall(owner),
    simulateIncomingCall(owner),
    simulateIncomingCall(owner),
    simulateIncomingCall(owner),
  ])
  await expect(getRows(page)).toHaveCount(4)
})

test('a call that arrives while the scripts are loading appears', async ({ page }) => {
  const owner = await createOwnerWithAssistant('Early')
  const { promise: released, resolve } = Promise.withResolvers<void>()
  await page.route('/api/dashboard/changes**', async (route) => {
    await released
    await route.continue()
  })
  await openAsPerson(page, owner)
  await expect(page.getByRole('heading', { name: 'Setup steps' })).toBeVisible()
  await simulateIncomingCall(owner)
  resolve()
  await expect(getRows(page)).toHaveCount(1)
})

test('calls that need attention come first, highlighted, and the metrics compare periods', async ({ page }) => {
  const owner = await createOwnerWithAssistant('Needs')
  const now = Date.now()
  const HOUR_MS = 3_600_000
  await within(owner, ({ db, organizationId }) =>
    db.insert(calls).values([
      {
        organizationId,
        startedAt: new Date(now - HOUR_MS),
        outcome: 'message',
        duration: 60,
        callerWords: 'What does a furnace cost?',
        attention: 'Asked for a price you haven’t listed',
      },
      {
        organizationId,
        startedAt: new Date(now - 2 * HOUR_MS),
        outcome: 'booked',
        duration: 60,
        callerWords: 'No heat',
      },
      { organizationId, startedAt: new Date(now - 10 * 24 * HOUR_MS), outcome: 'missed', callerPhone: '+13125550142' },
    ]),
  )
  await openAsPerson(page, owner)
  await expect(page.getByRole('heading', { name: '1 call needs attention', exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Calls that need attention' })).toContainText('Asked for a price')
  await expect(page.getByRole('term').filter({ hasText: 'Answered' }).first()).toBeVisible()
  await page.getByRole('link', { name: '30 days' }).click()
  await expect(page).toHaveURL(/range=month/)
  await expect(page.getByRole('definition').filter({ hasText: /^1$/ }).first()).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL(/range/)
})

test('Today links to a list of the calls beyond its limit', async ({ page }) => {
  const owner = await createOwnerWithAssistant('Many')
  const now = Date.now()
  const buildCall = (startedAtMs: number) => ({
    startedAt: new Date(startedAtMs),
    outcome: 'message' as const,
    duration: 60,
  })
  await within(owner, ({ db, organizationId }) =>
    db
      .insert(calls)
      .values(
        [
          ...Array.from({ length: 33 }, (_, index) => buildCall(now - (index + 1) * 60_000)),
          buildCall(now - 25 * 3_600_000),
        ].map((call) => ({ ...call, organizationId })),
      ),
  )
  await openAsPerson(page, owner)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('In the last 24 hours: 33 answered, 0 booked')
  await expect(page.getByRole('heading', { name: '33 calls in the last 24 hours' })).toBeVisible()
  await expect(getRows(page)).toHaveCount(30)
  await page.getByRole('link', { name: 'And 3 more' }).click()
  const chip = page.getByRole('button', { name: /^From .* until .*: remove filter$/ })
  await expect(chip).toBeVisible()
  await expect(page.getByText('1–10 of 33').first()).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await chip.click()
  await expect(page).toHaveURL('/dashboard/calls')
  await expect(page.getByText('1–10 of 34')).toBeVisible()
})

test('Today fits a 390 px screen, with the four main areas at the bottom', async ({ page }) => {
  const owner = await createOwnerWithAssistant('Phone')
  await simulateIncomingCall(owner)
  await page.setViewportSize({ width: 390, height: 844 })
  await openAsPerson(page, owner)
  await expect(getRows(page)).toHaveCount(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  const bar = page.getByRole('navigation', { name: 'Main areas' })
  for (const area of ['Today', 'Calls', 'Leads', 'Calendar'])
    await expect(bar.getByRole('link', { name: area })).toBeVisible()
})

test('calls that need attention can be resolved, reopened and resolved again by keyboard', async ({ page }) => {
  const owner = await createOwnerWithAssistant('Doing')
  const HOUR_MS = 3_600_000
  const buildWaitingCall = (callerName: string, hours: number) => ({
    startedAt: new Date(Date.now() - hours * HOUR_MS),
    outcome: 'message' as const,
    duration: 60,
    callerName,
    callerPhone: '+13125550142',
    attention: `Call ${callerName} back`,
  })
  await within(owner, ({ db, organizationId }) =>
    db
      .insert(calls)
      .values(
        [buildWaitingCall('Ana Bell', 1), buildWaitingCall('Bo Reyes', 2)].map((call) => ({ ...call, organizationId })),
      ),
  )
  await openAsPerson(page, owner)
  const waitingItems = page.getByRole('list', { name: 'Calls that need attention' }).getByRole('listitem')
  const message = page.locator('[data-slot=toasts]')
  await expect(waitingItems).toHaveText([/^Ana Bell\(312\) 555-0142/, /^Bo Reyes/])
  await expect(waitingItems.first().getByRole('link', { name: 'Call (312) 555-0142' })).toHaveAttribute(
    'href',
    'tel:+13125550142',
  )
  expect(await findViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Resolve: Ana Bell' }).focus()
  await page.keyboard.press('Enter')
  await expect(waitingItems).toHaveText([/^Bo Reyes/])
  await expect(page.getByRole('heading', { name: '1 call needs attention', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resolve: Bo Reyes' })).toBeFocused()
  await message.getByRole('button', { name: 'Undo' }).click()
  await expect(waitingItems).toHaveText([/^Ana Bell/, /^Bo Reyes/])
  await expect(message).toContainText('Reopened')

  await page.getByRole('button', { name: 'Resolve: Bo Reyes' }).click()
  await expect(page.getByText('Resolved today: 1')).toBeVisible()
  await expect(message).toContainText('Bo Reyes')
  await page.reload()
  await expect(waitingItems).toHaveText([/^Ana Bell/])
  await page.getByText('Resolved today: 1').click()
  await page.getByRole('button', { name: 'Reopen: Bo Reyes' }).click()
  await expect(waitingItems).toHaveText([/^Ana Bell/, /^Bo Reyes/])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  const loggedEvents = await within(owner, ({ db }) => db.select({ action: events.action }).from(events))
  expect(loggedEvents.filter(({ action }) => action === 'call.updated')).toHaveLength(4)
})
