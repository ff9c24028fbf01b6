import { createHmac, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import {
  type Attempt,
  type Clock,
  ConfigurationError,
  createDelivery,
  type Message,
  getErrorMessage,
  type NewMessage,
  openDatabase,
  openWebhookQueue,
  type Outcome,
  systemClock,
  createTransactions,
  type WebhookQueue,
} from '../../local-server/index.ts'
import type { evaluateChange } from '../query/run.ts'
import { isDraftId, type LakeDocument, type Snapshot } from '../store/document.ts'
import { createHttpError, report } from '../store/errors.ts'

type WebhookOperation = 'create' | 'update' | 'delete'

export type WebhookConfig = {
  id: string
  name: string
  url: string
  on: WebhookOperation[]
  /** Condition inside `*[…]`. Without a filter, every document matches. */
  filter?: string
  projection?: string
  secret?: string
  /** Also triggers for `drafts.` ids, false by default. Versions and system documents never trigger. */
  includeDrafts?: boolean
  httpMethod?: 'POST'
  /** GROQ API version, such as `v2025-02-19`. For display only. */
  apiVersion?: string
  headers?: Record<string, string>
  dataset?: string
  isEnabled?: boolean
}

export type DocumentChange = { before?: LakeDocument; after?: LakeDocument }

type TransactionChange = {
  dataset: string
  transactionId: string
  timestamp: string
  documents: DocumentChange[]
}

export type EvaluateChange = typeof evaluateChange

type MessageDetails = {
  dataset: string
  documentId: string
  transactionId: string
  transactionTime: string
  operation: WebhookOperation
}

type NewLakeMessage = NewMessage<MessageDetails>

export type WebhooksOptions = {
  configs: WebhookConfig[]
  dataDir: string
  evaluate: EvaluateChange
  projectId?: string
  /** Defaults to 30,000, like hosted Sanity. */
  timeoutMs?: number
  clock?: Clock
  random?: () => number
}

const OPERATIONS: readonly WebhookOperation[] = ['create', 'update', 'delete']

function assertConfigs(configs: readonly WebhookConfig[]): void {
  if (!Array.isArray(configs)) throw new ConfigurationError('webhooks must be a list')
  const seenIds = new Set<string>()
  for (const config of configs) {
    const problem = findProblem(config) ?? (seenIds.has(config.id) ? 'another webhook has the same id' : undefined)
    if (problem) throw new ConfigurationError(`webhook "${config.id}": ${problem}`)
    seenIds.add(config.id)
  }
}

function findProblem(config: WebhookConfig): string | undefined {
  if (typeof config.id !== 'string' || !/^[\w-]{1,64}$/.test(config.id)) {
    return 'id must be 1 to 64 letters, digits, - or _'
  }
  if (!/^https?:$/.test(URL.parse(config.url)?.protocol ?? '')) return 'url must be http or https'
  const isTriggered = Array.isArray(config.on) && config.on.length > 0
  if (!isTriggered || !config.on.every((operation) => OPERATIONS.includes(operation))) {
    return `on must list at least one of ${OPERATIONS.join(', ')}`
  }
  if (!areValidHeaders(config.headers)) return 'headers must be header names with text values'
  return undefined
}

function areValidHeaders(headers: Record<string, string> | undefined): boolean {
  try {
    return new Headers(headers) instanceof Headers
  } catch (error) {
    // The Headers constructor throws TypeError for an invalid name or value.
    if (error instanceof TypeError) return false
    throw error
  }
}

const DEFAULT_TIMEOUT_MS = 30_000

const MAX_CONCURRENT_PER_HOOK = 8

export type Webhooks = ReturnType<typeof createWebhooks>

/**
 * Creates the durable webhook queue. Immediately sends messages left by an earlier process.
 * @throws ConfigurationError for an invalid config
 */
export function createWebhooks(options: WebhooksOptions) {
  const { configs, dataDir, evaluate, projectId = 'local', timeoutMs = DEFAULT_TIMEOUT_MS } = options
  const { clock = systemClock, random = Math.random } = options
  assertConfigs(configs)
  const hooks = configs.filter(({ isEnabled = true }) => isEnabled)
  // NORMAL avoids a disk flush per attempt. A power failure can lose a webhook, which only delays fresh content.
  const db = openDatabase(join(dataDir, 'webhooks.sqlite'), '', { synchronous: 'NORMAL' })
  const queue = openWebhookQueue<MessageDetails>({ db, transaction: createTransactions(db).transaction })
  const delivery = createDelivery({
    endpoints: hooks,
    queue,
    concurrency: MAX_CONCURRENT_PER_HOOK,
    timeoutMs,
    headers: (hook, message) => buildHeaders(hook, message, projectId, clock.now()),
    retryAt: createRetrySchedule(random),
    secrets: ({ secret = '', headers = {} }) => [secret, ...Object.values(headers)],
    clock,
    report,
  })
  const remaining = queue.resume(
    hooks.map(({ id }) => id),
    clock.now(),
  )
  delivery.accept(remaining)
  let closePromise: Promise<void> | undefined

  return {
    onTransaction(change: TransactionChange, snapshot: Snapshot): void {
      const { messages, failures } = buildMessages(hooks, change, snapshot, evaluate, new Date(clock.now()))
      try {
        for (const { message, error } of failures) {
          delivery.recordUnsendable(message, `filter or projection failed: ${getErrorMessage(error)}`)
        }
        if (messages.length > 0) delivery.accept(queue.add(messages))
      } catch (error) {
        // The content is already committed, so a full disk must not fail the request.
        report(error, 'could not queue webhooks')
      }
    },
    attempts: () => queue.attempts().map((attempt) => formatAttempt(attempt, projectId)),
    handleHooks: createHooksApi(configs, queue, projectId),
    close: (): Promise<void> => (closePromise ??= delivery.close().then(() => db.close())),
  }
}

function buildMessages(
  hooks: readonly WebhookConfig[],
  { dataset, transactionId, timestamp, documents }: TransactionChange,
  snapshot: Snapshot,
  evaluate: EvaluateChange,
  now: Date,
) {
  const messages: NewLakeMessage[] = []
  const failures: { message: NewLakeMessage; error: unknown }[] = []
  for (const { before, after } of documents) {
    const documentId = (after ?? before)?._id ?? ''
    const operation = before === undefined ? 'create' : after === undefined ? 'delete' : 'update'
    for (const hook of hooks) {
      if (!hook.on.includes(operation) || (hook.dataset ?? dataset) !== dataset) continue
      // Versions and system documents (`_.…`) have a dot in the id and never trigger webhooks.
      if (documentId.includes('.') && !(hook.includeDrafts && isDraftId(documentId))) continue
      const message = {
        id: randomUUID(),
        endpointId: hook.id,
        lane: JSON.stringify([dataset, documentId]),
        details: { dataset, documentId, transactionId, transactionTime: timestamp, operation },
        payload: '',
        createdAt: now.getTime(),
      } as const
      const { filter, projection } = hook
      try {
        const { matches, payload } = evaluate({ filter, projection, before, after, snapshot, now })
        if (matches) messages.push({ ...message, payload: JSON.stringify(payload ?? null) })
      } catch (error) {
        failures.push({ message, error })
      }
    }
  }
  return { messages, failures }
}

/** Builds headers and signature as in @sanity/webhook and Sanity's "GROQ-powered webhooks" page. */
function buildHeaders(hook: WebhookConfig, message: Message<MessageDetails>, projectId: string, now: number): Headers {
  const { dataset, documentId, operation, transactionId, transactionTime } = message.details
  const headers = new Headers(hook.headers)
  const deliveryHeaders = {
    'content-type': 'application/json',
    'user-agent': 'Sanity.io webhook delivery',
    'idempotency-key': message.id,
    'sanity-project-id': projectId,
    'sanity-dataset': dataset,
    'sanity-document-id': documentId,
    'sanity-operation': operation,
    'sanity-transaction-id': transactionId,
    'sanity-transaction-time': transactionTime,
    'sanity-webhook-id': hook.id,
  }
  for (const [name, value] of Object.entries(deliveryHeaders)) headers.set(name, value)
  if (hook.secret) {
    const hash = createHmac('sha256', hook.secret).update(`${now}.${message.payload}`).digest('base64url')
    headers.set('sanity-webhook-signature', `t=${now},v1=${hash}`)
  }
  return headers
}

const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 5 * 60_000

const MAX_RETRY_DURATION_MS = 30 * 60_000

/**
 * Returns whether a retry makes sense: for server errors, rate limits and no response. Other 4xx errors are permanent.
 */
export const isRetryable = (status: number): boolean => status === 0 || status === 429 || status >= 500

/**
 * Returns the delay in milliseconds. It grows exponentially, half of it is random, and it is at least `retryAfterMs`.
 */
export function computeRetryDelayMs(attemptCount: number, random: () => number, retryAfterMs = 0): number {
  const maxDelayMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attemptCount - 1))
  const jitteredMs = maxDelayMs / 2 + (random() * maxDelayMs) / 2
  return Math.round(Math.max(jitteredMs, Math.min(retryAfterMs, MAX_DELAY_MS)))
}

/**
 * Returns the time of the next attempt, or undefined to give up. A message queued before a downtime still gets one
 * attempt.
 */
const createRetrySchedule =
  (random: () => number) =>
  ({ tries, createdAt }: Pick<Message<unknown>, 'tries' | 'createdAt'>, outcome: Outcome, now: number) => {
    const dueAt = now + computeRetryDelayMs(tries, random, outcome.retryAfterMs)
    return isRetryable(outcome.resultCode) && dueAt - createdAt <= MAX_RETRY_DURATION_MS ? dueAt : undefined
  }

const HOOKS_PATH_PATTERN = /^\/v[^/]+\/hooks\/projects\/([^/]+)((?:\/[^/]+){0,2})\/?$/

/** Creates the read-only hooks API that `sanity hooks list|logs|attempt` of @sanity/cli uses. */
function createHooksApi(configs: readonly WebhookConfig[], queue: WebhookQueue<MessageDetails>, projectId: string) {
  return async (request: Request): Promise<Response> => {
    if (request.method !== 'GET') return createErrorResponse(405, 'Webhooks are configured by --webhook')
    const [, project, rest = ''] = HOOKS_PATH_PATTERN.exec(new URL(request.url).pathname) ?? []
    const [, first, second] = rest.split('/')
    const listAttempts = () => queue.attempts().map((attempt) => formatAttempt(attempt, projectId))
    if (project !== projectId) return createErrorResponse(404, 'Project not found')
    if (first === undefined) return Response.json(configs.map((config) => formatConfig(config, projectId)))
    if (first === 'attempts') {
      const attempt = listAttempts().find(({ id }) => id === second)
      return attempt ? Response.json(attempt) : createErrorResponse(404, 'Attempt not found')
    }
    const config = configs.find(({ id }) => id === first)
    if (!config) return createErrorResponse(404, 'Webhook not found')
    if (second === undefined) return Response.json(formatConfig(config, projectId))
    if (second === 'attempts') return Response.json(listAttempts().filter(({ hookId }) => hookId === first))
    if (second === 'messages') {
      return Response.json(queue.listMessages(first).map((message) => formatMessage(message, projectId)))
    }
    return createErrorResponse(404, 'Not found')
  }
}

/** Returns the config without the secret and the header values, which often are credentials. */
function formatConfig(config: WebhookConfig, projectId: string) {
  const { id, name, url, on, filter, projection, dataset, isEnabled = true } = config
  return {
    id,
    type: 'document',
    name,
    description: null,
    projectId,
    dataset: dataset ?? '*',
    url,
    apiVersion: config.apiVersion ?? 'v2021-03-25',
    httpMethod: 'POST',
    headers: Object.fromEntries(Object.keys(config.headers ?? {}).map((header) => [header, '[hidden]'])),
    includeDrafts: config.includeDrafts === true,
    isDisabled: !isEnabled,
    isDisabledByUser: !isEnabled,
    hasSecret: Boolean(config.secret),
    rule: { on, filter: filter ?? null, projection: projection ?? null },
  }
}

function formatAttempt(
  { endpointId, details, startedAt, finishedAt, ...attempt }: Attempt<MessageDetails>,
  projectId: string,
) {
  const { transactionTime: _, ...messageDetails } = details
  return {
    ...attempt,
    ...messageDetails,
    hookId: endpointId,
    projectId,
    createdAt: new Date(startedAt).toISOString(),
    updatedAt: new Date(finishedAt).toISOString(),
    duration: finishedAt - startedAt,
    inProgress: false,
    isFailure: attempt.failureReason !== null,
  }
}

function formatMessage(message: Message<MessageDetails>, projectId: string) {
  const { id, endpointId, details, payload, status, resultCode, tries } = message
  const { dataset, documentId, transactionId, operation } = details
  return {
    id,
    hookId: endpointId,
    projectId,
    dataset,
    documentId,
    transactionId,
    operation,
    payload,
    status,
    resultCode,
    failureCount: status === 'success' ? tries - 1 : tries,
    createdAt: new Date(message.createdAt).toISOString(),
  }
}

const createErrorResponse = (status: number, message: string): Response =>
  Response.json(createHttpError(status, message).body, { status })
