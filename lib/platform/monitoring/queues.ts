import type { Meter } from '@opentelemetry/api'
import { sql } from 'drizzle-orm'
import { getDatabase } from '../db/client.ts'
import { withDeadline } from '../time/deadline.ts'
import { CachedQuery } from '../cache/cached-query.ts'
import { JOBS } from '../jobs/queue.ts'

const TIMEOUT_MS = 1_000
const FRESH_MS = 5_000

const GAUGES = {
  waiting: ['ductwise.queue.waiting', 'Jobs that are due or running', '{job}'],
  failed: ['ductwise.queue.failed', 'Waiting jobs that failed at least once', '{job}'],
  overdue: ['ductwise.queue.overdue', 'Age of the oldest due job that no worker has claimed', 's'],
  dead: ['ductwise.queue.dead', 'Jobs that failed permanently in the last 30 days', '{job}'],
} as const

type JobCounts = { kind: string } & Record<keyof typeof GAUGES, number>

async function readJobCounts(url: string): Promise<JobCounts[]> {
  const db = await getDatabase(url)
  const rows = await db.execute<JobCounts>(sql`select kind, waiting, failed, overdue, dead from job_counts()`)
  // Kinds that have no jobs report 0, so that charts have no gaps.
  const emptyCounts = Object.keys(JOBS).map((kind) => ({ kind, waiting: 0, failed: 0, overdue: 0, dead: 0 }))
  return [...new Map([...emptyCounts, ...rows].map((counts) => [counts.kind, counts])).values()]
}

export function observeQueues(meter: Meter, url: string): void {
  // Ignores an outage, because workers log it and the health details show it.
  const readCounts = () => withDeadline(readJobCounts(url), TIMEOUT_MS, () => []).catch(() => [])
  const cachedCounts = new CachedQuery(undefined, readCounts, { freshMs: FRESH_MS })
  const gauges = Object.entries(GAUGES).map(([field, [name, description, unit]]) => ({
    field: field as keyof typeof GAUGES,
    gauge: meter.createObservableGauge(name, { description, unit }),
  }))
  meter.addBatchObservableCallback(
    async (result) => {
      for (const { kind, ...metrics } of (await cachedCounts.get('', 2 * TIMEOUT_MS)) ?? [])
        for (const { field, gauge } of gauges) result.observe(gauge, metrics[field], { kind })
    },
    gauges.map(({ gauge }) => gauge),
  )
}
