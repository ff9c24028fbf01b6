/** A purge that was done. */
export type Purge = {
  /** Tags (Fastly: surrogate keys) as they were sent. */
  tags: string[]
  /** Everything was purged, whatever its tags. */
  isEverything: boolean
  /** Made stale, and not removed; Fastly alone has that. */
  isSoft: boolean
  /** Milliseconds since 1970. */
  at: number
}
