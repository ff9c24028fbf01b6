import { expect, type Page } from '@playwright/test'
import { createKey } from '../../../lib/dashboard/keys/repository.ts'
import { createLead } from '../../../lib/dashboard/leads/repository.ts'
import type { Scope } from '../../../lib/platform/auth/scopes.ts'
import { findViolationsInBothThemes } from '../../support/pages/violations.ts'
import { waitForClerk } from './clerk-pages.ts'
import { createOwner, setPlan } from './people.ts'
import { getLocalSystemUrl, INTEGRATIONS_PATH } from './provider.ts'
import { within } from './rows.ts'
import { openSignedIn } from './sign-in.ts'
import { test } from './streaming-test.ts'

const ZAPIER_URL = getLocalSystemUrl('zapier')

const getButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const getZaps = (page: Page) => page.getByRole('list', { name: 'Zaps that are on' }).getByRole('listitem')

async function openWithKey(page: Page, name: string, scopes: Scope[]) {
  const owner = await createOwner(name)
  await setPlan(owner.organizationId, 'front_desk')
  const { key } = await within(owner, (tx) =>
    createKey(tx, { kind: 'person', id: owner.userId }, { name: 'Zapier', scopes }),
  )
  await openSignedIn(page, owner.email, INTEGRATIONS_PATH)
  await waitForClerk(page)
  return { owner, key }
}

/** Creates a Zap in the local Zapier, which lists new Zaps last. */
async function createZap(page: Page, key: string, event: string) {
  await page.goto(ZAPIER_URL)
  await page.getByLabel('API key').fill(key)
  await page.getByLabel('Trigger').selectOption(event)
  await getButton(page, 'Create Zap').click()
  const name = await page
    .getByRole('region', { name: /^Zap \d+: / })
    .last()
    .getAttribute('aria-label')
  return page.getByRole('region', { name: name ?? event, exact: true })
}

test('a Zap that is turned on with an API key receives its event, and can be removed @smoke', async ({ page }) => {
  const { owner, key } = await openWithKey(page, 'zapping', ['leads:read'])
  await expect(page.getByText('No Zaps are on.')).toBeVisible()
  const zap = await createZap(page, key, 'lead.created')
  await zap.getByRole('button', { name: 'Test trigger' }).click()
  await expect(zap.getByRole('status')).toContainText('"type": "lead.created"')
  await zap.getByRole('button', { name: 'Turn on' }).click()
  await expect(zap.getByRole('heading')).toHaveText('lead.created (on)')

  await within(owner, (tx) =>
    createLead(tx, { kind: 'assistant' }, { name: 'Ada Vance', problem: 'No heat upstairs', source: 'call' }),
  )
  await expect
    .poll(async () => {
      await page.goto(ZAPIER_URL)
      return zap.getByRole('listitem').allTextContents()
    })
    .toEqual([expect.stringContaining('No heat upstairs')])
  expect(await findViolationsInBothThemes(page)).toEqual([])

  await page.goto(INTEGRATIONS_PATH)
  await expect(getZaps(page)).toHaveText([/A lead was added.*Last sent.*API key “Zapier”/])
  await getButton(page, 'Remove Zap: A lead was added').click()
  await getButton(page, 'Remove Zap').click()
  await expect(page.getByText('No Zaps are on.')).toBeVisible()

  await page.goto('/dashboard/settings/log')
  await expect(page.getByRole('main')).toContainText('unsubscribed a Zap')
})

test('a Zap that was deleted in Zapier is removed at its next event', async ({ page }) => {
  const { owner, key } = await openWithKey(page, 'deleting', ['leads:read'])
  const zap = await createZap(page, key, 'lead.created')
  await zap.getByRole('button', { name: 'Turn on' }).click()
  await expect(zap.getByRole('heading')).toHaveText('lead.created (on)')
  await zap.getByRole('button', { name: 'Delete without unsubscribing' }).click()
  await page.goto(INTEGRATIONS_PATH)
  await expect(getZaps(page)).toHaveCount(1)
  await within(owner, (tx) =>
    createLead(tx, { kind: 'assistant' }, { name: 'Ada', problem: 'No heat', source: 'call' }),
  )
  await expect(page.getByText('No Zaps are on.')).toBeVisible()
})

test('a Zap whose key lacks the scope shows what is missing', async ({ page }) => {
  const { key } = await openWithKey(page, 'lacking', ['leads:read'])
  const zap = await createZap(page, key, 'call.created')
  await zap.getByRole('button', { name: 'Turn on' }).click()
  await expect(zap.getByRole('status')).toContainText('The key needs the scope calls:read')
  await expect(zap.getByRole('heading')).toHaveText('call.created (off)')
  await page.goto(INTEGRATIONS_PATH)
  await expect(page.getByText('No Zaps are on.')).toBeVisible()
})
