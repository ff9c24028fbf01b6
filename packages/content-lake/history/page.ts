export type PageRequest = { limit: number; cursor: string | undefined }

/** One page of events, newest first. `nextCursor` is empty when there are no more. */
export function pageOf<T>(events: T[], { limit, cursor }: PageRequest): { events: T[]; nextCursor: string } {
  const start = Number(cursor || 0)
  const from = Number.isInteger(start) && start > 0 ? start : 0
  const page = events.slice(from, from + limit)
  return { events: page, nextCursor: from + page.length < events.length ? String(from + page.length) : '' }
}
