import type { QueryParams } from 'next-sanity'

export type Read<Answer> = {
  query: string
  params?: QueryParams
  /** When the result changes without a publish: milliseconds since 1970, after `now`. */
  changesAt?: (answer: Answer, now: number) => number | undefined
  /** Type-only, never set. */
  answer?: Answer
}
