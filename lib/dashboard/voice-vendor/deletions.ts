import { eq } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { organizationSettings } from '../schema/settings.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { hashText } from '../../platform/crypto/secret.ts'

/*
 * The vendor can only delete whole conversations, so the deletion of a recording also deletes the transcript at the
 * vendor. If a transcript expires before its recording, the retention setting of the agent deletes it
 * (`voice/agent-patch.ts`).
 */

/** Conversations per job, so that a job finishes within its lease. Migration 0014 uses the same number. */
const BATCH_SIZE = 10

/** Format of the vendor's conversation ids. Calls from other systems may have ids in other formats. */
const CONVERSATION_ID_PATTERN = /^[\w-]{1,100}$/

export async function findVoiceAgent({ db, organizationId }: OrganizationTransaction): Promise<string | null> {
  const [settings] = await db
    .select({ agentId: organizationSettings.voiceAgentId })
    .from(organizationSettings)
    .where(eq(organizationSettings.organizationId, organizationId))
  return settings?.agentId ?? null
}

/**
 * Enqueues the deletion of conversations from the vendor. Call it in the transaction that deletes the calls.
 * @param externalIds ids of calls; ids in another format are skipped
 */
export async function requestVendorDeletion(
  tx: OrganizationTransaction,
  externalIds: readonly (string | null)[],
): Promise<void> {
  const ids = externalIds.filter((id) => id !== null && CONVERSATION_ID_PATTERN.test(id))
  if (ids.length === 0) return
  const agentId = await findVoiceAgent(tx)
  // If no agent is assigned, the vendor has no data of this company.
  if (!agentId) return
  for (let first = 0; first < ids.length; first += BATCH_SIZE) {
    const conversations = ids.slice(first, first + BATCH_SIZE)
    await enqueue(tx, {
      kind: 'vendor-deletion',
      onceKey: hashText(conversations.join(' ')),
      // Store the agent id in the job, because the agent may change before the job runs.
      details: { agentId, conversations },
    })
  }
}
