import { millisecondsInDay } from 'date-fns/constants'
import { createClerkClient } from '@clerk/backend'
import { openDatabase } from '../../../lib/platform/db/client.ts'
import type { Env } from '../../../lib/platform/env/env.ts'
import { inOrganization, type OrganizationTransaction } from '../../../lib/platform/db/organization.ts'
import { appointments } from '../../../lib/dashboard/schema/appointments.ts'
import { callerNumbers, callers } from '../../../lib/dashboard/schema/callers.ts'
import { calls } from '../../../lib/dashboard/schema/calls.ts'
import { events } from '../../../lib/dashboard/schema/events.ts'
import { leads } from '../../../lib/dashboard/schema/leads.ts'
import { lineRequests } from '../../../lib/dashboard/schema/lines.ts'
import { organizationSettings } from '../../../lib/dashboard/schema/settings.ts'
import { requestHandover } from '../../../lib/dashboard/voice-vendor/handover-request.ts'
import { lastNight } from '../../../lib/dashboard/today/night.ts'
import { COMPANY } from './content.ts'
import { knownCallers } from './callers.ts'
import { withRecordings } from './recordings.ts'
import { type Rows, sampleRows } from './rows.ts'

/** The company's own number, which forwards to the assistant. */
const OWN_NUMBER = '+13125550142'

/** Rows per statement, because Postgres allows 65,535 parameters. */
const BATCH = 500

const batches = <Row>(rows: Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, index) => rows.slice(index * BATCH, (index + 1) * BATCH))

async function insertRows(tx: OrganizationTransaction, rows: Rows, now: Date): Promise<void> {
  const { db, organizationId } = tx
  await db.insert(organizationSettings).values({ ...COMPANY.settings, organizationId, forwardedAt: now })
  const liveAt = new Date(now.getTime() - 100 * millisecondsInDay)
  const askedAt = new Date(liveAt.getTime() - millisecondsInDay)
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

type Target = { site: Record<string, string>; env: Env; localVoice: boolean }

/** Inserts 90 days of calls, leads and visits for the organization with this slug. */
export async function insertSampleData({ site, env, localVoice }: Target, slug: string): Promise<void> {
  const clerk = createClerkClient({ secretKey: site.CLERK_SECRET_KEY, apiUrl: site.CLERK_API_URL })
  const { id } = await clerk.organizations.getOrganization({ slug })
  const now = new Date()
  const { hours, timeZone } = COMPANY.settings
  const made = sampleRows(now, timeZone, lastNight(hours, timeZone, now))
  const rows = localVoice ? { ...made, calls: await withRecordings(env.voice, made.calls, now) } : made
  const { db, close } = await openDatabase(env.databaseUrl)
  try {
    await inOrganization(db, id, (tx) => insertRows(tx, rows, now))
  } finally {
    await close()
  }
}
