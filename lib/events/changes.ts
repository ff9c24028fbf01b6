import { EventEmitter, once } from 'node:events'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { and, count, eq, gte, max, notInArray, sql } from 'drizzle-orm'
import postgres from 'postgres'
import { SITE_CONNECTION } from '../db/client.ts'
import { type OrganizationTransaction, withOrganization } from '../db/organization.ts'
import { events } from '../db/schema/index.ts'
import { log } from '../log/log.ts'
import { sharedState } from '../shared-state.ts'
import { CHANGES_CHANNEL, READING_ACTIONS } from './record.ts'

/** Milliseconds between two looks at the log, in case a notification did not arrive, as behind some poolers. */
const LOOK_AGAIN = 1_000

/** Milliseconds after which a listener that failed is tried again. */
const LISTEN_AGAIN = 5_000

/** The listener of the process, and when it may be tried again after a failure. */
type Listener = { changes: EventEmitter; isListening: boolean; next: number }

const listener = sharedState<Listener>('organization-changes', () => {
  const changes = new EventEmitter()
  changes.setMaxListeners(0)
  return { changes, isListening: false, next: 0 }
})

/** Hears of every change that any process makes, on one connection of this process. */
async function listen(url: string): Promise<void> {
  if (listener.isListening || Date.now() < listener.next) return
  listener.isListening = true
  const connection = postgres(url, { ...SITE_CONNECTION, max: 1 })
  try {
    await connection.listen(CHANGES_CHANNEL, (organizationId) => listener.changes.emit(organizationId))
  } catch (error) {
    listener.isListening = false
    listener.next = Date.now() + LISTEN_AGAIN
    log.warn({ err: error }, 'Changes of the dashboard are looked for at intervals')
    await connection.end({ timeout: 0 })
  }
}

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
  void listen(url)
  const end = performance.now() + patience
  for (;;) {
    const stop = new AbortController()
    // Listens before it looks, so that no change comes between the two.
    const heard = untilAborted(once(listener.changes, organizationId, { signal: stop.signal }))
    try {
      const last = await look(url, organizationId)
      if (last !== since || signal.aborted || performance.now() >= end) return last
      const pause = wait(Math.min(LOOK_AGAIN, end - performance.now()), undefined, {
        signal: AbortSignal.any([stop.signal, signal]),
      })
      await Promise.race([heard, untilAborted(pause)])
    } finally {
      stop.abort()
    }
  }
}
