import { eq } from 'drizzle-orm'
import type { Database } from '../../platform/db/client.ts'
import { CONTACT_LIMITS, type ContactField } from './fields.ts'
import { contactMessages } from './schema.ts'
import { type Channel, enqueueDeliveries } from '../outbox/enqueue.ts'
import type { ContactMessage } from './message.ts'

/**
 * Result of storing a message. `repeated` means that it is already stored. `changed` means that the ticket belongs to a
 * different message, and that nothing was stored.
 */
export type StoreResult = 'stored' | 'repeated' | 'changed'

/**
 * Stores a message and its delivery jobs in one transaction, once per ticket.
 * @throws if the database is unreachable
 */
export async function storeMessage(
  db: Database,
  message: ContactMessage,
  options: { ticketId: string; channels: readonly Channel[]; now?: Date },
): Promise<StoreResult> {
  const { ticketId, channels, now = new Date() } = options
  return db.transaction(async (transaction) => {
    const [insertedMessage] = await transaction
      .insert(contactMessages)
      .values({ ...message, ticketId, createdAt: now })
      .onConflictDoNothing({ target: contactMessages.ticketId })
      .returning({ id: contactMessages.id })
    if (!insertedMessage) {
      const [existingMessage] = await transaction
        .select()
        .from(contactMessages)
        .where(eq(contactMessages.ticketId, ticketId))
      return existingMessage && isSameMessage(existingMessage, message) ? 'repeated' : 'changed'
    }
    await enqueueDeliveries(transaction, { messageId: insertedMessage.id }, channels, now)
    return 'stored'
  })
}

const FIELDS = Object.keys(CONTACT_LIMITS) as ContactField[]

const isSameMessage = (existing: typeof contactMessages.$inferSelect, message: ContactMessage): boolean =>
  FIELDS.every((field) => (existing[field] ?? undefined) === message[field])
