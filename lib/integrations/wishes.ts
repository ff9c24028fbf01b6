import { and, eq, max, sql } from 'drizzle-orm'
import type { OrganizationTransaction } from '../db/organization.ts'
import { events } from '../db/schema/index.ts'
import type { Actor } from '../events/event.ts'
import { recordEvent } from '../events/record.ts'
import { addWork } from '../outgoing/queue.ts'
import { timeZoneOf } from '../settings/time-zone.ts'
import { dayKey } from '../time/zone.ts'
import { isProviderName, type ProviderName } from './providers.ts'

/** The latest moment at which somebody of the organization asked for each system that is not offered yet. */
export async function wishesOf({ db, organizationId }: OrganizationTransaction): Promise<Map<ProviderName, Date>> {
  const provider = sql<string>`${events.details} ->> 'provider'`
  const rows = await db
    .select({ provider, at: max(events.at) })
    .from(events)
    .where(and(eq(events.organizationId, organizationId), eq(events.action, 'connection.wanted')))
    .groupBy(provider)
  return new Map(rows.flatMap(({ provider, at }) => (at && isProviderName(provider) ? [[provider, at]] : [])))
}

/**
 * Notes that somebody wants a system that is not offered yet, and has the staff told by mail: once a day, however often it
 * is asked for.
 */
export async function askForSystem(
  tx: OrganizationTransaction,
  provider: ProviderName,
  actor: Actor,
  now: Date,
): Promise<void> {
  const day = dayKey(now, await timeZoneOf(tx))
  const isNew = await addWork(tx, {
    kind: 'wish-mail',
    onceKey: `${provider} ${day}`,
    details: { provider },
    dueAt: now,
  })
  if (isNew) await recordEvent(tx, actor, { action: 'connection.wanted', details: { provider } })
}
