import { millisecondsInMinute } from 'date-fns/constants'
import { LRUCache } from 'lru-cache'
import { log } from '../../lib/platform/log/log.ts'
import { settingsRead } from '../queries/shell.ts'
import { fetchUncached } from './published.ts'

const BRAND_TTL_MS = 5 * millisecondsInMinute

/** Retry interval while the Content Lake is unavailable, because each attempt delays an email. */
const FALLBACK_TTL_MS = millisecondsInMinute

const brands = new LRUCache<'brand', string>({ max: 1, ttl: BRAND_TTL_MS })
let lastBrand: string | undefined

/** Returns the name of the site for emails. Worker processes do not receive revalidated tags, so it expires. */
export async function fetchBrand(fallback: string): Promise<string> {
  const cachedBrand = brands.get('brand')
  if (cachedBrand) return cachedBrand
  try {
    const settings = await fetchUncached(settingsRead)
    lastBrand = settings?.brand ?? fallback
    brands.set('brand', lastBrand)
    return lastBrand
  } catch (error) {
    log.warn({ err: error }, 'mail: brand name unavailable')
    const brand = lastBrand ?? fallback
    brands.set('brand', brand, { ttl: FALLBACK_TTL_MS })
    return brand
  }
}
