import type { Meter } from '@opentelemetry/api'
import { sql } from 'drizzle-orm'
import { database } from '../db/client.ts'
import { withDeadline } from '../deadline.ts'
import { keepBriefly } from '../keep-briefly.ts'
import { WORK_KINDS } from '../outgoing/queue.ts'

/** Milliseconds that the database has for it, and for which it is not asked again. */
const DEADLINE_MS = 1_000
const KEPT_MS = 5_000

/** What waits to be done outside, of one kind. */
type Queue = {
  queue: 'outgoing' | 'contact'
  kind: string
  waiting: number
  /** Of these, what has failed at least once. */
  failed: number
  /** Seconds since the oldest was due that nobody has begun. */
  overdue: number
}

/** Kinds of which nothing waits are named too, so that a line in a chart does not end. */
const empty: Queue[] = WORK_KINDS.map((kind) => ({ queue: 'outgoing', kind, waiting: 0, failed: 0, overdue: 0 }))

async function readQueues(url: string): Promise<Queue[]> {
  const db = await database(url)
  const found = await db.execute<Queue>(sql`select queue, kind, waiting, failed, overdue from queue_lengths()`)
  return [...empty.filter(({ kind }) => !found.some((queue) => queue.kind === kind)), ...found]
}

/** Observes what waits to be done outside, of all processes together; nothing while the database is away. */
export function observeQueues(meter: Meter, url: string): void {
  const queues = keepBriefly(async () => {
    try {
      return await withDeadline(readQueues(url), DEADLINE_MS, () => [])
    } catch {
      // That the database is away is among the reasons of health, and logged by the workers that wait for it.
      return []
    }
  }, KEPT_MS)
  const gauge = (name: string, description: string) => meter.createObservableGauge(name, { description })
  const waiting = gauge('ductwise.queue.waiting', 'What is due to be done outside, or is being tried')
  const failed = gauge('ductwise.queue.failed', 'Of what waits, what has failed at least once')
  const overdue = gauge('ductwise.queue.overdue.seconds', 'Since the oldest was due that nobody has begun')
  meter.addBatchObservableCallback(
    async (result) => {
      for (const { queue, kind, ...figures } of await queues()) {
        result.observe(waiting, figures.waiting, { queue, kind })
        result.observe(failed, figures.failed, { queue, kind })
        result.observe(overdue, figures.overdue, { queue, kind })
      }
    },
    [waiting, failed, overdue],
  )
}
