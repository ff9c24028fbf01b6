import { millisecondsInMinute } from 'date-fns/constants'
import { log } from '../../lib/platform/log/log.ts'
import { settingsRead } from '../queries/shell.ts'
import { fetchUncached } from './published.ts'

/** Worker processes do not receive revalidated tags, so the name expires. */
const BRAND_TTL_MS = 5 * millisecondsInMinute

/** Retry interval while the Content Lake is unavailable, because each attempt delays an email. */
const RETRY_INTERVAL_MS = millisecondsInMinute

let cache: { brand?: string; expiresAt: number } = { expiresAt: 0 }

/** Returns the name of the site for emails. */
export async function fetchBrand(fallback: string): Promise<string> {
  const now = Date.now()
  if (now < cache.expiresAt) return cache.brand ?? fallback
  try {
    const settings = await fetchUncached(settingsRead)
    cache = { ...(settings?.brand && { brand: settings.brand }), expiresAt: now + BRAND_TTL_MS }
  } catch (error) {
    log.warn({ err: error }, 'mail: brand name unavailable')
    cache = { ...cache, expiresAt: now + RETRY_INTERVAL_MS }
  }
  return cache.brand ?? fallback
}
