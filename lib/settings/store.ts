import { and, eq, sql } from 'drizzle-orm'
import type { Changed } from '../db/list.ts'
import type { OrganizationTransaction } from '../db/organization.ts'
import { organizations, organizationSettings } from '../db/schema/index.ts'
import type { Actor } from '../events/event.ts'
import { recordEvent } from '../events/record.ts'
import { requestHandover } from '../voice/handover-request.ts'
import type { SettingsChange, SettingsRecord } from './input.ts'
import { DEFAULT_TIME_ZONE, RETAINED, RETENTION_DEFAULTS } from './organization-settings.ts'

type Row = typeof organizationSettings.$inferSelect

/** What holds for an organization that has never changed anything. */
export const DEFAULT_SETTINGS: SettingsRecord = {
  timeZone: DEFAULT_TIME_ZONE,
  hours: {},
  serviceArea: [],
  greeting: null,
  onCall: [],
  pagingMinutes: 5,
  forwardingNumber: null,
  forwardedAt: null,
  secondFactorRequired: false,
  retention: { ...RETENTION_DEFAULTS },
  version: 0,
}

const recordOf = (row: Row): SettingsRecord => ({
  timeZone: row.timeZone,
  hours: row.hours,
  serviceArea: row.serviceArea,
  greeting: row.greeting,
  onCall: row.onCall,
  pagingMinutes: row.pagingMinutes,
  forwardingNumber: row.forwardingNumber,
  forwardedAt: row.forwardedAt?.toISOString() ?? null,
  secondFactorRequired: row.secondFactorRequired,
  retention: {
    recordings: row.recordingDays,
    transcripts: row.transcriptDays,
    calls: row.callDays,
    leads: row.leadDays,
  },
  version: row.version,
})

/** The settings of an organization; the defaults while it has none of its own. */
export async function getSettings({ db, organizationId }: OrganizationTransaction): Promise<SettingsRecord> {
  const [row] = await db
    .select()
    .from(organizationSettings)
    .where(eq(organizationSettings.organizationId, organizationId))
  return row ? recordOf(row) : DEFAULT_SETTINGS
}

const columnsOf = ({ isForwarded, retention, ...rest }: SettingsChange): Partial<Row> => ({
  ...rest,
  ...(isForwarded !== undefined && { forwardedAt: isForwarded ? new Date() : null }),
  ...(retention && {
    recordingDays: retention.recordings,
    transcriptDays: retention.transcripts,
    callDays: retention.calls,
    leadDays: retention.leads,
  }),
})

/** Writes the change where the row still has this version. @returns undefined when it has another one */
async function write(
  { db, organizationId }: OrganizationTransaction,
  change: SettingsChange,
  version: number,
): Promise<Row | undefined> {
  const columns = columnsOf(change)
  if (version === 0) {
    const [created] = await db
      .insert(organizationSettings)
      .values({ organizationId, ...columns })
      .onConflictDoNothing()
      .returning()
    return created
  }
  const [changed] = await db
    .update(organizationSettings)
    .set({ ...columns, version: sql`${organizationSettings.version} + 1`, updatedAt: sql`now()` })
    .where(and(eq(organizationSettings.organizationId, organizationId), eq(organizationSettings.version, version)))
    .returning()
  return changed
}

/** Writes what was changed into the log: names of fields, and of days the numbers; nothing that somebody typed. */
async function log(
  tx: OrganizationTransaction,
  actor: Actor,
  change: SettingsChange,
  before: SettingsRecord,
): Promise<void> {
  const { retention, ...rest } = change
  const fields = Object.keys(rest)
  if (fields.length > 0) await recordEvent(tx, actor, { action: 'settings.changed', details: { fields } })
  const kinds = RETAINED.filter((kind) => retention && retention[kind] !== before.retention[kind])
  if (!retention || kinds.length === 0) return
  const days = Object.fromEntries(kinds.map((kind) => [kind, { from: before.retention[kind], to: retention[kind] }]))
  await recordEvent(tx, actor, { action: 'retention.changed', details: { days } })
}

/** What the voice vendor is not told of: who may sign in, what the phone company does, and what only this site keeps. */
const NOT_TOLD: ReadonlySet<string> = new Set([
  'secondFactorRequired',
  'isForwarded',
] satisfies (keyof SettingsChange)[])

/** Whether the assistant would say or do anything else after a change. */
const isTold = (change: SettingsChange): boolean => Object.keys(change).some((name) => !NOT_TOLD.has(name))

const unplanRetention = ({ db, organizationId }: OrganizationTransaction) =>
  db.update(organizations).set({ retentionDueAt: null }).where(eq(organizations.id, organizationId))

/**
 * Changes some of the settings.
 * @param version that the change was made to (0 before the first one); without it, whatever is there is changed
 * @returns with `conflict` what is there, when somebody else changed it before
 */
export async function changeSettings(
  tx: OrganizationTransaction,
  actor: Actor,
  change: SettingsChange,
  version?: number,
): Promise<NonNullable<Changed<SettingsRecord>>> {
  for (;;) {
    const before = await getSettings(tx)
    if (version !== undefined && before.version !== version) return { conflict: before }
    const row = await write(tx, change, before.version)
    if (row) {
      // The nightly deletion is planned anew, for the nights of the new zone.
      if (row.timeZone !== before.timeZone) await unplanRetention(tx)
      if (isTold(change)) await requestHandover(tx, `settings:${row.version}`)
      await log(tx, actor, change, before)
      return { changed: recordOf(row) }
    }
    // Somebody changed it since it was read a moment ago: with a version that is a conflict, without one not.
  }
}
