import { and, desc, eq, lt } from 'drizzle-orm'
import { PAGE_SIZE } from '../constants.ts'
import type { Changed } from '../db/list.ts'
import type { OrganizationTransaction } from '../db/organization.ts'
import { assistantVersions } from '../db/schema/index.ts'
import type { Actor } from '../events/event.ts'
import { recordEvent } from '../events/record.ts'
import { requestHandover } from '../voice/handover-request.ts'
import { timeZoneOf } from '../settings/time-zone.ts'
import { compareInstructions } from './compare.ts'
import { readHandover } from './handover-state.ts'
import { DEFAULT_INSTRUCTIONS, type Instructions } from './instructions.ts'
import type { AssistantPage, AssistantRecord, VersionList, VersionRecord } from './record.ts'

/** What an organization's assistant says and asks now; version 0 while nothing was ever changed. */
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

/** What the page shows: what holds now, and whether the voice vendor has it. */
export const readAssistantPage = async (tx: OrganizationTransaction): Promise<AssistantPage> => ({
  ...(await currentInstructions(tx)),
  handover: await readHandover(tx),
  timeZone: await timeZoneOf(tx),
})

/** Has the voice vendor told what holds from a version on, in the transaction that makes it hold. */
export const handOverVersion = (tx: OrganizationTransaction, number: number): Promise<void> =>
  requestHandover(tx, `version-${number}`)

/** Makes the next version. What changes nothing makes none. */
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
  // Somebody saved at the same time, and was first.
  if (!added) return { conflict: await currentInstructions(tx) }
  await recordEvent(tx, actor, { action: 'assistant.changed', details: { fields } })
  await handOverVersion(tx, number)
  return { changed: { instructions, version: number } }
}

/**
 * Saves what the assistant says and asks, as a new version.
 * @param version that the change was made to; 0 before the first one
 * @returns with `conflict` what is there, when somebody else changed it before
 */
export const saveInstructions = (
  tx: OrganizationTransaction,
  actor: Actor,
  instructions: Instructions,
  version: number,
): Promise<NonNullable<Changed<AssistantRecord>>> => addVersion(tx, actor, { instructions }, version)

/**
 * One version, as it was saved; number 0 is what holds before anything was changed.
 * @returns undefined when there is none of this number
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
 * Makes a new version that says what an earlier one said.
 * @param number of the earlier one
 * @param version that holds, as far as who does it knows
 * @returns undefined when there is no earlier one of this number; with `conflict` what is there, when somebody else changed
 *   it before
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
 * A part of the versions, latest first, each with the fields in which it differs from the one before.
 * @param before the number that the part ends before; without it, it begins with the latest
 */
export async function listVersions(
  { db, organizationId }: OrganizationTransaction,
  before?: number,
  limit = PAGE_SIZE,
): Promise<VersionList> {
  // One more than is shown: the last one that is shown is compared with it.
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
