import { eq } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { contactDeliveries, contactMessages } from '../db/schema/index.ts'
import type { ContactMessage } from './message.ts'

/** `repeated`: this very message is stored already. `changed`: the ticket was used for another one; nothing is stored. */
export type StoreResult = 'stored' | 'repeated' | 'changed'

/**
 * Stores a message once a ticket, together with what is to be delivered: both or neither.
 * @throws when the database cannot be reached; nothing is stored then
 */
export async function storeMessage(
  db: Database,
  message: ContactMessage,
  options: { ticketId: string; channels: string[]; now?: Date },
): Promise<StoreResult> {
  const { ticketId, channels, now = new Date() } = options
  return db.transaction(async (transaction) => {
    const [stored] = await transaction
      .insert(contactMessages)
      .values({ ...message, ticketId, createdAt: now })
      .onConflictDoNothing({ target: contactMessages.ticketId })
      .returning({ id: contactMessages.id })
    if (!stored) {
      const [earlier] = await transaction.select().from(contactMessages).where(eq(contactMessages.ticketId, ticketId))
      return earlier && isSame(earlier, message) ? 'repeated' : 'changed'
    }
    const deliveries = channels.map((channel) => ({ messageId: stored.id, channel, dueAt: now }))
    await transaction.insert(contactDeliveries).values(deliveries)
    return 'stored'
  })
}

const isSame = (stored: typeof contactMessages.$inferSelect, message: ContactMessage): boolean =>
  stored.name === message.name &&
  stored.email === message.email &&
  stored.company === message.company &&
  (stored.phone ?? undefined) === message.phone &&
  stored.message === message.message
