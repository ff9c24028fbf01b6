import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

/** What became of a request, in the terms that both vendors have. */
export type State = 'hit' | 'miss' | 'expired' | 'revalidated' | 'updating' | 'stale' | 'bypass' | 'pass'

/** How long an answer is kept, and by which tags it is purged. */
export type Lifetime = {
  freshSeconds: number
  /** After that: answered at once while a new answer is fetched behind it. */
  staleWhileRevalidateSeconds: number
  /** After that: answered when the origin fails. */
  staleIfErrorSeconds: number
  tags: string[]
}

export type AnswerHead = { status: number; headers: IncomingHttpHeaders }

/** What is a vendor's own. */
export type Rules = {
  /** How long an answer is kept; undefined when it must not be. */
  lifetime: (request: IncomingHttpHeaders, answer: AnswerHead, now: number) => Lifetime | undefined
  /** Names of the request headers, in lower case, by which answers of one address differ. */
  varies: (headers: IncomingHttpHeaders) => string[]
  /** What the origin is told about the visitor. */
  visitor: (address: string) => OutgoingHttpHeaders
  /** The origin's headers without those that are for the cache alone. */
  visible: (headers: IncomingHttpHeaders, request: IncomingHttpHeaders) => OutgoingHttpHeaders
  /** How an answer says where it came from. */
  mark: (state: State) => OutgoingHttpHeaders
  /** Answered when the origin is not reached and nothing may be used instead. */
  unreachable: { status: number; body: string }
}
