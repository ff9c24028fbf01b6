import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { callers } from '../../../lib/dashboard/schema/callers.ts'
import { leads } from '../../../lib/dashboard/schema/leads.ts'
import { findHorizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { findViolations, findViolationsInBothThemes } from '../../support/pages/violations.ts'
import { waitForClerk } from './clerk-pages.ts'
import { createColleague, createOwner, type Owner } from './people.ts'
import { within } from './rows.ts'
import { openSignedIn } from './sign-in.ts'
import { test } from './streaming-test.ts'
import { expectProblems } from '../test.ts'

const IMPORT_PATH = '/dashboard/import'

const toCsv = (rows: string[][]): string => rows.map((row) => row.join(';')).join('\r\n')

/** A file as another system exports it: semicolons, several name columns, and some rows with problems. */
const buildLeadsFile = (count: number): Buffer =>
  Buffer.from(
    toCsv([
      ['First Name', 'Last Name', 'Mobile Phone Number', 'Email', 'Street Address', 'City', 'Postal Code', 'Notes'],
      ...Array.from({ length: count }, (_, index) => [
        `Person`,
        `Number ${index}`,
        index === 3 ? '1.21256E+10' : `(212) 555-${String(index).padStart(4, '0')}`,
        `person${index}@example.com`,
        `${index} Main Street`,
        'New York',
        '10001',
        'Asks for a tune-up',
      ]),
    ]),
  )

const chooseFile = (page: Page, buffer: Buffer, name = 'customers.csv') =>
  page.getByLabel('Choose file').setInputFiles({ name, mimeType: 'text/csv', buffer })

const getPanel = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) })

const countLeads = (owner: Owner) => within(owner, ({ db }) => db.$count(leads))

test('200 leads can be imported from a file and undone @smoke', async ({ page }) => {
  const owner = await createOwner('Import')
  await openSignedIn(page, owner.email, '/dashboard/leads')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import' })).toBeVisible()

  await chooseFile(page, buildLeadsFile(200))
  await expect(page.getByRole('combobox', { name: 'Separator' })).toHaveText('Semicolon')
  await expect(page.getByLabel('Field for Mobile Phone Number')).toHaveValue('phone')
  await expect(page.getByLabel('Field for Notes')).toHaveValue('problem')
  const preview = getPanel(page, 'Preview')
  await expect(preview.getByRole('row', { name: /Person Number 0 .*\(212\) 555-0000/ })).toBeVisible()
  await expect(preview.getByText('Excel shortened this number')).toBeVisible()
  await expect(page.getByText('199 new, 1 row with problems.')).toBeVisible()
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Import 199 rows' }).click()

  const result = getPanel(page, 'Import finished')
  await expect(result).toBeVisible({ timeout: 20_000 })
  await expect(result.getByText('Leads added')).toBeVisible()
  expect(await countLeads(owner)).toBe(199)
  const download = page.waitForEvent('download')
  await result.getByRole('link', { name: 'Download 1 invalid row' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain('First Name,Last Name,Mobile Phone Number')
  expect(file).toContain('Excel shortened this number')

  await result.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click()
  const undone = getPanel(page, 'Import undone')
  await expect(undone.getByText('199 undone.')).toBeVisible({ timeout: 20_000 })
  expect(await countLeads(owner)).toBe(0)
  expect(await findViolations(page)).toEqual([])
})

test('an imported file can be imported again without duplicates, and fills in what is missing', async ({ page }) => {
  const owner = await createOwner('Import')
  await openSignedIn(page, owner.email, `${IMPORT_PATH}?kind=callers`)
  const file = Buffer.from('Name,Phone,Do not call\r\nAda Byron,(212) 555-0142,yes\r\n')
  await chooseFile(page, file)
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(getPanel(page, 'Import finished')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Import another file' }).click()

  await chooseFile(page, Buffer.from('Name\tPhone\tHouse notes\nAda Byron\t212-555-0142\tSide door\n'))
  await expect(page.getByText('0 new, 1 matching a caller you have.')).toBeVisible()
  await page.getByRole('radio', { name: 'Fill in empty fields' }).check()
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(getPanel(page, 'Import finished')).toBeVisible({ timeout: 20_000 })
  expect(await within(owner, ({ db }) => db.select().from(callers))).toMatchObject([
    { name: 'Ada Byron', house: 'Side door', doNotCall: true },
  ])
})

test('a file that is no CSV file is rejected with a way to save it', async ({ page }) => {
  const owner = await createOwner('Import')
  await openSignedIn(page, owner.email, IMPORT_PATH)
  await chooseFile(page, Buffer.from('PK\u0003\u0004xlsx'), 'customers.xlsx')
  await expect(page.getByRole('alert').filter({ hasText: 'CSV UTF-8' })).toBeVisible()
  await page.getByRole('button', { name: 'Choose another file' }).click()

  await chooseFile(page, Buffer.from('Product,Price\r\nFilter,12\r\n'))
  await expect(page.getByText('Choose a column for: Name.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Import / })).toBeDisabled()
  await page.getByLabel('Field for Product').selectOption('name')
  await expect(page.getByRole('button', { name: 'Import 1 row' })).toBeEnabled()
})

test('the import fits on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const owner = await createOwner('Import')
  await openSignedIn(page, owner.email, IMPORT_PATH)
  expect(await findHorizontalScroll(page)).toEqual([])
  expect(await findViolations(page)).toEqual([])
  await chooseFile(page, buildLeadsFile(20))
  await expect(page.getByText('19 new')).toBeVisible()
  expect(await findHorizontalScroll(page)).toEqual([])
  expect(await findViolationsInBothThemes(page)).toEqual([])
})

test('only members who manage leads can import', async ({ page }) => {
  const owner = await createOwner('Import')
  const member = await createColleague(owner, 'org:member')
  await openSignedIn(page, member.email, IMPORT_PATH)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Import')
  expectProblems(/status 403: GET .*\/api\/dashboard\/imports$/)
  const status = await page.evaluate(async () => (await fetch('/api/dashboard/imports')).status)
  expect(status).toBe(403)
})

/** Maximum bytes of a client-side navigation within the dashboard. */
const MAX_NAVIGATION_BYTES = 80 * 1024

test('the import loads at most 80 KB when opened from the leads', async ({ page }) => {
  const owner = await createOwner('Import')
  await openSignedIn(page, owner.email, '/dashboard/leads')
  await waitForClerk(page)
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (!request.url().includes('/__clerk/') && request.resourceType() !== 'font')
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Choose a CSV file')).toBeVisible()
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  test.info().annotations.push({ type: 'bytes of a soft navigation', description: `Import: ${bytes}` })
  expect(bytes).toBeLessThanOrEqual(MAX_NAVIGATION_BYTES)
})
