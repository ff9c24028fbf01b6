import { eq, sql } from 'drizzle-orm'
import { isUniqueViolation } from '../../platform/db/errors.ts'
import type { UpdateResult } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { lineRequests } from '../schema/lines.ts'
import { organizationSettings } from '../schema/settings.ts'
import type { Actor } from '../model/event.ts'
import { recordEvent } from '../events/record.ts'
import type { InputProblem } from '../../platform/http/json-input.ts'
import { startTrial } from '../trials/repository.ts'
import { requestSync } from '../voice-vendor/sync-request.ts'
import type { LineSetup } from './input.ts'
import type { LineRecord } from './line.ts'
import { toLineRecord, enqueueAdminMail } from './repository.ts'

const AGENT_IN_USE_PROBLEM: InputProblem = {
  path: 'setup.agentId',
  message: 'Another company already uses this assistant. Each company needs its own.',
}

/**
 * Writes the phone number and agent id to the company's settings.
 * @returns the names of the changed fields, or an error message
 */
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
    // Use a savepoint, so that the transaction survives a unique violation on the agent id.
    await db.transaction((savepoint) =>
      savepoint
        .insert(organizationSettings)
        .values({ organizationId, ...set })
        .onConflictDoUpdate({
          target: organizationSettings.organizationId,
          set: { ...set, version: sql`${organizationSettings.version} + 1`, updatedAt: sql`now()` },
          setWhere: eq(organizationSettings.organizationId, organizationId),
        }),
    )
  } catch (error) {
    if (isUniqueViolation(error)) return { problem: AGENT_IN_USE_PROBLEM }
    throw error
  }
  return { fields }
}

/**
 * Changes the setup of a phone line. A new state notifies the admins. The state `live` also starts the trial and syncs
 * the agent config.
 * @returns undefined if the organization has requested no line; `conflict` after a concurrent change; `problem` for
 * invalid input
 */
export async function setUpLine(
  tx: OrganizationTransaction,
  actor: Actor,
  setup: LineSetup,
  { version, now }: { version: number; now: Date },
): Promise<UpdateResult<LineRecord> | { problem: InputProblem }> {
  const { db, organizationId } = tx
  const matchesOrganization = eq(lineRequests.organizationId, organizationId)
  const [before] = await db.select().from(lineRequests).where(matchesOrganization).for('update')
  if (!before) return undefined
  if (before.version !== version) return { conflict: toLineRecord(before) }
  const settingsResult = await writeSettings(tx, setup)
  if ('problem' in settingsResult) return settingsResult
  const { state } = setup
  const [row] = await db
    .update(lineRequests)
    .set({
      state,
      startedAt: state === 'asked' ? null : (before.startedAt ?? now),
      liveAt: state === 'live' ? (before.liveAt ?? now) : null,
      version: version + 1,
    })
    .where(matchesOrganization)
    .returning()
  if (!row) return undefined
  const isNewState = state !== before.state
  await recordEvent(tx, actor, {
    action: 'line.changed',
    details: { fields: settingsResult.fields, ...(isNewState && { from: before.state, to: state }) },
  })
  if (isNewState && state !== 'asked') await enqueueAdminMail(tx, state)
  if (state === 'live') {
    await startTrial(tx, now)
    await requestSync(tx, `line-${row.version}`)
  }
  return { changed: toLineRecord(row) }
}
