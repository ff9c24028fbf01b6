import type { QueryParams } from 'next-sanity'

export type Read<Answer> = {
  query: string
  params?: QueryParams
  /**
   * Returns the next time after `now` when the result changes even if nothing is published, in milliseconds since 1970.
   */
  getChangeTime?: (answer: Answer, now: number) => number | undefined
  /** Type marker, never set at runtime. */
  answer?: Answer
}
