/** Where events go: one entry of `CLERK_WEBHOOKS`. */
export type WebhookEndpoint = {
  /** http or https. */
  url: string
  /** `whsec_` and base64; signs every request, never shown or logged. */
  secret: string
  /** Types such as `organization.deleted`; none means all. */
  events?: string[]
}

/** One event on its way to one endpoint. */
export type Message = {
  /** Grows with every message: the order of first attempts. */
  seq: number
  /** The `svix-id`: the same for every endpoint and every attempt. */
  id: string
  /** The endpoint's url. */
  endpoint: string
  type: string
  /** The JSON to send; erased once it is delivered or given up, because it holds names and addresses. */
  payload: string | null
  /** Milliseconds since 1970, of the machine's clock. */
  createdAt: number
  /** Not to be sent before. */
  dueAt: number
  tries: number
  status: 'pending' | 'delivered' | 'given up'
}

/** One line of the delivery log: what was tried and what became of it, without anybody's data. */
export type Attempt = {
  messageId: string
  /** Without query and credentials. */
  endpoint: string
  type: string
  /** 1 for the first. */
  number: number
  /** Milliseconds since 1970. */
  startedAt: number
  /** Milliseconds. */
  duration: number
  /** HTTP status; 0 when no answer came. */
  resultCode: number
  /** `timeout`, an error's code such as `ECONNREFUSED`, or nothing. */
  failure: string | null
  status: Message['status']
}
