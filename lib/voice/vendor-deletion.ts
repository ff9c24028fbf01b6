import { z } from 'zod'
import type { Database } from '../db/client.ts'
import { inOrganization } from '../db/organization.ts'
import { type EventEntry, recordEvent } from '../events/record.ts'
import { log } from '../log/log.ts'
import type { Work } from '../outgoing/queue.ts'
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
 * Deletes conversations of an agent, one after the other. One that is not there is one that is deleted.
 * @returns how many were there
 * @throws {VendorError}; then it is to be done again as a whole
 */
export async function deleteConversations(api: VendorApi, agentId: string, conversations: string[]): Promise<number> {
  let deleted = 0
  for (const id of conversations) if (await deleteOwn(api, id, agentId)) deleted += 1
  return deleted
}

/** Whether the vendor will refuse the same again, whatever the site's key. */
export const isFinalRefusal = (error: unknown): error is VendorError =>
  error instanceof VendorError && isRefusal(error) && !isKeyRefused(error)

/** Writes into the log of the company, once for one piece of work: a process that dies may leave it to be done again. */
const note = (db: Database, { id, organizationId }: Work, entry: Pick<EventEntry, 'action' | 'details'>) =>
  inOrganization(db, organizationId, (tx) => recordEvent(tx, { kind: 'site' }, { id, ...entry }))

/** Does work of the kind `vendor-deletion`. What could not be deleted is tried again; what is refused is in the log. */
export const deleteAtVendor =
  (api: VendorApi): Handler =>
  async (work, { db }) => {
    const { agentId, conversations } = details.parse(work.details)
    const calls = conversations.length
    try {
      const found = await deleteConversations(api, agentId, conversations)
      await note(db, work, { action: 'vendor.deleted', details: { calls, found } })
    } catch (error) {
      if (!isFinalRefusal(error)) throw error
      await note(db, work, { action: 'vendor.refused', details: { calls, code: error.code } })
      throw new PermanentError(error.code)
    }
  }
