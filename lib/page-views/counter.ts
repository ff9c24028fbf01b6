import { sharedState } from '../shared-state.ts'
import { withDatabase } from '../db/client.ts'
import type { Env } from '../env.ts'
import { log } from '../log/log.ts'
import { atProcessEnd } from '../process-end.ts'
import { addPageViews, dayOf, type DayViews } from './store.ts'

/** Milliseconds between two writes. What a process has counted since the last one is lost when it is killed. */
const WRITE_EVERY = 5_000

/** Pages of a day that wait to be written; further ones are not counted until the database takes them. */
const MOST_WAITING = 20_000

type CounterOptions = {
  /** Stores counts, all of them or none. */
  write: (counted: DayViews[]) => Promise<void>
  log: { warn: (facts: Record<string, unknown>, words: string) => void }
  clock?: () => Date
  writeEvery?: number
  mostWaiting?: number
}

export type Counter = {
  /** Counts a view of a page, which the caller knows to exist. */
  count: (path: string) => void
  /** Writes what was counted; keeps it for the next time where that fails. Never throws. */
  flush: () => Promise<void>
}

/** Counts in memory, and writes some seconds after the first view that is not written yet. */
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
      if (!isDown) options.log.warn({ err: error }, 'Counts of pages wait for the database')
      isDown = true
      for (const each of counted) add(each)
      schedule()
    }
  }

  const count = (path: string) => {
    add({ day: dayOf(clock()), path, views: 1 })
    schedule()
  }
  return { count, flush }
}

/** The counter of the process. */
export const pageCounter = (env: Env): Counter =>
  sharedState('page-counter', () => {
    const write = (counted: DayViews[]) => withDatabase(env.databaseUrl, (db) => addPageViews(db, counted))
    const counter = createCounter({ write, log })
    atProcessEnd('answered', 'page views', counter.flush)
    return counter
  })
