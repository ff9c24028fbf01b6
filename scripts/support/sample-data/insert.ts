import { millisecondsInDay } from 'date-fns/constants'
import { createClerkClient } from '@clerk/backend'
import { openDatabase } from '../../../lib/platform/db/client.ts'
import type { Env } from '../../../lib/platform/env/env.ts'
import { runInOrganization, type OrganizationTransaction } from '../../../lib/platform/db/organization.ts'
import { appointments } from '../../../lib/dashboard/schema/appointments.ts'
import { callerNumbers, callers } from '../../../lib/dashboard/schema/callers.ts'
import { calls } from '../../../lib/dashboard/schema/calls.ts'
import { events } from '../../../lib/dashboard/schema/events.ts'
import { leads } from '../../../lib/dashboard/schema/leads.ts'
import { lineRequests } from '../../../lib/dashboard/schema/lines.ts'
import { organizationSettings } from '../../../lib/dashboard/schema/settings.ts'
import { requestSync } from '../../../lib/dashboard/voice-vendor/sync-request.ts'
import { DEFAULT_SETTINGS } from '../../../lib/dashboard/settings/repository.ts'
import { findPeriodSinceClose } from '../../../lib/dashboard/today/since-close.ts'
import { COMPANY } from './content.ts'
import { buildCallerRows } from './callers.ts'
import { uploadRecordings } from './recordings.ts'
import { type Rows, createSampleRows } from './rows.ts'

/** The company's own number, which forwards to the assistant. */
const COMPANY_NUMBER = '+13125550142'

/** Rows per statement, because Postgres allows 65,535 parameters. */
const BATCH_ROWS = 500

const splitIntoBatches = <Row>(rows: Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / BATCH_ROWS) }, (_, index) =>
    rows.slice(index * BATCH_ROWS, (index + 1) * BATCH_ROWS),
  )

async function insertRows(tx: OrganizationTransaction, rows: Rows, now: Date): Promise<void> {
  const { db, organizationId } = tx
  await db.insert(organizationSettings).values({ ...COMPANY.settings, organizationId, forwardedAt: now })
  const liveAt = new Date(now.getTime() - 100 * millisecondsInDay)
  const requestedAt = new Date(liveAt.getTime() - millisecondsInDay)
  await db.insert(lineRequests).values({
    organizationId,
    state: 'live',
    companyPhone: COMPANY_NUMBER,
    note: 'Mornings are best.',
    askedAt: requestedAt,
    startedAt: liveAt,
    liveAt,
  })
  const addOrganizationId = <Row extends object>(batch: Row[]) => batch.map((row) => ({ ...row, organizationId }))
  for (const batch of splitIntoBatches(rows.calls)) await db.insert(calls).values(addOrganizationId(batch))
  for (const batch of splitIntoBatches(rows.leads)) await db.insert(leads).values(addOrganizationId(batch))
  for (const batch of splitIntoBatches(rows.appointments))
    await db.insert(appointments).values(addOrganizationId(batch))
  const callerRows = buildCallerRows(rows)
  for (const batch of splitIntoBatches(callerRows.callers)) await db.insert(callers).values(addOrganizationId(batch))
  for (const batch of splitIntoBatches(callerRows.numbers))
    await db.insert(callerNumbers).values(addOrganizationId(batch))
  for (const batch of splitIntoBatches(rows.events)) await db.insert(events).values(addOrganizationId(batch))
  await requestSync(tx, 'sample')
}

type Target = { site: Record<string, string>; env: Env; localVoice: boolean }

/** Inserts 90 days of calls, leads and visits for the organization with this slug. */
export async function insertSampleData({ site, env, localVoice }: Target, slug: string): Promise<void> {
  const clerk = createClerkClient({ secretKey: site.CLERK_SECRET_KEY, apiUrl: site.CLERK_API_URL })
  const { id } = await clerk.organizations.getOrganization({ slug })
  const now = new Date()
  const { timeZone } = COMPANY.settings
  const generatedRows = createSampleRows(
    now,
    timeZone,
    findPeriodSinceClose({ ...DEFAULT_SETTINGS, ...COMPANY.settings }, timeZone, now),
  )
  const rows = localVoice
    ? { ...generatedRows, calls: await uploadRecordings(env.voice, generatedRows.calls, now) }
    : generatedRows
  const { db, close } = await openDatabase(env.databaseUrl)
  try {
    await runInOrganization(db, id, (tx) => insertRows(tx, rows, now))
  } finally {
    await close()
  }
}
