import { eq, sql } from 'drizzle-orm'
import { isUniqueViolation } from '../db/errors.ts'
import type { Changed } from '../db/list.ts'
import type { OrganizationTransaction } from '../db/organization.ts'
import { lineRequests, organizationSettings } from '../db/schema/index.ts'
import type { Actor } from '../events/event.ts'
import { recordEvent } from '../events/record.ts'
import type { InputProblem } from '../http/json-input.ts'
import { startTrial } from '../trials/store.ts'
import { requestHandover } from '../voice/handover-request.ts'
import type { LineSetup } from './input.ts'
import type { LineRecord } from './line.ts'
import { lineRecordOf, tellAdmins } from './store.ts'

const TAKEN: InputProblem = {
  path: 'setup.agentId',
  message: 'Another company has this assistant: each has one of its own, which says whose a call is',
}

/** Stores the number and the assistant. @returns which of them have changed, or what is wrong */
async function writeSettings(
  { db, organizationId }: OrganizationTransaction,
  { forwardingNumber, agentId }: LineSetup,
): Promise<{ fields: string[] } | { problem: InputProblem }> {
  const [before] = await db
    .select({ forwardingNumber: organizationSettings.forwardingNumber, agentId: organizationSettings.voiceAgentId })
    .from(organizationSettings)
    .where(eq(organizationSettings.organizationId, organizationId))
  const fields = [
    ...((before?.forwardingNumber ?? null) === forwardingNumber ? [] : ['forwardingNumber']),
    ...((before?.agentId ?? null) === agentId ? [] : ['voiceAgentId']),
  ]
  if (fields.length === 0) return { fields }
  const set = { forwardingNumber, voiceAgentId: agentId }
  try {
    // Within the transaction, which is then still good when the id turns out to be taken.
    await db.transaction((within) =>
      within
        .insert(organizationSettings)
        .values({ organizationId, ...set })
        .onConflictDoUpdate({
          target: organizationSettings.organizationId,
          set: { ...set, version: sql`${organizationSettings.version} + 1`, updatedAt: sql`now()` },
          setWhere: eq(organizationSettings.organizationId, organizationId),
        }),
    )
  } catch (error) {
    if (isUniqueViolation(error)) return { problem: TAKEN }
    throw error
  }
  return { fields }
}

/**
 * Sets up the line of a company, as the staff of the site does. Its admins are told of each new state; when it goes live,
 * the days of its trial begin and the vendor is told what the assistant says.
 * @param version that the change was made to
 * @returns undefined where no line was asked for; with `conflict` what is there, when somebody changed it meanwhile; with
 *   `problem` what is wrong with what was entered
 */
export async function setUpLine(
  tx: OrganizationTransaction,
  actor: Actor,
  setup: LineSetup,
  { version, now }: { version: number; now: Date },
): Promise<Changed<LineRecord> | { problem: InputProblem }> {
  const { db, organizationId } = tx
  const ofOrganization = eq(lineRequests.organizationId, organizationId)
  // Held until the end, so that nobody writes between what is asked here and what is written.
  const [before] = await db.select().from(lineRequests).where(ofOrganization).for('update')
  if (!before) return undefined
  if (before.version !== version) return { conflict: lineRecordOf(before) }
  const written = await writeSettings(tx, setup)
  if ('problem' in written) return written
  const { state } = setup
  const [row] = await db
    .update(lineRequests)
    .set({
      state,
      startedAt: state === 'asked' ? null : (before.startedAt ?? now),
      liveAt: state === 'live' ? (before.liveAt ?? now) : null,
      version: version + 1,
    })
    .where(ofOrganization)
    .returning()
  if (!row) return undefined
  const isNewState = state !== before.state
  await recordEvent(tx, actor, {
    action: 'line.changed',
    details: { fields: written.fields, ...(isNewState && { from: before.state, to: state }) },
  })
  if (isNewState && state !== 'asked') await tellAdmins(tx, state)
  if (state === 'live') {
    await startTrial(tx, now)
    await requestHandover(tx, `line-${row.version}`)
  }
  return { changed: lineRecordOf(row) }
}
