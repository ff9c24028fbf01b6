import { expect, type Page } from '@playwright/test'
import { createLead } from '../../../lib/dashboard/leads/repository.ts'
import { findHorizontalScroll } from '../../support/pages/horizontal-scroll.ts'
import { findViolationsInBothThemes } from '../../support/pages/violations.ts'
import { createColleague, createOwner, type Owner } from './people.ts'
import { within } from './rows.ts'
import { openAs, openSignedIn } from './sign-in.ts'
import { test } from './streaming-test.ts'

const LEADS_PATH = '/dashboard/leads'

async function createOwnerWithLeads(name: string): Promise<Owner> {
  const owner = await createOwner(name)
  for (const [lead, urgency] of [
    ['Ada Vance', 'now'],
    ['Bo Reyes', 'later'],
  ] as const)
    await within(owner, (tx) => createLead(tx, { kind: 'assistant' }, { name: lead, problem: 'No heat', urgency }))
  return owner
}

const getRows = (page: Page) => page.getByRole('table', { name: 'Leads' }).locator('tbody tr')
const getMenu = (page: Page) => page.getByRole('button', { name: /^Views: / })

async function selectUrgency(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Urgency' }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

async function selectInMenu(page: Page, name: string): Promise<void> {
  await getMenu(page).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

async function saveView(page: Page, name: string, isShared = false): Promise<void> {
  await selectInMenu(page, 'Save as new view')
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByLabel('Name').fill(name)
  if (isShared) await dialog.getByLabel('Share with your company').check()
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog).toBeHidden()
}

test('a view is saved, reloaded, changed, shared and deleted @smoke', async ({ page, browser }) => {
  const owner = await createOwnerWithLeads('views')
  const colleague = await createColleague(owner, 'org:member')
  await openSignedIn(page, owner.email, LEADS_PATH)
  await expect(getRows(page)).toHaveCount(2)
  await page.getByRole('textbox', { name: 'Search leads' }).fill('a')
  await selectUrgency(page, 'Now')
  await saveView(page, 'Hot leads')
  await expect(getMenu(page)).toHaveText('Hot leads')
  await page.getByRole('textbox', { name: 'Search leads' }).fill('')

  await page.goto(LEADS_PATH)
  await expect(getRows(page)).toHaveCount(2)
  await selectInMenu(page, 'Hot leads')
  await expect(page).toHaveURL(/urgency=now/)
  expect(page.url()).not.toContain('search=')
  await expect(getRows(page)).toHaveCount(1)
  await page.reload()
  await expect(getMenu(page)).toHaveAccessibleName('Views: Hot leads')

  await selectUrgency(page, 'Flexible')
  await expect(getMenu(page)).toHaveAccessibleName('Views: Hot leads, changed')
  await page.getByRole('link', { name: /^New/ }).click()
  await expect(page).toHaveURL(/stage=new/)
  await expect(getMenu(page)).toHaveAccessibleName('Views: Hot leads, changed')
  await selectInMenu(page, 'Update “Hot leads”')
  await expect(getMenu(page)).toHaveAccessibleName('Views: Hot leads')

  await selectInMenu(page, 'Save as new view')
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog.getByText('Enter a name for the view')).toBeVisible()
  await dialog.getByLabel('Name').fill('hot LEADS')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog.getByText('You already have a view with this name')).toBeVisible()
  await page.keyboard.press('Escape')

  const other = await openAs(browser, colleague, LEADS_PATH)
  await getMenu(other).click()
  await expect(other.getByText('Save filters that you use often as a view.')).toBeVisible()
  await other.keyboard.press('Escape')

  await selectInMenu(page, 'Rename or share')
  const edit = page.getByRole('dialog', { name: 'Edit view' })
  await edit.getByLabel('Name').fill('Flexible leads')
  await edit.getByLabel('Share with your company').check()
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(getMenu(page)).toHaveAccessibleName('Views: Flexible leads')

  await selectInMenu(other, 'Flexible leads')
  await expect(other).toHaveURL(/urgency=later/)
  await getMenu(other).click()
  await expect(other.getByRole('menuitem', { name: 'Delete view' })).toHaveCount(0)
  await other.keyboard.press('Escape')
  await other.keyboard.press('Control+k')
  await other.keyboard.type('flexible')
  await expect(other.getByRole('group', { name: 'Views' }).getByRole('option')).toContainText('Flexible leads')

  await selectInMenu(page, 'Delete view')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete view' }).click()
  await expect(page.getByText('“Flexible leads” deleted')).toBeVisible()
  await expect(getMenu(page)).toHaveAccessibleName('Views: none selected')
  await other.context().close()
})

test('every list has a menu of views that is accessible and fits', async ({ page }) => {
  const owner = await createOwnerWithLeads('views')
  await openSignedIn(page, owner.email, LEADS_PATH)
  await saveView(page, 'All of them', true)
  await page.goto(`${LEADS_PATH}?urgency=later&saved=7a3c1f0e-5a52-4c0f-9d51-1f0e5a524c0f&nonsense=1`)
  await expect(getRows(page)).toHaveCount(1)
  await expect(getMenu(page)).toHaveAccessibleName('Views: none selected')
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    for (const path of ['/dashboard/calls', LEADS_PATH, '/dashboard/callers']) {
      await page.goto(path)
      await getMenu(page).click()
      await expect(page.getByRole('menuitem', { name: 'Save as new view' })).toBeVisible()
      // Only the menu: Base UI's focus guards around it have the tabindex that axe reports.
      expect(await findViolationsInBothThemes(page, '[role=menu]')).toEqual([])
      expect(await findHorizontalScroll(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toBeHidden()
      expect(await findViolationsInBothThemes(page)).toEqual([])
    }
  }
})
