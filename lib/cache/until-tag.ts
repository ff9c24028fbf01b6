const PREFIX = 'until:'

/**
 * The cache tag of a page that says something else from a point in time on, without anything being published.
 * @param time in milliseconds since 1970
 */
export const untilTag = (time: number): string => `${PREFIX}${time}`

/** Whether a page with these tags has come to the end of what it says. */
export const isOver = (tags: readonly string[], now: number): boolean =>
  tags.some((tag) => tag.startsWith(PREFIX) && now >= Number(tag.slice(PREFIX.length)))
