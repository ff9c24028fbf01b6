import { expect, type Page } from '@playwright/test'
import { events } from '../../../lib/dashboard/schema/events.ts'
import { samplePassword } from '../../../scripts/support/sample-accounts.ts'
import { findHorizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { findViolations } from '../../support/pages/violations.ts'
import { stack } from '../../support/stack/addresses.ts'
import { waitForClerk, renewToken } from './clerk-pages.ts'
import { advanceClock, createOwner, setPlan } from './people.ts'
import { within } from './rows.ts'
import { openSignedIn, getPasswordField } from './sign-in.ts'
import { test } from './streaming-test.ts'

const KEYS_PATH = '/dashboard/settings/keys'

async function openAsOwner(page: Page, name: string) {
  const owner = await createOwner(name)
  await setPlan(owner.organizationId, 'front_desk')
  await openSignedIn(page, owner.email, KEYS_PATH)
  await waitForClerk(page)
  return owner
}

const getButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const getKeys = (page: Page, list: 'Active keys' | 'Revoked keys') =>
  page.getByRole('list', { name: list }).getByRole('listitem')

const sendWithKey = (key: string, path = '/api/v1/leads', init: RequestInit = {}) =>
  fetch(stack.env.siteUrl + path, {
    ...init,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  })

const createLead = (key: string) =>
  sendWithKey(key, '/api/v1/leads', { method: 'POST', body: JSON.stringify({ name: 'Ada Byron', problem: 'No heat' }) })

async function readLog(organizationId: string) {
  const rows = await within({ organizationId }, ({ db }) => db.select().from(events))
  return rows.map(({ action, actorKind }) => `${actorKind} ${action}`)
}

async function createKey(page: Page, name: string, scopes: string[] = []): Promise<string> {
  await getButton(page, 'Create API key').click()
  const form = page.getByRole('dialog', { name: 'New API key' })
  await form.getByLabel('Name').fill(name)
  for (const scope of scopes) await form.getByLabel(scope).check()
  await form.getByRole('button', { name: 'Create key' }).click()
  return copyDisplayedKey(page, name)
}

async function copyDisplayedKey(page: Page, name: string): Promise<string> {
  const dialog = page.getByRole('dialog', { name: `API key for “${name}”` })
  await expect(dialog.getByLabel('API key')).toHaveValue(/^dw_[\w-]{43}$/)
  const key = await dialog.getByLabel('API key').inputValue()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy key' }).click()
  await expect(dialog.getByText('Copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  return key
}

test('an API key can be created, is shown once, and stops working when revoked @smoke', async ({ page }) => {
  const { organizationId } = await openAsOwner(page, 'Keys')
  await expect(page.getByText('No API keys yet')).toBeVisible()

  await getButton(page, 'Create API key').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByText('Enter a name for the key')).toBeVisible()
  await page.keyboard.press('Escape')

  const key = await createKey(page, 'Dispatch board')
  await expect(getKeys(page, 'Active keys')).toHaveText([
    new RegExp(`Dispatch board.*dw_…${key.slice(-4)}.*Reads calls, leads and appointments\\..*by you.*Never used`, 's'),
  ])
  expect(await page.content()).not.toContain(key)

  const response = await sendWithKey(key)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ data: [], next: null })
  expect(response.headers.get('ratelimit')).toMatch(/^"key";r=\d+;t=\d+$/)
  expect(response.headers.get('set-cookie')).toBeNull()
  expect((await createLead(key)).status, 'key without write scope').toBe(403)

  await page.reload()
  await expect(getKeys(page, 'Active keys')).toContainText(['Last used'])
  expect(await page.content()).not.toContain(key)

  await getButton(page, 'Revoke Dispatch board').click()
  await getButton(page, 'Cancel').click()
  expect((await sendWithKey(key)).status).toBe(200)
  await getButton(page, 'Revoke Dispatch board').click()
  await getButton(page, 'Revoke key').click()
  await expect(page.getByText('“Dispatch board” revoked')).toBeVisible()
  await expect(getKeys(page, 'Revoked keys')).toContainText(['Dispatch board'])
  const rejected = await sendWithKey(key)
  expect(rejected.status).toBe(401)
  expect(rejected.headers.get('www-authenticate')).toContain('invalid_token')
  expect(rejected.headers.get('content-type')).toBe('application/problem+json')
  expect(await readLog(organizationId)).toEqual(expect.arrayContaining(['person key.created', 'person key.revoked']))
})

test('a write key requires the password sooner than a read key, and canceling keeps the form', async ({ page }) => {
  const { organizationId } = await openAsOwner(page, 'Writing')
  await advanceClock(15)
  await renewToken(page)
  await createKey(page, 'Reader')

  await getButton(page, 'Create API key').click()
  await page.getByRole('dialog').getByLabel('Name').fill('Writer')
  await page.getByRole('dialog').getByLabel('add and edit leads').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByText('Verification required')).toBeVisible()
  await page.getByRole('button', { name: 'Close modal' }).click()
  await expect(getKeys(page, 'Active keys')).toHaveCount(1)
  await getButton(page, 'Create API key').click()
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Writer')
  await page.getByRole('dialog').getByLabel('add and edit leads').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  await getPasswordField(page).fill(samplePassword)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true }).click()
  const key = await copyDisplayedKey(page, 'Writer')
  const created = await createLead(key)
  expect(created.status).toBe(201)
  expect(created.headers.get('location')).toMatch(/^\/api\/v1\/leads\/[\da-f-]{36}$/)
  expect(await readLog(organizationId)).toContain('key lead.created')
})

test('the API keys page is accessible and fits on phone and desktop', async ({ page }) => {
  await openAsOwner(page, 'wide')
  await createKey(page, 'Dispatch board')
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findViolations(page)).toEqual([])
    expect(await findHorizontalScroll(page)).toEqual([])
    await getButton(page, 'Create API key').click()
    await expect(page.getByRole('dialog', { name: 'New API key' })).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await getButton(page, 'Revoke Dispatch board').click()
    await expect(getButton(page, 'Cancel')).toBeVisible()
    expect(await findViolations(page)).toEqual([])
    await getButton(page, 'Cancel').click()
  }
})
