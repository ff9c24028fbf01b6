import { setTimeout as pause } from 'node:timers/promises'

const INTERVAL_MS = 10
const DEADLINE_MS = 15_000

/** Polls until `look` returns a result. @throws after `deadlineMs` */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined>,
  { deadlineMs = DEADLINE_MS, intervalMs = INTERVAL_MS } = {},
): Promise<T> {
  const deadline = Date.now() + deadlineMs
  for (;;) {
    const seen = await look()
    if (seen !== undefined) return seen
    if (Date.now() > deadline) throw new Error(`Timed out after ${deadlineMs / 1000} s waiting for ${what}`)
    await pause(intervalMs)
  }
}

/** Resolves at `time` (Unix ms), or immediately if that has passed. */
export const untilTime = (time: number) => until('the given time', async () => Date.now() >= time || undefined)

/** Maps items concurrently with a limit. Results keep the order. */
export async function forEach<T, R>(things: T[], work: (thing: T) => Promise<R>, atOnce = 8): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async () => {
    while (next < things.length) {
      const index = next++
      results[index] = await work(things[index]!)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, things.length) }, worker))
  return results
}
