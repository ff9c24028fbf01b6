/** An announcement that is shown needs something to say; undefined when all is well. */
export function announcementError(
  text: string | undefined,
  announcement: { enabled?: boolean } | undefined,
): string | undefined {
  return announcement?.enabled && !text?.trim() ? 'Write the announcement, or turn it off.' : undefined
}
