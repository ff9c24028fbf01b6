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
  queue: 'outgoing' | 'contact' | 'former-companies'
  kind: string
  waiting: number
  /** Of these, what has failed at least once. */
  failed: number
  /** Seconds since the oldest was due that nobody has begun. */
  overdue: number
  /** What failed permanently and is kept for some days. */
  dead: number
}

/** Observed when they are empty too, so that a line in a chart does not end. */
const QUEUES: Pick<Queue, 'queue' | 'kind'>[] = [
  ...WORK_KINDS.map((kind) => ({ queue: 'outgoing' as const, kind })),
  { queue: 'former-companies', kind: 'vendor-deletion' },
]

async function readQueues(url: string): Promise<Queue[]> {
  const db = await database(url)
  const [lengths, dead] = await Promise.all([
    db.execute<Omit<Queue, 'dead'>>(sql`select queue, kind, waiting, failed, overdue from queue_lengths()`),
    db.execute<Pick<Queue, 'queue' | 'kind' | 'dead'>>(sql`select queue, kind, dead from dead_letters()`),
  ])
  const queues = new Map<string, Queue>()
  for (const row of [...QUEUES, ...lengths, ...dead]) {
    const key = `${row.queue} ${row.kind}`
    queues.set(key, { waiting: 0, failed: 0, overdue: 0, dead: 0, ...queues.get(key), ...row })
  }
  return [...queues.values()]
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
  const dead = gauge('ductwise.queue.dead', 'Jobs that failed permanently in the last 30 days')
  meter.addBatchObservableCallback(
    async (result) => {
      for (const { queue, kind, ...figures } of await queues()) {
        result.observe(waiting, figures.waiting, { queue, kind })
        result.observe(failed, figures.failed, { queue, kind })
        result.observe(overdue, figures.overdue, { queue, kind })
        result.observe(dead, figures.dead, { queue, kind })
      }
    },
    [waiting, failed, overdue, dead],
  )
}
