import { eq } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { organizationSettings } from '../schema/settings.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { hashOf } from '../../platform/crypto/secret.ts'

/*
 * The vendor deletes only whole conversations, so deleting a recording deletes the conversation there. A transcript that
 * expires before the audio is deleted by the agent's own retention (`voice/agent-patch.ts`).
 */

/** Conversations per job, so it finishes within its lease. Migration 0014 uses the same number. */
const AT_ONCE = 10

/** Format of the vendor's ids. Calls reported by other systems have other ids. */
const CONVERSATION_ID = /^[\w-]{1,100}$/

export async function voiceAgentOf({ db, organizationId }: OrganizationTransaction): Promise<string | null> {
  const [settings] = await db
    .select({ agentId: organizationSettings.voiceAgentId })
    .from(organizationSettings)
    .where(eq(organizationSettings.organizationId, organizationId))
  return settings?.agentId ?? null
}

/** Call it in the transaction that deletes the calls. @param externalIds ids in another format are skipped */
export async function requestVendorDeletion(
  tx: OrganizationTransaction,
  externalIds: readonly (string | null)[],
): Promise<void> {
  const ids = externalIds.filter((id) => id !== null && CONVERSATION_ID.test(id))
  if (ids.length === 0) return
  const agentId = await voiceAgentOf(tx)
  // Without an agent, the vendor has no data of this company.
  if (!agentId) return
  for (let first = 0; first < ids.length; first += AT_ONCE) {
    const conversations = ids.slice(first, first + AT_ONCE)
    await enqueue(tx, {
      kind: 'vendor-deletion',
      onceKey: hashOf(conversations.join(' ')),
      // Stored, because the agent may change before the job runs.
      details: { agentId, conversations },
    })
  }
}
