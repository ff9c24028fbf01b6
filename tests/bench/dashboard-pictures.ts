import type { Browser, BrowserContext } from '@playwright/test'
import { desc, eq } from 'drizzle-orm'
import { AREAS } from '../../lib/platform/auth/access-table.ts'
import { calls } from '../../lib/dashboard/schema/calls.ts'
import { leads } from '../../lib/dashboard/schema/leads.ts'
import { organizations } from '../../lib/platform/db/organizations.ts'
import { openDatabase } from '../../lib/platform/db/client.ts'
import { inOrganization } from '../../lib/platform/db/organization.ts'
import { sampleAccounts } from '../../scripts/support/sample-accounts.ts'
import { clerkReady } from '../e2e/account/clerk-pages.ts'
import { newOwner, setPlan } from '../e2e/account/people.ts'
import { connectGoogle, INTEGRATIONS } from '../e2e/account/provider.ts'
import { openSignedIn } from '../e2e/account/sign-in.ts'
import { stack } from '../support/stack/addresses.ts'
import { saveRows, withSite } from './pictures.ts'

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
  'retention',
  'log',
] as const

/** Screens that look the same for every company. */
const SETTLED = ['settings', 'team', 'plan', 'access', 'data', 'account'] as const

const nameOf = (area: keyof typeof AREAS) => `dashboard/${AREAS[area].label.toLowerCase().replaceAll(/\W+/g, '-')}`

const signedInAs = (email: string) => async (context: BrowserContext) => {
  const page = await context.newPage()
  await openSignedIn(page, email)
  await page.close()
}

async function latest(): Promise<{ call: string; lead: string }> {
  const { db, close } = await openDatabase(stack.env.databaseUrl)
  try {
    for (const { id } of await db.select({ id: organizations.id }).from(organizations)) {
      const found = await inOrganization(db, id, async ({ db: own }) => ({
        call: (
          await own
            .select({ id: calls.id })
            .from(calls)
            .where(eq(calls.outcome, 'booked'))
            .orderBy(desc(calls.startedAt))
            .limit(1)
        )[0]?.id,
        lead: (await own.select({ id: leads.id }).from(leads).orderBy(desc(leads.createdAt)).limit(1))[0]?.id,
      }))
      const { call, lead } = found
      if (call && lead) return { call, lead }
    }
  } finally {
    await close()
  }
  throw new Error('There is no sample company with calls and leads')
}

async function connectSystems(browser: Browser): Promise<void> {
  const context = await browser.newContext({ baseURL: stack.env.siteUrl, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await openSignedIn(page, sampleAccounts.owner, INTEGRATIONS)
  await clerkReady(page)
  await connectGoogle(page)
  await page.goto(AREAS.keys.path)
  await clerkReady(page)
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByLabel('Name').fill('Dispatch board')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await context.close()
}

await withSite(async (browser) => {
  const { call, lead } = await latest()
  const withData = Object.fromEntries([...SCREENS, ...SETTLED].map((area) => [nameOf(area), AREAS[area].path]))
  const single = {
    'dashboard/call': `${AREAS.calls.path}/${call}`,
    'dashboard/lead': `${AREAS.leads.path}/${lead}`,
    'dashboard/visits': `${AREAS.appointments.path}?view=list`,
    'dashboard/calendar-day': `${AREAS.appointments.path}?view=day`,
    'dashboard/caller': `${AREAS.callers.path}?call=${call}`,
  }
  await connectSystems(browser)
  await saveRows(browser, { ...withData, ...single }, signedInAs(sampleAccounts.owner))
  await saveRows(browser, { [nameOf('lines')]: AREAS.lines.path }, signedInAs(sampleAccounts.staff))
  const owner = await newOwner('New')
  await setPlan(owner.organizationId, 'front_desk')
  const withoutData = Object.fromEntries(SCREENS.map((area) => [`${nameOf(area)}-empty`, AREAS[area].path]))
  await saveRows(browser, withoutData, signedInAs(owner.email))
})
