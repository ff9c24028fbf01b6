import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { calls, organizations } from '../../../lib/db/schema/index.ts'
import { stack } from '../../support/stack/addresses.ts'
import { callIn, ownerWithAssistant } from './assistant.ts'
import { clerkReady } from './clerk-pages.ts'
import { newBrowser, setPlan } from './people.ts'
import { connectGoogle, googleTakes, googleToken, INTEGRATIONS } from './provider.ts'
import { within } from './rows.ts'
import { agree, saveVisit } from './save-visit.ts'
import { openSignedIn } from './sign-in.ts'
import { test } from './watched-test.ts'

/** One company from a ring in the night to the log that tells all of it, each step as the owner takes it. */

const DAY = 24 * 3_600_000

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.locator('[data-slot=dialog]')
const message = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Messages' }).getByText(text).first()

/** A call comes in while the page is open, and its lead is opened from its card. @returns the name of the lead */
async function leadOfNewCall(page: Page, owner: Awaited<ReturnType<typeof ownerWithAssistant>>): Promise<string> {
  const row = page
    .getByRole('list', { name: /^Calls/ })
    .getByRole('listitem')
    .first()
  await expect(row).toBeHidden()
  const began = Date.now()
  expect(await callIn(owner)).toBe('stored')
  await row.waitFor()
  test.info().annotations.push({ type: 'milliseconds from ring to list', description: String(Date.now() - began) })
  await row.getByRole('button').first().click()
  await dialog(page).getByRole('link', { name: 'Open the lead' }).click()
  await expect(page).toHaveURL(/\/dashboard\/leads\/[0-9a-f-]{36}$/)
  await clerkReady(page)
  return page.getByRole('heading', { level: 1 }).innerText()
}

async function qualifyAndBook(page: Page): Promise<void> {
  const stage = page.getByRole('list', { name: 'Stage' })
  await stage.getByRole('button', { name: 'Qualified' }).click()
  await expect(stage.locator('[aria-current=step]')).toHaveText('Qualified')
  await page.getByRole('link', { name: 'Book a visit' }).click()
  await dialog(page).getByLabel('Day').fill('2027-01-18')
  await dialog(page).getByLabel('From').fill('08:00')
  await dialog(page).getByLabel('To', { exact: true }).fill('10:00')
  await agree(page)
  await saveVisit(page, 'Book the visit', '2027-01-18')
  await expect(message(page, /^Booked for Mon, Jan 18/)).toBeVisible()
  await page.locator('[data-visit]').first().click()
  await button(page, 'Move').click()
  await dialog(page).getByLabel('Day').fill('2027-01-19')
  await saveVisit(page, 'Move it', '2027-01-19')
  await expect(message(page, /^Moved to Tue, Jan 19/)).toBeVisible()
}

async function download(page: Page): Promise<string> {
  await page.goto('/dashboard/leads')
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download CSV').click()])
  return readFile(await file.path(), 'utf8')
}

async function connectAndRemove(page: Page, owner: { organizationId: string }): Promise<void> {
  await page.goto(INTEGRATIONS)
  await clerkReady(page)
  await connectGoogle(page)
  const calendar = page.getByRole('region', { name: 'Google Workspace', exact: true })
  await expect(calendar).toContainText('Reads only')
  const token = await googleToken(owner)
  expect(await googleTakes(token)).toBe(true)
  await calendar.getByRole('button', { name: 'Remove' }).click()
  await button(page, 'Remove Google Workspace').click()
  await expect(page.getByText('Google Workspace is removed, here and there')).toBeVisible()
  expect(await googleTakes(token)).toBe(false)
}

/** Makes a key, reads the leads with it as a program does, and revokes it. @returns what it read */
async function useAndRevokeKey(page: Page): Promise<{ data: { name: string }[] }> {
  await page.goto('/dashboard/settings/keys')
  await clerkReady(page)
  await button(page, 'Make a key').click()
  await dialog(page).getByLabel('Name').fill('Dispatch board')
  await button(page, 'Make the key').click()
  const key = await page.getByLabel('API key').inputValue()
  await button(page, 'Done').click()
  const ask = () => fetch(`${stack.env.siteUrl}/api/v1/leads`, { headers: { authorization: `Bearer ${key}` } })
  const read = await ask()
  expect(read.status).toBe(200)
  await button(page, 'Revoke Dispatch board').click()
  await button(page, 'Revoke the key').click()
  await expect(message(page, '“Dispatch board” is revoked')).toBeVisible()
  expect((await ask()).status).toBe(401)
  return (await read.json()) as { data: { name: string }[] }
}

async function keepTranscriptsForThirtyDays(page: Page): Promise<void> {
  await page.goto('/dashboard/settings/retention')
  await clerkReady(page)
  await page.getByLabel('Transcripts are kept for, in days').fill('30')
  await button(page, 'Save').click()
  await button(page, 'Save the shorter time').click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
}

test('from a ring in the night to the log that tells all of it', async ({ browser }) => {
  const owner = await ownerWithAssistant('Story')
  await setPlan(owner.organizationId, 'front_desk')
  const page = await newBrowser(browser)
  await openSignedIn(page, owner.email, '/dashboard')
  const name = await leadOfNewCall(page, owner)
  await qualifyAndBook(page)
  const old = (age: number) => ({
    organizationId: owner.organizationId,
    startedAt: new Date(Date.now() - age * DAY),
    outcome: 'message' as const,
    summary: `${age} days old`,
    transcript: [{ speaker: 'caller' as const, text: 'There is no heat', at: 0 }],
  })
  await within(owner, ({ db }) => db.insert(calls).values([old(29), old(31)]))
  await keepTranscriptsForThirtyDays(page)
  // The night has come.
  await within(owner, ({ db, organizationId }) =>
    db.update(organizations).set({ retentionDueAt: new Date() }).where(eq(organizations.id, organizationId)),
  )

  // Meanwhile, as deletions are looked for once a minute.
  expect(await download(page)).toContain(name)
  await connectAndRemove(page, owner)
  const read = await useAndRevokeKey(page)
  expect(read.data.map((lead) => lead.name)).toEqual([name])

  const kept = () => within(owner, ({ db }) => db.select().from(calls))
  const isOld = ({ summary }: { summary: string | null }) => summary === '31 days old'
  await expect.poll(async () => (await kept()).find(isOld)?.transcript, { timeout: 120_000 }).toBeNull()
  expect((await kept()).filter(({ transcript }) => transcript === null).map(({ summary }) => summary)).toEqual([
    '31 days old',
  ])

  await page.goto('/dashboard/settings/log')
  for (const words of [
    'The assistant took a call',
    'The assistant added a lead',
    'You opened a lead',
    'You changed a lead',
    'You booked a visit',
    'You moved a visit',
    'You exported leads',
    'You connected a system',
    'You removed a connection',
    'You made an API key',
    'The key “Dispatch board” read a list of leads',
    'You revoked an API key',
    'You changed how long data stays',
    'The site deleted what was kept long enough',
  ]) {
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: words }).first(), words).toBeVisible()
  }
})
