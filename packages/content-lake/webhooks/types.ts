import type { Attempt, Clock, FailureReason, Message, NewMessage } from '../../local-server/index.ts'
import type { LakeDocument, Snapshot } from '../store/document.ts'

export type WebhookOperation = 'create' | 'update' | 'delete'

/** One outgoing webhook, in the terms of Sanity's GROQ-powered webhooks. */
export type WebhookConfig = {
  id: string
  name: string
  /** http or https. */
  url: string
  on: WebhookOperation[]
  /** GROQ filter (the inside of `*[…]`); none means every document. */
  filter?: string
  /** GROQ projection; none sends the document itself. */
  projection?: string
  /** Signs every request; never shown or logged. */
  secret?: string
  /** Also fire for `drafts.` ids; default false. Ids of versions and system documents never fire. */
  includeDrafts?: boolean
  httpMethod?: 'POST'
  /** Version of GROQ's API that a hosted webhook uses, such as `v2025-02-19`; shown, and without effect here. */
  apiVersion?: string
  headers?: Record<string, string>
  /** Only this dataset; default every dataset. */
  dataset?: string
  /** Default true. */
  isEnabled?: boolean
}

export type DocumentChange = { before?: LakeDocument; after?: LakeDocument }

/** A committed transaction: one entry in `documents` per changed document. */
export type TransactionChange = {
  dataset: string
  transactionId: string
  /** ISO 8601, UTC. */
  timestamp: string
  documents: DocumentChange[]
}

/** `evaluateChange` of ../query: does the filter match, and what does the projection give. */
export type EvaluateChange = (request: {
  filter?: string
  projection?: string
  before: LakeDocument | undefined
  after: LakeDocument | undefined
  snapshot: Snapshot
  now: Date
}) => { matches: boolean; payload: unknown }

/** What a message is about. */
export type MessageDetails = {
  dataset: string
  documentId: string
  transactionId: string
  /** ISO 8601, UTC. */
  transactionTime: string
  operation: WebhookOperation
}

export type LakeMessage = Message<MessageDetails>
export type NewLakeMessage = NewMessage<MessageDetails>
export type LakeAttempt = Attempt<MessageDetails>

/** One try to deliver one message, as Sanity's attempts log shows it. */
export type HookAttempt = {
  id: string
  hookId: string
  messageId: string
  projectId: string
  dataset: string
  documentId: string
  transactionId: string
  operation: WebhookOperation
  /** 1 for the first try. */
  number: number
  /** ISO 8601, UTC. */
  createdAt: string
  /** ISO 8601, UTC. */
  updatedAt: string
  /** Milliseconds. */
  duration: number
  inProgress: false
  isFailure: boolean
  /** Another try will follow. */
  willRetry: boolean
  /** HTTP status; 0 when no answer came. */
  resultCode: number
  /** The first 1024 characters of the answer, secrets blotted out. */
  resultBody: string | null
  failureReason: FailureReason | null
  /** The error in words, such as `ECONNREFUSED`. */
  failureDetail: string | null
}

export type WebhooksOptions = {
  configs: WebhookConfig[]
  /** The lake's data folder; the queue is `webhooks.sqlite` in it. */
  dataDir: string
  evaluate: EvaluateChange
  /** Default `local`. */
  projectId?: string
  /** Default 30 000, as hosted. */
  timeoutMs?: number
  clock?: Clock
  /** 0 <= n < 1, for the back-off's jitter. */
  random?: () => number
}

export type Webhooks = {
  /** Queues and at once sends what the change asks for. Durable when it returns; never throws. */
  onTransaction(change: TransactionChange, snapshot: Snapshot): void
  /** Newest first. */
  attempts(): HookAttempt[]
  /** `GET /v<date>/hooks/projects/:project(/:id(/attempts|/messages))`; the caller has checked the token. */
  handleHooks(request: Request): Promise<Response>
  /** Stops sending; what is undelivered goes on at the next start. */
  close(): Promise<void>
}
