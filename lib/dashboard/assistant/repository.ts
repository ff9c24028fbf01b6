import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import { PAGE_SIZE } from '../../constants.ts'
import type { Changed } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { jobs } from '../../platform/jobs/schema.ts'
import { assistantHandovers, assistantVersions } from '../schema/assistant.ts'
import type { Actor } from '../model/event.ts'
import { recordEvent } from '../events/record.ts'
import { voiceAgentOf } from '../voice-vendor/deletions.ts'
import { requestHandover } from '../voice-vendor/handover-request.ts'
import { timeZoneOf } from '../settings/time-zone.ts'
import { compareInstructions } from './compare.ts'
import { DEFAULT_INSTRUCTIONS, type Instructions } from '../model/instructions.ts'
import type { AssistantPage, AssistantRecord, HandoverState, VersionList, VersionRecord } from './record.ts'

export async function currentInstructions({ db, organizationId }: OrganizationTransaction): Promise<AssistantRecord> {
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

export async function readHandover(tx: OrganizationTransaction): Promise<HandoverState> {
  const { db, organizationId } = tx
  const agentId = await voiceAgentOf(tx)
  const [handover] = await db
    .select()
    .from(assistantHandovers)
    .where(eq(assistantHandovers.organizationId, organizationId))
  const isHandover = and(eq(jobs.organizationId, organizationId), eq(jobs.kind, 'assistant-handover'))
  const waiting = await db.$count(jobs, and(isHandover, isNull(jobs.doneAt), isNull(jobs.failedAt)))
  return {
    hasLine: Boolean(agentId),
    handedOverAt: handover?.handedOverAt?.toISOString() ?? null,
    refusal: handover?.refusal ?? null,
    refusedAt: handover?.refusedAt?.toISOString() ?? null,
    isWaiting: waiting > 0,
  }
}

export const readAssistantPage = async (tx: OrganizationTransaction): Promise<AssistantPage> => ({
  ...(await currentInstructions(tx)),
  handover: await readHandover(tx),
  timeZone: await timeZoneOf(tx),
})

export const handOverVersion = (tx: OrganizationTransaction, number: number): Promise<void> =>
  requestHandover(tx, `version-${number}`)

/** Stores a new version, unless nothing changed. */
async function addVersion(
  tx: OrganizationTransaction,
  actor: Actor,
  { instructions, takenFrom = null }: { instructions: Instructions; takenFrom?: number | null },
  version: number,
): Promise<NonNullable<Changed<AssistantRecord>>> {
  const { db, organizationId } = tx
  const before = await currentInstructions(tx)
  if (before.version !== version) return { conflict: before }
  const fields = compareInstructions(before.instructions, instructions).map(({ field }) => field)
  if (fields.length === 0) return { changed: before }
  const number = version + 1
  const [added] = await db
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
  if (!added) return { conflict: await currentInstructions(tx) }
  await recordEvent(tx, actor, { action: 'assistant.changed', details: { fields } })
  await handOverVersion(tx, number)
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
): Promise<NonNullable<Changed<AssistantRecord>>> => addVersion(tx, actor, { instructions }, version)

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
  const [found] = await db
    .select({ number: assistantVersions.number, instructions: assistantVersions.instructions })
    .from(assistantVersions)
    .where(and(eq(assistantVersions.organizationId, organizationId), eq(assistantVersions.number, number)))
  return found
}

/**
 * Restores an earlier version, as a new version.
 * @param number version to restore
 * @param version current version, as the client knows it
 * @returns undefined if the earlier version does not exist; `conflict` after a concurrent change
 */
export async function takeBack(
  tx: OrganizationTransaction,
  actor: Actor,
  number: number,
  version: number,
): Promise<Changed<AssistantRecord>> {
  const earlier = await readVersion(tx, number)
  if (!earlier) return undefined
  return addVersion(tx, actor, { instructions: earlier.instructions, takenFrom: number }, version)
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
  const found = await db
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
  const rows = found.slice(0, limit).map(({ number, takenFrom, createdById, createdAt, instructions }, at) => {
    const previous = found[at + 1]?.instructions ?? DEFAULT_INSTRUCTIONS
    const fields = compareInstructions(previous, instructions).map(({ field }) => field)
    return { number, takenFrom, createdById, createdAt: createdAt.toISOString(), fields }
  })
  return { rows, next: found.length > limit ? (rows.at(-1)?.number ?? null) : null }
}
