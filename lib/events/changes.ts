import { once } from 'node:events'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { and, count, eq, gte, max, notInArray, sql } from 'drizzle-orm'
import { type OrganizationTransaction, withOrganization } from '../db/organization.ts'
import { events } from '../db/schema/index.ts'
import { sharedState } from '../shared-state.ts'
import { changes, isListening, LISTENING_CHANGED, startListening } from './listener.ts'
import { READING_ACTIONS } from './record.ts'

/** Between two polls while no notifications arrive. */
const POLL_INTERVAL_MS = 1_000

/** What a transaction certainly takes less than. */
const LONGEST_TRANSACTION = '1 minute'

/**
 * What stands for the last change in the log of an organization; null before the first. An entry has the time at which
 * its transaction began, and one that began earlier may be stored later: so it is the time of the last one, and how many
 * are about as late.
 */
export async function lastChange({ db, organizationId }: OrganizationTransaction): Promise<string | null> {
  const isChange = and(eq(events.organizationId, organizationId), notInArray(events.action, READING_ACTIONS))
  const latest = db
    .select({ at: max(events.at) })
    .from(events)
    .where(isChange)
  const [last] = await db
    .select({ at: max(events.at), changes: count() })
    .from(events)
    .where(and(isChange, gte(events.at, sql`(${latest}) - ${LONGEST_TRANSACTION}::interval`)))
  return last?.at ? `${last.at.getTime()}.${last.changes}` : null
}

/** Looks that have not begun yet, by organization. */
const nextLooks = sharedState('next-looks-for-changes', () => new Map<string, Promise<string | null>>())

/** The last change as it is from now on: all who ask at the same time, as after a change, share one look. */
function look(url: string, organizationId: string): Promise<string | null> {
  const next = nextLooks.get(organizationId)
  if (next) return next
  const begun = nextTurn().then(() => {
    nextLooks.delete(organizationId)
    return withOrganization(url, organizationId, lastChange)
  })
  nextLooks.set(organizationId, begun)
  return begun
}

/** Waits for what either comes or is aborted; being aborted is the only way in which these fail. */
const untilAborted = (awaited: Promise<unknown>): Promise<unknown> => awaited.catch(() => undefined)

/**
 * Waits until an organization's data has changed.
 * @param since what this answered before; undefined is answered at once
 * @param patience milliseconds after which the answer comes although nothing has changed
 * @param signal of whoever waits
 * @returns what stands for the last change; null before the first
 * @throws when the database does not answer
 */
export async function changeAfter(
  url: string,
  organizationId: string,
  since: string | null | undefined,
  patience: number,
  signal: AbortSignal,
): Promise<string | null> {
  const end = performance.now() + patience
  for (;;) {
    startListening(url)
    const stop = new AbortController()
    // Registered before the query, so that a change between the two is not lost.
    const notified = [organizationId, LISTENING_CHANGED].map((name) =>
      untilAborted(once(changes, name, { signal: stop.signal })),
    )
    const pollMs = isListening() ? Number.POSITIVE_INFINITY : POLL_INTERVAL_MS
    try {
      const last = await look(url, organizationId)
      if (last !== since || signal.aborted || performance.now() >= end) return last
      const pause = wait(Math.min(pollMs, end - performance.now()), undefined, {
        signal: AbortSignal.any([stop.signal, signal]),
      })
      await Promise.race([...notified, untilAborted(pause)])
    } finally {
      stop.abort()
    }
  }
}
