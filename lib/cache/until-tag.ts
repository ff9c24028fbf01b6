const PREFIX = 'until:'

/**
 * The cache tag of a page that says something else from a point in time on, without anything being published.
 * @param time in milliseconds since 1970
 */
export const untilTag = (time: number): string => `${PREFIX}${time}`

/** Whether a tag is one of {@link untilTag}. */
export const isUntilTag = (tag: string): boolean => tag.startsWith(PREFIX)

/** When a page with these tags comes to the end of what it says, in milliseconds since 1970; infinity for most. */
export const endOf = (tags: readonly string[]): number =>
  tags.reduce((end, tag) => (isUntilTag(tag) ? Math.min(end, Number(tag.slice(PREFIX.length))) : end), Infinity)

/** Whether a page with these tags has come to the end of what it says. */
export const isOver = (tags: readonly string[], now: number): boolean => now >= endOf(tags)
