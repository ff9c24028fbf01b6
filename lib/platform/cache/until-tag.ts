const PREFIX = 'until:'

/** Cache tag of a page that changes at a time without a publish. @param time in milliseconds since 1970 */
export const untilTag = (time: number): string => `${PREFIX}${time}`

export const isUntilTag = (tag: string): boolean => tag.startsWith(PREFIX)

/** When a page with these tags expires, in milliseconds since 1970; infinity for most. */
export const endOf = (tags: readonly string[]): number =>
  tags.reduce((end, tag) => (isUntilTag(tag) ? Math.min(end, Number(tag.slice(PREFIX.length))) : end), Infinity)

export const isOver = (tags: readonly string[], now: number): boolean => now >= endOf(tags)
