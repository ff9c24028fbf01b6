import { once } from 'node:events'
import { setImmediate as waitForNextTurn, setTimeout as wait } from 'node:timers/promises'
import { and, count, eq, gte, max, notInArray, sql } from 'drizzle-orm'
import { type OrganizationTransaction, withOrganization } from '../../platform/db/organization.ts'
import { events } from '../schema/events.ts'
import { notifications } from '../schema/notifications.ts'
import { getSharedState } from '../../platform/process/shared-state.ts'
import { changes, isListening, LISTENING_CHANGED, startListening } from './listener.ts'
import { READ_ACTIONS } from './record.ts'

/** Poll interval while Postgres notifications are unavailable. */
const POLL_INTERVAL_MS = 1_000

const MAX_TRANSACTION_TIME = '1 minute'

/**
 * Returns a version of the organization's data, or null before the first change. Rows carry the start time of their
 * transaction and may commit out of order. Therefore the version combines the latest time with the number of rows
 * shortly before it. Notifications count, because some are added without an event.
 */
export async function findLastChange({ db, organizationId }: OrganizationTransaction): Promise<string | null> {
  const isChange = and(eq(events.organizationId, organizationId), notInArray(events.action, READ_ACTIONS))
  const latestEvent = db
    .select({ at: max(events.at) })
    .from(events)
    .where(isChange)
  const [lastEvent] = await db
    .select({ at: max(events.at), changes: count() })
    .from(events)
    .where(and(isChange, gte(events.at, sql`(${latestEvent}) - ${MAX_TRANSACTION_TIME}::interval`)))
  const isOfOrganization = eq(notifications.organizationId, organizationId)
  const latestNotification = db
    .select({ at: max(notifications.createdAt) })
    .from(notifications)
    .where(isOfOrganization)
  const [lastNotification] = await db
    .select({ at: max(notifications.createdAt), changes: count() })
    .from(notifications)
    .where(
      and(
        isOfOrganization,
        gte(notifications.createdAt, sql`(${latestNotification}) - ${MAX_TRANSACTION_TIME}::interval`),
      ),
    )
  const versions = [lastEvent, lastNotification].flatMap((last) =>
    last?.at ? `${last.at.getTime()}.${last.changes}` : [],
  )
  return versions.length > 0 ? versions.join('-') : null
}

const pendingQueries = getSharedState('next-looks-for-changes', () => new Map<string, Promise<string | null>>())

/** Returns the current version. Concurrent callers share one query. */
function queryLastChange(url: string, organizationId: string): Promise<string | null> {
  const next = pendingQueries.get(organizationId)
  if (next) return next
  const pendingQuery = waitForNextTurn().then(() => {
    pendingQueries.delete(organizationId)
    return withOrganization(url, organizationId, findLastChange)
  })
  pendingQueries.set(organizationId, pendingQuery)
  return pendingQuery
}

/** Resolves when the promise settles. The promise can only reject on an abort. */
const ignoreAbort = (pending: Promise<unknown>): Promise<unknown> => pending.catch(() => undefined)

/**
 * Waits for a change of the organization's data.
 * @param since version from the previous call; if undefined, the function returns immediately
 * @param timeoutMs maximum wait for a change
 * @returns the current version, changed or not
 * @throws if the database is unavailable
 */
export async function waitForChange(
  url: string,
  organizationId: string,
  since: string | null | undefined,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string | null> {
  const end = performance.now() + timeoutMs
  for (;;) {
    startListening(url)
    const stopController = new AbortController()
    // Subscribe before the query, so that no change between the two is missed.
    const notifications = [organizationId, LISTENING_CHANGED].map((name) =>
      ignoreAbort(once(changes, name, { signal: stopController.signal })),
    )
    const pollMs = isListening() ? Number.POSITIVE_INFINITY : POLL_INTERVAL_MS
    try {
      const last = await queryLastChange(url, organizationId)
      if (last !== since || signal.aborted || performance.now() >= end) return last
      const pause = wait(Math.min(pollMs, end - performance.now()), undefined, {
        signal: AbortSignal.any([stopController.signal, signal]),
      })
      await Promise.race([...notifications, ignoreAbort(pause)])
    } finally {
      stopController.abort()
    }
  }
}
