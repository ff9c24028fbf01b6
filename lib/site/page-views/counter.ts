import { sharedState } from '../../platform/process/shared-state.ts'
import { withDatabase } from '../../platform/db/client.ts'
import type { Env } from '../../platform/env/env.ts'
import { log } from '../../platform/log/log.ts'
import { atProcessEnd } from '../../platform/lifecycle/process-end.ts'
import { dayKey } from '../../platform/time/zone.ts'
import { addPageViews, type DayViews } from './repository.ts'

/** Milliseconds between writes. Counts that are not written yet are lost if the process is killed. */
const WRITE_EVERY = 5_000

/** Maximum number of unwritten rows. During an outage, further pages are not counted. */
const MOST_WAITING = 20_000

type CounterOptions = {
  write: (counted: DayViews[]) => Promise<void>
  log: { warn: (facts: Record<string, unknown>, words: string) => void }
  clock?: () => Date
  writeEvery?: number
  mostWaiting?: number
}

export type Counter = {
  /** Counts a view. Call it for existing pages only. */
  count: (path: string) => void
  /** Writes the counts to the database, and keeps them in memory if that fails. Never throws. */
  flush: () => Promise<void>
}

/** Creates a counter. It counts in memory, and writes some seconds after the first unwritten view. */
export function createCounter(options: CounterOptions): Counter {
  const { write, clock = () => new Date(), writeEvery = WRITE_EVERY, mostWaiting = MOST_WAITING } = options
  const waiting = new Map<string, DayViews>()
  let timer: NodeJS.Timeout | undefined
  let isDown = false

  function add({ day, path, views }: DayViews): void {
    const key = `${day} ${path}`
    const known = waiting.get(key)
    if (known) known.views += views
    else if (waiting.size < mostWaiting) waiting.set(key, { day, path, views })
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), writeEvery).unref()
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const counted = [...waiting.values()]
    if (counted.length === 0) return
    waiting.clear()
    try {
      await write(counted)
      isDown = false
    } catch (error) {
      if (!isDown) options.log.warn({ err: error }, 'page-views: flush failed, retrying')
      isDown = true
      for (const each of counted) add(each)
      schedule()
    }
  }

  const count = (path: string) => {
    add({ day: dayKey(clock(), 'UTC'), path, views: 1 })
    schedule()
  }
  return { count, flush }
}

export const pageCounter = (env: Env): Counter =>
  sharedState('page-counter', () => {
    const write = (counted: DayViews[]) => withDatabase(env.databaseUrl, (db) => addPageViews(db, counted))
    const counter = createCounter({ write, log })
    atProcessEnd('answered', 'page views', counter.flush)
    return counter
  })
