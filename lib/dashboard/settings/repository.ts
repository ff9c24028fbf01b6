import { and, eq, sql } from 'drizzle-orm'
import { toJson, type UpdateResult } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { organizations } from '../../platform/db/organizations.ts'
import { organizationSettings } from '../schema/settings.ts'
import type { Actor } from '../model/event.ts'
import { recordEvent } from '../events/record.ts'
import { requestSync } from '../voice-vendor/sync-request.ts'
import type { SettingsChange, SettingsRecord } from './input.ts'
import { DEFAULT_TIME_ZONE, RETAINED_KINDS, RETENTION_DEFAULTS } from '../model/organization-settings.ts'

type Row = typeof organizationSettings.$inferSelect

export const DEFAULT_SETTINGS: SettingsRecord = {
  timeZone: DEFAULT_TIME_ZONE,
  hours: {},
  closedDays: [],
  closedOnHolidays: false,
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

function toSettingsRecord(row: Row): SettingsRecord {
  const { organizationId: _id, voiceAgentId: _agent, updatedAt: _updatedAt, ...columns } = row
  const { recordingDays, transcriptDays, callDays, leadDays, ...settings } = columns
  const retention = { recordings: recordingDays, transcripts: transcriptDays, calls: callDays, leads: leadDays }
  return { ...toJson(settings), retention }
}

export async function getSettings({ db, organizationId }: OrganizationTransaction): Promise<SettingsRecord> {
  const [row] = await db
    .select()
    .from(organizationSettings)
    .where(eq(organizationSettings.organizationId, organizationId))
  return row ? toSettingsRecord(row) : DEFAULT_SETTINGS
}

const toColumns = ({ isForwarded, retention, ...rest }: SettingsChange): Partial<Row> => ({
  ...rest,
  ...(isForwarded !== undefined && { forwardedAt: isForwarded ? new Date() : null }),
  ...(retention && {
    recordingDays: retention.recordings,
    transcriptDays: retention.transcripts,
    callDays: retention.calls,
    leadDays: retention.leads,
  }),
})

/**
 * Writes the change if the version matches.
 * @returns undefined on a version mismatch
 */
async function saveSettings(
  { db, organizationId }: OrganizationTransaction,
  change: SettingsChange,
  version: number,
): Promise<Row | undefined> {
  const columns = toColumns(change)
  if (version === 0) {
    const [insertedRow] = await db
      .insert(organizationSettings)
      .values({ organizationId, ...columns })
      .onConflictDoNothing()
      .returning()
    return insertedRow
  }
  const [updatedRow] = await db
    .update(organizationSettings)
    .set({ ...columns, version: sql`${organizationSettings.version} + 1`, updatedAt: sql`now()` })
    .where(and(eq(organizationSettings.organizationId, organizationId), eq(organizationSettings.version, version)))
    .returning()
  return updatedRow
}

/** Records the change in the audit log: field names and retention days, but no user input. */
async function log(
  tx: OrganizationTransaction,
  actor: Actor,
  change: SettingsChange,
  before: SettingsRecord,
): Promise<void> {
  const { retention, ...rest } = change
  const fields = Object.keys(rest)
  if (fields.length > 0) await recordEvent(tx, actor, { action: 'settings.changed', details: { fields } })
  const kinds = RETAINED_KINDS.filter((kind) => retention && retention[kind] !== before.retention[kind])
  if (!retention || kinds.length === 0) return
  const days = Object.fromEntries(kinds.map((kind) => [kind, { from: before.retention[kind], to: retention[kind] }]))
  await recordEvent(tx, actor, { action: 'retention.changed', details: { days } })
}

/** Settings that are not part of the vendor's agent config. */
const UNSYNCED_FIELDS: ReadonlySet<string> = new Set([
  'secondFactorRequired',
  'isForwarded',
] satisfies (keyof SettingsChange)[])

const requiresSync = (change: SettingsChange): boolean => Object.keys(change).some((name) => !UNSYNCED_FIELDS.has(name))

const clearRetentionRun = ({ db, organizationId }: OrganizationTransaction) =>
  db.update(organizations).set({ retentionDueAt: null }).where(eq(organizations.id, organizationId))

/**
 * Changes the settings.
 * @param version version that the change is based on; 0 before the first change, any version if omitted
 * @returns `conflict` after a concurrent change
 */
export async function changeSettings(
  tx: OrganizationTransaction,
  actor: Actor,
  change: SettingsChange,
  version?: number,
): Promise<NonNullable<UpdateResult<SettingsRecord>>> {
  for (;;) {
    const before = await getSettings(tx)
    if (version !== undefined && before.version !== version) return { conflict: before }
    const row = await saveSettings(tx, change, before.version)
    if (row) {
      if (row.timeZone !== before.timeZone) await clearRetentionRun(tx)
      if (requiresSync(change)) await requestSync(tx, `settings:${row.version}`)
      await log(tx, actor, change, before)
      return { changed: toSettingsRecord(row) }
    }
    // A concurrent change won. The next iteration returns a conflict, or retries if no version was passed.
  }
}
