const EXPIRY_TAG_PREFIX = 'until:'

/**
 * Returns the cache tag of a page that changes at a fixed time, even if nothing is published.
 * @param time in milliseconds since 1970
 */
export const buildExpiryTag = (time: number): string => `${EXPIRY_TAG_PREFIX}${time}`

export const isExpiryTag = (tag: string): boolean => tag.startsWith(EXPIRY_TAG_PREFIX)

/** Returns when a page with these tags expires, in milliseconds since 1970. Most pages never expire (Infinity). */
export const findExpiry = (tags: readonly string[]): number =>
  tags.reduce(
    (end, tag) => (isExpiryTag(tag) ? Math.min(end, Number(tag.slice(EXPIRY_TAG_PREFIX.length))) : end),
    Infinity,
  )

export const isExpired = (tags: readonly string[], now: number): boolean => now >= findExpiry(tags)
