/** Milliseconds to wait until `key` may go on, 0 when it may now; then it is counted. */
export type Limiter = (key: string, now: number) => number

const MAX_KEYS = 10_000

/** Lets each key through `count` times in any `minutes`. Keeps at most 10,000 keys. */
export function createLimiter({ count, minutes }: { count: number; minutes: number }): Limiter {
  const window = minutes * 60_000
  const seen = new Map<string, number[]>()
  return (key, now) => {
    const recent = (seen.get(key) ?? []).filter((time) => time > now - window)
    seen.delete(key)
    seen.set(key, recent)
    if (seen.size > MAX_KEYS) seen.delete(seen.keys().next().value!)
    if (recent.length >= count) return recent[0]! + window - now
    recent.push(now)
    return 0
  }
}
