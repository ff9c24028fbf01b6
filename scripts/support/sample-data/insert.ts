import { createClerkClient } from '@clerk/backend'
import { openDatabase } from '../../../lib/db/client.ts'
import { inOrganization, type OrganizationTransaction } from '../../../lib/db/organization.ts'
import {
  appointments,
  callerNumbers,
  callers,
  calls,
  events,
  leads,
  lineRequests,
  organizationSettings,
} from '../../../lib/db/schema/index.ts'
import { requestHandover } from '../../../lib/voice/handover-request.ts'
import { lastNight } from '../../../lib/today/night.ts'
import { sampleOrganizations } from '../sample-accounts.ts'
import type { Settings } from '../settings.ts'
import { COMPANY } from './content.ts'
import { knownCallers } from './callers.ts'
import { withRecordings } from './recordings.ts'
import { type Rows, sampleRows } from './rows.ts'

/** The company's own number, which it forwards. */
const OWN_NUMBER = '+13125550142'

const DAY = 86_400_000

/** Rows that go into one statement: Postgres takes 65,535 parameters. */
const BATCH = 500

const batches = <Row>(rows: Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, index) => rows.slice(index * BATCH, (index + 1) * BATCH))

async function insertRows(tx: OrganizationTransaction, rows: Rows, now: Date): Promise<void> {
  const { db, organizationId } = tx
  await db.insert(organizationSettings).values({ ...COMPANY.settings, organizationId, forwardedAt: now })
  const liveAt = new Date(now.getTime() - 100 * DAY)
  const askedAt = new Date(liveAt.getTime() - DAY)
  await db.insert(lineRequests).values({
    organizationId,
    state: 'live',
    companyPhone: OWN_NUMBER,
    note: 'Mornings are best.',
    askedAt,
    startedAt: liveAt,
    liveAt,
  })
  const own = <Row extends object>(batch: Row[]) => batch.map((row) => ({ ...row, organizationId }))
  for (const batch of batches(rows.calls)) await db.insert(calls).values(own(batch))
  for (const batch of batches(rows.leads)) await db.insert(leads).values(own(batch))
  for (const batch of batches(rows.appointments)) await db.insert(appointments).values(own(batch))
  const known = knownCallers(rows)
  for (const batch of batches(known.callers)) await db.insert(callers).values(own(batch))
  for (const batch of batches(known.numbers)) await db.insert(callerNumbers).values(own(batch))
  for (const batch of batches(rows.events)) await db.insert(events).values(own(batch))
  await requestHandover(tx, 'sample')
}

/** Gives the sample company of the local Clerk 90 days of calls, leads and visits. */
export async function insertSampleData(settings: Settings): Promise<void> {
  const clerk = createClerkClient({ secretKey: settings.site.CLERK_SECRET_KEY, apiUrl: settings.site.CLERK_API_URL })
  const [sample] = sampleOrganizations
  const { id } = await clerk.organizations.getOrganization({ slug: sample?.slug ?? '' })
  const now = new Date()
  const { hours, timeZone } = COMPANY.settings
  const made = sampleRows(now, timeZone, lastNight(hours, timeZone, now))
  const rows = settings.localVoice ? { ...made, calls: await withRecordings(settings, made.calls, now) } : made
  const { db, close } = await openDatabase(settings.env.databaseUrl)
  try {
    await inOrganization(db, id, (tx) => insertRows(tx, rows, now))
  } finally {
    await close()
  }
}
