import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import { PAGE_SIZE } from '../../constants.ts'
import type { UpdateResult } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { jobs } from '../../platform/jobs/schema.ts'
import { assistantHandovers, assistantVersions } from '../schema/assistant.ts'
import type { Actor } from '../model/event.ts'
import { recordEvent } from '../events/record.ts'
import { findVoiceAgent } from '../voice-vendor/deletions.ts'
import { requestSync } from '../voice-vendor/sync-request.ts'
import { getTimeZone } from '../settings/time-zone.ts'
import { compareInstructions } from './compare.ts'
import { DEFAULT_INSTRUCTIONS, type Instructions } from '../model/instructions.ts'
import type { AssistantPage, AssistantRecord, SyncState, VersionList, VersionRecord } from './record.ts'

export async function getCurrentInstructions({
  db,
  organizationId,
}: OrganizationTransaction): Promise<AssistantRecord> {
  const [latest] = await db
    .select({ instructions: assistantVersions.instructions, number: assistantVersions.number })
    .from(assistantVersions)
    .where(eq(assistantVersions.organizationId, organizationId))
    .orderBy(desc(assistantVersions.number))
    .limit(1)
  return latest
    ? { instructions: latest.instructions, version: latest.number }
    : { instructions: DEFAULT_INSTRUCTIONS, version: 0 }
}

export async function readSyncState(tx: OrganizationTransaction): Promise<SyncState> {
  const { db, organizationId } = tx
  const agentId = await findVoiceAgent(tx)
  const [syncRow] = await db
    .select()
    .from(assistantHandovers)
    .where(eq(assistantHandovers.organizationId, organizationId))
  const isSyncJob = and(eq(jobs.organizationId, organizationId), eq(jobs.kind, 'assistant-handover'))
  const pendingCount = await db.$count(jobs, and(isSyncJob, isNull(jobs.doneAt), isNull(jobs.failedAt)))
  return {
    hasLine: Boolean(agentId),
    handedOverAt: syncRow?.handedOverAt?.toISOString() ?? null,
    refusal: syncRow?.refusal ?? null,
    refusedAt: syncRow?.refusedAt?.toISOString() ?? null,
    isWaiting: pendingCount > 0,
  }
}

export const readAssistantPage = async (tx: OrganizationTransaction): Promise<AssistantPage> => ({
  ...(await getCurrentInstructions(tx)),
  handover: await readSyncState(tx),
  timeZone: await getTimeZone(tx),
})

export const enqueueVersionSync = (tx: OrganizationTransaction, number: number): Promise<void> =>
  requestSync(tx, `version-${number}`)

/** Stores a new version, unless nothing changed. */
async function addVersion(
  tx: OrganizationTransaction,
  actor: Actor,
  { instructions, takenFrom = null }: { instructions: Instructions; takenFrom?: number | null },
  version: number,
): Promise<NonNullable<UpdateResult<AssistantRecord>>> {
  const { db, organizationId } = tx
  const current = await getCurrentInstructions(tx)
  if (current.version !== version) return { conflict: current }
  const fields = compareInstructions(current.instructions, instructions).map(({ field }) => field)
  if (fields.length === 0) return { changed: current }
  const number = version + 1
  const [insertedRow] = await db
    .insert(assistantVersions)
    .values({
      organizationId,
      number,
      instructions,
      takenFrom,
      createdById: actor.kind === 'person' ? actor.id : null,
    })
    .onConflictDoNothing({ target: [assistantVersions.organizationId, assistantVersions.number] })
    .returning({ number: assistantVersions.number })
  // A concurrent request stored the same version number first.
  if (!insertedRow) return { conflict: await getCurrentInstructions(tx) }
  await recordEvent(tx, actor, { action: 'assistant.changed', details: { fields } })
  await enqueueVersionSync(tx, number)
  return { changed: { instructions, version: number } }
}

/**
 * Saves the instructions as a new version.
 * @param version version that the change is based on; 0 before the first change
 * @returns `conflict` with the current version after a concurrent change
 */
export const saveInstructions = (
  tx: OrganizationTransaction,
  actor: Actor,
  instructions: Instructions,
  version: number,
): Promise<NonNullable<UpdateResult<AssistantRecord>>> => addVersion(tx, actor, { instructions }, version)

/**
 * Reads a version.
 * @param number version number; 0 for the defaults
 * @returns undefined if the version does not exist
 */
export async function readVersion(
  { db, organizationId }: OrganizationTransaction,
  number: number,
): Promise<VersionRecord | undefined> {
  if (number === 0) return { number, instructions: DEFAULT_INSTRUCTIONS }
  const [versionRow] = await db
    .select({ number: assistantVersions.number, instructions: assistantVersions.instructions })
    .from(assistantVersions)
    .where(and(eq(assistantVersions.organizationId, organizationId), eq(assistantVersions.number, number)))
  return versionRow
}

/**
 * Restores an earlier version, as a new version.
 * @param number version to restore
 * @param version version that the client last received
 * @returns undefined if the earlier version does not exist; `conflict` after a concurrent change
 */
export async function restoreVersion(
  tx: OrganizationTransaction,
  actor: Actor,
  number: number,
  version: number,
): Promise<UpdateResult<AssistantRecord>> {
  const earlierVersion = await readVersion(tx, number)
  if (!earlierVersion) return undefined
  return addVersion(tx, actor, { instructions: earlierVersion.instructions, takenFrom: number }, version)
}

/**
 * Lists versions, newest first.
 * @param before exclusive upper limit; starts with the newest version if omitted
 */
export async function listVersions(
  { db, organizationId }: OrganizationTransaction,
  before?: number,
  limit = PAGE_SIZE,
): Promise<VersionList> {
  // Fetch one extra row, because the last shown version is compared with its predecessor.
  const versionRows = await db
    .select()
    .from(assistantVersions)
    .where(
      and(
        eq(assistantVersions.organizationId, organizationId),
        before === undefined ? undefined : lt(assistantVersions.number, before),
      ),
    )
    .orderBy(desc(assistantVersions.number))
    .limit(limit + 1)
  const rows = versionRows.slice(0, limit).map(({ number, takenFrom, createdById, createdAt, instructions }, index) => {
    const previous = versionRows[index + 1]?.instructions ?? DEFAULT_INSTRUCTIONS
    const fields = compareInstructions(previous, instructions).map(({ field }) => field)
    return { number, takenFrom, createdById, createdAt: createdAt.toISOString(), fields }
  })
  return { rows, next: versionRows.length > limit ? (rows.at(-1)?.number ?? null) : null }
}
