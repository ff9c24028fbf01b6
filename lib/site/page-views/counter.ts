import { getSharedState } from '../../platform/process/shared-state.ts'
import { withDatabase } from '../../platform/db/client.ts'
import type { Env } from '../../platform/env/env.ts'
import { log } from '../../platform/log/log.ts'
import { registerShutdownTask } from '../../platform/lifecycle/process-end.ts'
import { toDayKey } from '../../platform/time/zone.ts'
import { addPageViews, type DayViews } from './repository.ts'

/** Counts that are not written yet are lost if the process is killed. */
const WRITE_INTERVAL_MS = 5_000

/** Maximum number of unwritten rows. During an outage, further pages are not counted. */
const MAX_PENDING_ROWS = 20_000

type CounterOptions = {
  write: (counted: DayViews[]) => Promise<void>
  log: { warn: (facts: Record<string, unknown>, words: string) => void }
  clock?: () => Date
  writeIntervalMs?: number
  maxPendingRows?: number
}

export type Counter = {
  /** Counts a view. Call it for existing pages only. */
  count: (path: string) => void
  /** Writes the counts to the database, and keeps them in memory if that fails. Never throws. */
  flush: () => Promise<void>
}

/** Creates a counter. It counts in memory, and writes a few seconds after the first unwritten view. */
export function createCounter(options: CounterOptions): Counter {
  const {
    write,
    clock = () => new Date(),
    writeIntervalMs = WRITE_INTERVAL_MS,
    maxPendingRows = MAX_PENDING_ROWS,
  } = options
  const pendingRows = new Map<string, DayViews>()
  let timer: NodeJS.Timeout | undefined
  let isDown = false

  function add({ day, path, views }: DayViews): void {
    const key = `${day} ${path}`
    const pendingRow = pendingRows.get(key)
    if (pendingRow) pendingRow.views += views
    else if (pendingRows.size < maxPendingRows) pendingRows.set(key, { day, path, views })
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), writeIntervalMs).unref()
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const rows = [...pendingRows.values()]
    if (rows.length === 0) return
    pendingRows.clear()
    try {
      await write(rows)
      isDown = false
    } catch (error) {
      if (!isDown) options.log.warn({ err: error }, 'page-views: flush failed, retrying')
      isDown = true
      for (const row of rows) add(row)
      schedule()
    }
  }

  const count = (path: string) => {
    add({ day: toDayKey(clock(), 'UTC'), path, views: 1 })
    schedule()
  }
  return { count, flush }
}

export const getPageCounter = (env: Env): Counter =>
  getSharedState('page-counter', () => {
    const write = (rows: DayViews[]) => withDatabase(env.databaseUrl, (db) => addPageViews(db, rows))
    const counter = createCounter({ write, log })
    registerShutdownTask('answered', 'page views', counter.flush)
    return counter
  })
