const PREFIX = 'until:'

/**
 * Returns the cache tag of a page that changes at a fixed time without a publish.
 * @param time in milliseconds since 1970
 */
export const untilTag = (time: number): string => `${PREFIX}${time}`

export const isUntilTag = (tag: string): boolean => tag.startsWith(PREFIX)

/** Returns when a page with these tags expires, in milliseconds since 1970. Most pages never expire (Infinity). */
export const endOf = (tags: readonly string[]): number =>
  tags.reduce((end, tag) => (isUntilTag(tag) ? Math.min(end, Number(tag.slice(PREFIX.length))) : end), Infinity)

export const isOver = (tags: readonly string[], now: number): boolean => now >= endOf(tags)
