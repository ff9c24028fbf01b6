import { eq } from 'drizzle-orm'
import type { OrganizationTransaction } from '../db/organization.ts'
import { organizationSettings } from '../db/schema/index.ts'
import { addWork } from '../outgoing/queue.ts'
import { hashOf } from '../secret.ts'

/*
 * What goes here goes at the voice vendor as well. The vendor deletes conversations as a whole and documents no way to delete
 * only the sound of one; the site has words and facts of its own. So when the recording of a call is deleted, by its days or
 * because somebody asked, the whole conversation goes there. Words whose days are over before those of the sound go by the
 * agent's own retention (`agent-patch.ts`).
 */

/** Conversations of one piece of work: few enough that it is done within the lease of a worker. */
const AT_ONCE = 10

/** The form of the vendor's ids: a call from another system has an id of its own, of which the vendor knows nothing. */
const CONVERSATION_ID = /^[\w-]{1,100}$/

/**
 * Has conversations deleted at the vendor, in the transaction in which their calls are deleted here.
 * @param externalIds of the calls; what cannot be the id of a conversation is left out
 */
export async function requestVendorDeletion(
  tx: OrganizationTransaction,
  externalIds: readonly (string | null)[],
): Promise<void> {
  const ids = externalIds.filter((id) => id !== null && CONVERSATION_ID.test(id))
  if (ids.length === 0) return
  const [settings] = await tx.db
    .select({ agentId: organizationSettings.voiceAgentId })
    .from(organizationSettings)
    .where(eq(organizationSettings.organizationId, tx.organizationId))
  // Without an assistant nothing of this company is at the vendor, whatever its calls are named.
  if (!settings?.agentId) return
  for (let first = 0; first < ids.length; first += AT_ONCE) {
    const conversations = ids.slice(first, first + AT_ONCE)
    await addWork(tx, {
      kind: 'vendor-deletion',
      onceKey: hashOf(conversations.join(' ')),
      // The agent as well: it may be another one by then, or none.
      details: { agentId: settings.agentId, conversations },
    })
  }
}
