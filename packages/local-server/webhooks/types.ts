/** Where messages go. */
export type Endpoint = {
  id: string
  /** http or https. */
  url: string
}

/** Why a try failed. `other`: no request was made. */
export type FailureReason = 'http' | 'network' | 'timeout' | 'other'

/** What became of one try. */
export type Outcome = {
  /** HTTP status; 0 when no answer came. */
  resultCode: number
  /** The first 1024 characters of the answer, secrets blotted out. */
  resultBody: string | null
  failureReason: FailureReason | null
  /** The error in words, such as `ECONNREFUSED`. */
  failureDetail: string | null
  /** What the endpoint asked for with `Retry-After`. */
  retryAfterMs?: number
}

/** What is to be sent to one endpoint, in one or more tries. `Details` is what a server notes about it, as JSON. */
export type Message<Details> = {
  /** Grows with every message: the order of delivery. */
  seq: number
  /** The same for every try. */
  id: string
  endpointId: string
  /** Messages of one endpoint and lane leave one after another. */
  lane: string
  details: Details
  /** The body to send. */
  payload: string
  /** Milliseconds since 1970. */
  createdAt: number
  tries: number
  /** Not to be sent before; milliseconds since 1970. */
  dueAt: number
  status: 'pending' | 'success' | 'failure'
  /** Of the latest try; 0 when there was none or no answer. */
  resultCode: number
}

export type NewMessage<Details> = Pick<
  Message<Details>,
  'id' | 'endpointId' | 'lane' | 'details' | 'payload' | 'createdAt'
>

/** One try, for the log. */
export type Attempt<Details> = Omit<Outcome, 'retryAfterMs'> & {
  id: string
  messageId: string
  endpointId: string
  details: Details
  /** 1 for the first try. */
  number: number
  /** Milliseconds since 1970. */
  startedAt: number
  finishedAt: number
  willRetry: boolean
}
