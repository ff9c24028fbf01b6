import { z } from 'zod'
import { inOrganization } from '../db/organization.ts'
import { recordEvent } from '../events/record.ts'
import { log } from '../log/log.ts'
import { type Handler, PermanentError } from '../outgoing/worker.ts'
import {
  agentOfConversation,
  deleteConversation,
  isKeyRefused,
  isRefusal,
  type VendorApi,
  VendorError,
} from './vendor-api.ts'

const details = z.object({ agentId: z.string(), conversations: z.array(z.string()) })

/**
 * Deletes one conversation, if it is this company's: a call that a program reports by the API may name any.
 * @returns whether it was there
 */
async function deleteOwn(api: VendorApi, id: string, agentId: string): Promise<boolean> {
  const owner = await agentOfConversation(api, id)
  if (owner === undefined) return false
  if (owner !== agentId) {
    log.warn({ conversation: id }, 'A conversation of another assistant was not deleted at the voice vendor')
    return false
  }
  return deleteConversation(api, id)
}

/**
 * Does work of the kind `vendor-deletion`. A conversation that is not there is one that is deleted; what could not be deleted is
 * tried again, as a whole.
 */
export const deleteAtVendor =
  (api: VendorApi): Handler =>
  async (work, { db }) => {
    const { agentId, conversations } = details.parse(work.details)
    let deleted = 0
    try {
      for (const id of conversations) if (await deleteOwn(api, id, agentId)) deleted += 1
    } catch (error) {
      if (error instanceof VendorError && isRefusal(error) && !isKeyRefused(error)) throw new PermanentError(error.code)
      throw error
    }
    await inOrganization(db, work.organizationId, (tx) =>
      // One entry for one piece of work, also when a process died before it was done and another one did it again.
      recordEvent(
        tx,
        { kind: 'site' },
        {
          id: work.id,
          action: 'vendor.deleted',
          details: { calls: conversations.length, found: deleted },
        },
      ),
    )
  }
