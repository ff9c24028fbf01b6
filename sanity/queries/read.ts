import type { QueryParams } from 'next-sanity'

export type Read<Answer> = {
  query: string
  params?: QueryParams
  /** Returns the next time after `now` at which the result changes without a publish, in milliseconds since 1970. */
  getChangeTime?: (answer: Answer, now: number) => number | undefined
  /** Type marker, never set at runtime. */
  answer?: Answer
}
