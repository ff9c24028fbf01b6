import { LRUCache } from 'lru-cache'

/** Milliseconds to wait until `key` is allowed again; 0 when it is allowed now, which is then counted. */
export type Limiter = (key: string, now: number) => number

/** Allows each key `count` times in any `minutes`. Remembers the 10,000 latest keys. */
export function createLimiter({ count, minutes }: { count: number; minutes: number }): Limiter {
  const window = minutes * 60_000
  const allowed = new LRUCache<string, number[]>({ max: 10_000 })
  return (key, now) => {
    const recent = (allowed.get(key) ?? []).filter((time) => time > now - window)
    allowed.set(key, recent)
    if (recent.length >= count) return recent[0]! + window - now
    recent.push(now)
    return 0
  }
}
