import { once } from 'node:events'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { and, count, eq, gte, max, notInArray, sql } from 'drizzle-orm'
import { type OrganizationTransaction, withOrganization } from '../../platform/db/organization.ts'
import { events } from '../schema/events.ts'
import { sharedState } from '../../platform/process/shared-state.ts'
import { changes, isListening, LISTENING_CHANGED, startListening } from './listener.ts'
import { READING_ACTIONS } from './record.ts'

/** While notifications are unavailable. */
const POLL_INTERVAL_MS = 1_000

const LONGEST_TRANSACTION = '1 minute'

/**
 * Events carry their transaction's start time and may commit out of order, so the version combines the last time with the
 * number of events near it. Null before the first change.
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

const nextLooks = sharedState('next-looks-for-changes', () => new Map<string, Promise<string | null>>())

/** The current version: concurrent waiters share one query. */
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

/** Only an abort can reject this. */
const untilAborted = (awaited: Promise<unknown>): Promise<unknown> => awaited.catch(() => undefined)

/**
 * @param since previous result; undefined returns at once
 * @param patience milliseconds until it returns without a change
 * @throws if the database does not answer
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
    // Subscribe before the query, so no change in between is lost.
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
