import { setTimeout as pause } from 'node:timers/promises'

const INTERVAL_MS = 10
const DEADLINE_MS = 15_000

/** Polls until `getResult` returns a result. @throws after `deadlineMs` */
export async function pollUntil<T>(
  description: string,
  getResult: () => Promise<T | undefined>,
  { deadlineMs = DEADLINE_MS, intervalMs = INTERVAL_MS } = {},
): Promise<T> {
  const deadline = Date.now() + deadlineMs
  for (;;) {
    const result = await getResult()
    if (result !== undefined) return result
    if (Date.now() > deadline) throw new Error(`Timed out after ${deadlineMs / 1000} s waiting for ${description}`)
    await pause(intervalMs)
  }
}

/** Resolves at `time` (Unix ms), or immediately if that has passed. */
export const waitUntilTime = (time: number) => pollUntil('the given time', async () => Date.now() >= time || undefined)

/** Maps items concurrently with a limit. Results keep the order. */
export async function mapConcurrently<T, R>(
  items: T[],
  mapItem: (thing: T) => Promise<R>,
  concurrency = 8,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const runWorker = async () => {
    while (next < items.length) {
      const index = next++
      results[index] = await mapItem(items[index]!)
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, runWorker))
  return results
}
