/** Purges by tag, host or prefix that an account may ask for. Source: https://developers.cloudflare.com/cache/how-to/purge-cache/ */
const LIMITS = {
  free: { perSecond: 5 / 60, bucket: 25 },
  pro: { perSecond: 5, bucket: 25 },
  business: { perSecond: 10, bucket: 50 },
  enterprise: { perSecond: 50, bucket: 500 },
}

export type Plan = keyof typeof LIMITS

export const PLANS = Object.keys(LIMITS) as Plan[]

/** A token bucket: answers 0 when a request may go on, else the seconds until the next one may. */
export function createRateLimit(plan: Plan, now: () => number): () => number {
  const { perSecond, bucket } = LIMITS[plan]
  let tokens = bucket
  let filledAt = now()
  return () => {
    tokens = Math.min(bucket, tokens + ((now() - filledAt) / 1000) * perSecond)
    filledAt = now()
    if (tokens < 1) return Math.ceil((1 - tokens) / perSecond)
    tokens -= 1
    return 0
  }
}
