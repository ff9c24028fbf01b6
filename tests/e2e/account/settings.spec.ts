import { type Browser, expect, type Page } from '@playwright/test'
import { calls } from '../../../lib/dashboard/schema/calls.ts'
import { changeSettings, getSettings } from '../../../lib/dashboard/settings/repository.ts'
import { waitForClerk, renewToken } from './clerk-pages.ts'
import { advanceClock, createOwner, type Owner } from './people.ts'
import { within } from './rows.ts'
import { openAs } from './sign-in.ts'
import { test } from './streaming-test.ts'

const SETTINGS_PATH = '/dashboard/settings'
const DAY_MS = 24 * 3_600_000

const readSettings = (owner: Owner) => within(owner, getSettings)

const saveChanges = async (page: Page) => {
  const saveResponse = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await saveResponse
}

async function openAsNewOwner(browser: Browser, name: string, path: string): Promise<{ owner: Owner; page: Page }> {
  const owner = await createOwner(name)
  return { owner, page: await openAs(browser, owner, `${SETTINGS_PATH}/${path}`) }
}

const addCalls = (owner: Owner, agesInDays: number[]) =>
  within(owner, ({ db, organizationId }) =>
    db.insert(calls).values(
      agesInDays.map((ageInDays) => ({
        organizationId,
        startedAt: new Date(Date.now() - ageInDays * DAY_MS),
        outcome: 'message' as const,
        transcript: [{ speaker: 'caller' as const, text: 'There is no heat', at: 0 }],
      })),
    ),
  )

test('hours and ZIP codes can be saved, and an invalid ZIP code does not discard the others @smoke', async ({
  browser,
}) => {
  const { owner, page } = await openAsNewOwner(browser, 'Hours', 'business')
  await page.getByRole('switch', { name: 'Monday' }).click()
  await page.getByLabel('Monday, open from').fill('07:30')
  await page.getByRole('button', { name: 'Copy Monday to Tuesday–Friday' }).click()
  const zips = page.getByRole('textbox', { name: 'ZIP codes' })
  await zips.fill('60614, 60615\n6061\n60616')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Not a ZIP code: 6061.')).toBeVisible()
  await expect(zips).toBeFocused()
  await expect(zips).toHaveValue('60614, 60615\n6061\n60616')
  await zips.fill('60614, 60615\n60616')
  await page.getByRole('textbox', { name: 'Crew' }).fill('North')
  await page.getByRole('textbox', { name: 'Test a ZIP code' }).fill('60616')
  await expect(page.getByText('60616 is served by the crew “North”')).toBeVisible()
  await page.getByRole('textbox', { name: 'Test a ZIP code' }).fill('60699')
  await expect(page.getByText('60699 is outside your service area')).toBeVisible()
  await saveChanges(page)
  expect(await readSettings(owner)).toMatchObject({
    hours: { mon: { from: '07:30', to: '17:00' }, fri: { from: '07:30', to: '17:00' } },
    serviceArea: ['60614', '60615', '60616'].map((zip) => ({ zip, crew: 'North' })),
  })
  await page.reload()
  await expect(page.getByLabel('Friday, open from')).toHaveValue('07:30')
  await expect(page.getByRole('textbox', { name: 'ZIP codes' })).toHaveValue('60614, 60615, 60616')
})

test('leaving with unsaved changes requires confirmation, and a conflicting edit is reported', async ({ browser }) => {
  const { owner, page } = await openAsNewOwner(browser, 'Drafts', 'business')
  const greeting = page.getByRole('textbox', { name: 'Greeting' })
  await greeting.fill('Good evening, this is mine.')
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'On call' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
  await expect(greeting).toHaveValue('Good evening, this is mine.')

  const change = (input: Parameters<typeof changeSettings>[2]) =>
    within(owner, (tx) => changeSettings(tx, { kind: 'site' }, input))
  await change({ greeting: 'Good evening, this is theirs.' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Someone else edited this.')).toBeVisible()
  await page.getByRole('button', { name: 'Save mine' }).click()
  await expect.poll(async () => (await readSettings(owner)).greeting).toBe('Good evening, this is mine.')

  await greeting.fill('Good morning.')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await change({ pagingMinutes: 9 })
  await saveChanges(page)
  expect(await readSettings(owner)).toMatchObject({ greeting: 'Good morning.', pagingMinutes: 9 })
})

test('on-call order can be changed by keyboard, and uncovered hours are listed', async ({ browser }) => {
  const { owner, page } = await openAsNewOwner(browser, 'Paging', 'on-call')
  for (const [name, phone] of [
    ['Alex Sample', '312 555 0190'],
    ['Sam Sample', '(312) 555-0191'],
  ] as const) {
    await page.getByRole('button', { name: 'Add someone outside your team' }).click()
    await page.getByRole('textbox', { name: 'Name' }).last().fill(name)
    await page.getByRole('textbox', { name: 'Phone number' }).last().fill(phone)
  }
  await page.getByRole('button', { name: 'Move Sam Sample up' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Sam Sample is now number 1 of 2.')).toBeAttached()
  await expect(page.getByRole('button', { name: 'Move Sam Sample down' })).toBeFocused()
  await saveChanges(page)
  expect((await readSettings(owner)).onCall.map(({ name, phone }) => [name, phone])).toEqual([
    ['Sam Sample', '+13125550191'],
    ['Alex Sample', '+13125550190'],
  ])
  await page.getByRole('button', { name: 'Remove Alex Sample' }).click()
  await page.getByRole('combobox', { name: 'Availability' }).click()
  await page.getByRole('option', { name: 'Certain hours' }).click()
  await expect(page.getByText('No one is on call from 7:00 AM to 6:00 PM.')).toBeVisible()
})

test('a shorter retention lists its deletions before saving, and logs them', async ({ browser }) => {
  const { owner, page } = await openAsNewOwner(browser, 'Keeping', 'retention')
  await addCalls(owner, [1, 40, 50, 60])
  await page.reload()
  await page.getByLabel('Keep transcripts for (days)').fill('30')
  await page.getByLabel('Keep recordings for (days)').fill('14')
  await expect(page.getByText('3 transcripts will be deleted tonight')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete 3 transcripts?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect((await readSettings(owner)).retention.transcripts).toBe(90)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await question.getByRole('button', { name: 'Save shorter period' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect((await readSettings(owner)).retention).toMatchObject({ recordings: 14, transcripts: 30 })

  await page.goto(`${SETTINGS_PATH}/log`)
  const entry = page.getByRole('listitem').filter({ hasText: 'changed the retention settings' })
  await expect(entry).toContainText('You changed the retention settings')
  await expect(entry).toContainText('transcripts from 90 to 30 days')
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Calls', exact: true }).click()
  await expect(page).toHaveURL(/group=calls/)
  await expect(page.getByText('No matching activity')).toBeVisible()
})

test('a shorter retention requires the password an hour after sign-in', async ({ browser }) => {
  const { owner, page } = await openAsNewOwner(browser, 'Asked', 'retention')
  await waitForClerk(page)
  await advanceClock(60)
  await renewToken(page)
  await page.getByLabel('Keep leads for (days)').fill('100')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Save shorter period' }).click()
  await expect(page.locator('input[name="password"]:visible')).toBeVisible()
  expect((await readSettings(owner)).retention.leads).toBe(730)
})
