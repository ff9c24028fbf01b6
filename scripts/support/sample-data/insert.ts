import { createClerkClient } from '@clerk/backend'
import { openDatabase } from '../../../lib/db/client.ts'
import { inOrganization, type OrganizationTransaction } from '../../../lib/db/organization.ts'
import { appointments, calls, events, leads, organizationSettings } from '../../../lib/db/schema/index.ts'
import type { OnCallList, OpeningHours } from '../../../lib/settings/organization-settings.ts'
import { lastNight } from '../../../lib/today/night.ts'
import { sampleOrganizations } from '../sample-accounts.ts'
import type { Settings } from '../settings.ts'
import { SERVICE_AREA } from './callers.ts'
import { sampleRows } from './rows.ts'

/** Id of the sample company's assistant at the vendor of the voice. */
export const SAMPLE_VOICE_AGENT = 'agent_local_sample'

/** Where the sample company is. */
export const SAMPLE_ZONE = 'America/Chicago'

const WEEKDAY = { from: '08:00', to: '17:00' }

const HOURS: OpeningHours = {
  mon: WEEKDAY,
  tue: WEEKDAY,
  wed: WEEKDAY,
  thu: WEEKDAY,
  fri: WEEKDAY,
  sat: { from: '09:00', to: '13:00' },
}

const ON_CALL: OnCallList = [
  { name: 'Alex (on call)', phone: '+13125550190', hours: null },
  { name: 'Sam (owner)', phone: '+13125550191', hours: null },
]

/** Rows that go into one statement: Postgres takes 65,535 parameters. */
const BATCH = 500

const batches = <Row>(rows: Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, index) => rows.slice(index * BATCH, (index + 1) * BATCH))

async function insertRows({ db, organizationId }: OrganizationTransaction, now: Date): Promise<void> {
  await db.insert(organizationSettings).values({
    organizationId,
    timeZone: SAMPLE_ZONE,
    hours: HOURS,
    serviceArea: SERVICE_AREA,
    onCall: ON_CALL,
    forwardingNumber: '+13125550199',
    forwardedAt: now,
    voiceAgentId: SAMPLE_VOICE_AGENT,
  })
  const night = lastNight(HOURS, SAMPLE_ZONE, now)
  const rows = sampleRows(now, SAMPLE_ZONE, night)
  const own = <Row extends object>(batch: Row[]) => batch.map((row) => ({ ...row, organizationId }))
  for (const batch of batches(rows.calls)) await db.insert(calls).values(own(batch))
  for (const batch of batches(rows.leads)) await db.insert(leads).values(own(batch))
  for (const batch of batches(rows.appointments)) await db.insert(appointments).values(own(batch))
  for (const batch of batches(rows.events)) await db.insert(events).values(own(batch))
}

/** Gives the sample company of the local Clerk 90 days of calls, leads and visits. */
export async function insertSampleData(settings: Settings): Promise<void> {
  const clerk = createClerkClient({ secretKey: settings.site.CLERK_SECRET_KEY, apiUrl: settings.site.CLERK_API_URL })
  const [sample] = sampleOrganizations
  const { id } = await clerk.organizations.getOrganization({ slug: sample?.slug ?? '' })
  const { db, close } = await openDatabase(settings.env.databaseUrl)
  try {
    await inOrganization(db, id, (tx) => insertRows(tx, new Date()))
  } finally {
    await close()
  }
}
