import type { Browser, BrowserContext, Page } from '@playwright/test'
import { desc, eq } from 'drizzle-orm'
import { AREAS } from '../../lib/platform/auth/access-table.ts'
import { calls } from '../../lib/dashboard/schema/calls.ts'
import { leads } from '../../lib/dashboard/schema/leads.ts'
import { organizations } from '../../lib/platform/db/organizations.ts'
import { openDatabase } from '../../lib/platform/db/client.ts'
import { runInOrganization } from '../../lib/platform/db/organization.ts'
import { sampleAccounts } from '../../scripts/support/sample-accounts.ts'
import { waitForClerk } from '../e2e/account/clerk-pages.ts'
import { createOwner, setPlan } from '../e2e/account/people.ts'
import { connectGoogle, INTEGRATIONS_PATH } from '../e2e/account/provider.ts'
import { openSignedIn } from '../e2e/account/sign-in.ts'
import { stack } from '../support/stack/addresses.ts'
import { saveScreenshotRows, withSite } from './pictures.ts'

const SCREENS = [
  'today',
  'calls',
  'leads',
  'callers',
  'appointments',
  'tryIt',
  'integrations',
  'business',
  'assistant',
  'onCall',
  'alerts',
  'keys',
  'webhooks',
  'imports',
  'notifications',
  'retention',
  'log',
] as const

/** Screens that look the same for every company. */
const SHARED_SCREENS = ['settings', 'team', 'plan', 'access', 'data', 'account'] as const

const getImageName = (area: keyof typeof AREAS) =>
  `dashboard/${AREAS[area].label.toLowerCase().replaceAll(/\W+/g, '-')}`

const createSignIn = (email: string) => async (context: BrowserContext) => {
  const page = await context.newPage()
  await openSignedIn(page, email)
  await page.close()
}

async function findSampleIds(): Promise<{ call: string; lead: string }> {
  const { db, close } = await openDatabase(stack.env.databaseUrl)
  try {
    for (const { id } of await db.select({ id: organizations.id }).from(organizations)) {
      const sampleIds = await runInOrganization(db, id, async ({ db: organizationDb }) => ({
        call: (
          await organizationDb
            .select({ id: calls.id })
            .from(calls)
            .where(eq(calls.outcome, 'booked'))
            .orderBy(desc(calls.startedAt))
            .limit(1)
        )[0]?.id,
        lead: (await organizationDb.select({ id: leads.id }).from(leads).orderBy(desc(leads.createdAt)).limit(1))[0]
          ?.id,
      }))
      const { call, lead } = sampleIds
      if (call && lead) return { call, lead }
    }
  } finally {
    await close()
  }
  throw new Error('There is no sample company with calls and leads')
}

async function addWebhook(page: Page): Promise<void> {
  await page.goto(AREAS.webhooks.path)
  await waitForClerk(page)
  await page.getByRole('button', { name: 'Add webhook' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('URL').fill('https://dispatch.example/events')
  await dialog.getByLabel('Name').fill('Dispatch board')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
}

async function importLeads(page: Page): Promise<void> {
  await page.goto(AREAS.imports.path)
  const rows = ['Name,Phone,Problem', 'Ada Vance,(312) 555-0142,No heat', 'Ben Ortiz,(312) 555-0143,Loud blower']
  const file = { name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await page.getByText('Import finished').waitFor()
}

async function connectSystems(browser: Browser): Promise<void> {
  const context = await browser.newContext({ baseURL: stack.env.siteUrl, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await openSignedIn(page, sampleAccounts.owner, INTEGRATIONS_PATH)
  await waitForClerk(page)
  await connectGoogle(page)
  await page.goto(AREAS.keys.path)
  await waitForClerk(page)
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByLabel('Name').fill('Dispatch board')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await addWebhook(page)
  await importLeads(page)
  await context.close()
}

await withSite(async (browser) => {
  const { call, lead } = await findSampleIds()
  const filledPages = Object.fromEntries(
    [...SCREENS, ...SHARED_SCREENS].map((area) => [getImageName(area), AREAS[area].path]),
  )
  const detailPages = {
    'dashboard/call': `${AREAS.calls.path}/${call}`,
    'dashboard/lead': `${AREAS.leads.path}/${lead}`,
    'dashboard/visits': `${AREAS.appointments.path}?view=list`,
    'dashboard/calendar-day': `${AREAS.appointments.path}?view=day`,
    'dashboard/caller': `${AREAS.callers.path}?call=${call}`,
  }
  await connectSystems(browser)
  await saveScreenshotRows(browser, { ...filledPages, ...detailPages }, createSignIn(sampleAccounts.owner))
  await saveScreenshotRows(browser, { [getImageName('lines')]: AREAS.lines.path }, createSignIn(sampleAccounts.staff))
  const owner = await createOwner('New')
  await setPlan(owner.organizationId, 'front_desk')
  const emptyPages = Object.fromEntries(SCREENS.map((area) => [`${getImageName(area)}-empty`, AREAS[area].path]))
  await saveScreenshotRows(browser, emptyPages, createSignIn(owner.email))
})
