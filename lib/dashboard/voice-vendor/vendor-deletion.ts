import { z } from 'zod'
import type { Database } from '../../platform/db/client.ts'
import { runInOrganization } from '../../platform/db/organization.ts'
import { type EventEntry, recordEvent } from '../events/record.ts'
import { log } from '../../platform/log/log.ts'
import type { Job } from '../../platform/jobs/queue.ts'
import { PermanentError } from '../../platform/jobs/retry.ts'
import type { Handler } from '../../platform/jobs/worker.ts'
import {
  findConversationAgent,
  deleteConversation,
  isKeyRejected,
  isRefusal,
  type VendorApi,
  VendorError,
} from './vendor-api.ts'

const details = z.object({ agentId: z.string(), conversations: z.array(z.string()) })

/**
 * Deletes a conversation if it belongs to the agent. Otherwise, API clients could pass the id of any conversation.
 * @returns whether the conversation existed
 */
async function deleteAgentConversation(api: VendorApi, id: string, agentId: string): Promise<boolean> {
  const owner = await findConversationAgent(api, id)
  if (owner === undefined) return false
  if (owner !== agentId) {
    log.warn({ conversation: id }, 'voice: conversation belongs to another agent, not deleted')
    return false
  }
  return deleteConversation(api, id)
}

/**
 * Deletes conversations. After an error, all of them can be retried.
 * @returns the number of conversations that existed
 * @throws {VendorError}
 */
async function deleteConversations(api: VendorApi, agentId: string, conversations: string[]): Promise<number> {
  let deletedCount = 0
  for (const id of conversations) if (await deleteAgentConversation(api, id, agentId)) deletedCount += 1
  return deletedCount
}

const isFinalRefusal = (error: unknown): error is VendorError =>
  error instanceof VendorError && isRefusal(error) && !isKeyRejected(error)

/** Records the outcome once per job, even if the job runs again. */
async function recordOutcome(
  db: Database,
  { id, organizationId }: Job,
  event: Pick<EventEntry, 'action' | 'details'>,
): Promise<void> {
  if (organizationId)
    await runInOrganization(db, organizationId, (tx) => recordEvent(tx, { kind: 'site' }, { id, ...event }))
  // A deleted organization has no audit log, so log the outcome instead.
  else log.info({ job: id, action: event.action, ...event.details }, 'voice: vendor data deletion finished')
}

export const createVendorDeletionHandler =
  (api: VendorApi): Handler<Job> =>
  async (job, { db }) => {
    const { agentId, conversations } = details.parse(job.details)
    const calls = conversations.length
    try {
      const deletedCount = await deleteConversations(api, agentId, conversations)
      await recordOutcome(db, job, { action: 'vendor.deleted', details: { calls, found: deletedCount } })
    } catch (error) {
      if (!isFinalRefusal(error)) throw error
      await recordOutcome(db, job, { action: 'vendor.refused', details: { calls, code: error.code } })
      throw new PermanentError(error.code)
    }
  }
