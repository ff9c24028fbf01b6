import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds one page may take to be fresh, and between two looks at it. */
const DEADLINE = 5_000
const INTERVAL = 25

/** Looks at a page that says it is fresh, in case its tags are only being marked. */
const LOOKS_WHEN_FRESH = 4

/** Looks at a page when no header says how fresh it is: the first has it rendered anew, the second proves it. */
const LOOKS_WHEN_UNKNOWN = 2

/** Pages warmed at once: an import of a thousand documents must not drown the visitors. */
const CONCURRENCY = 4

const queued = new Set<string>()
let workers = 0

async function warmPage(url: string): Promise<void> {
  const signal = AbortSignal.timeout(DEADLINE)
  let looks = 0
  let enough = LOOKS_WHEN_UNKNOWN
  while (looks < enough) {
    const response = await fetch(url, { signal, redirect: 'manual', cache: 'no-store' })
    await response.body?.cancel()
    const state = response.headers.get('x-nextjs-cache')
    if (state === 'MISS') return
    if (state !== null) enough = LOOKS_WHEN_FRESH
    // The look that finds a page stale has it rendered anew in the background; one that is fresh after that is done.
    looks = state === 'STALE' ? enough - 1 : looks + 1
    await wait(INTERVAL, undefined, { signal })
  }
}

async function work(): Promise<void> {
  for (const url of queued) {
    queued.delete(url)
    // A page that could not be warmed is fresh one visit later.
    await warmPage(url).catch(() => undefined)
  }
}

/**
 * Visits pages of this site until they are fresh, so that the next visitor sees what was just published. Pages that wait
 * already are visited once for all who asked. Never fails.
 */
export async function warm(origin: string, paths: string[]): Promise<void> {
  for (const path of paths) queued.add(new URL(path, origin).href)
  if (workers >= CONCURRENCY) return
  const added = Math.min(CONCURRENCY - workers, queued.size)
  workers += added
  await Promise.all(Array.from({ length: added }, () => work().finally(() => (workers -= 1))))
}
