import { randomUUID } from 'node:crypto'
import { isDraftId } from '../store/ids.ts'
import type { Snapshot } from '../store/document.ts'
import type {
  DocumentChange,
  EvaluateChange,
  NewLakeMessage,
  TransactionChange,
  WebhookConfig,
  WebhookOperation,
} from './types.ts'

type Evaluated = {
  messages: NewLakeMessage[]
  /** Messages that could not be made, because the filter or the projection failed. */
  failures: { message: NewLakeMessage; error: unknown }[]
}

/** The messages that a transaction asks for, in the order of its documents. */
export function messagesFor(
  hooks: readonly WebhookConfig[],
  change: TransactionChange,
  snapshot: Snapshot,
  evaluate: EvaluateChange,
  now: Date,
): Evaluated {
  const evaluated: Evaluated = { messages: [], failures: [] }
  for (const document of change.documents) {
    for (const hook of hooks) {
      const message = newMessage(hook, change, document, now)
      if (!message || !isWanted(hook, change.dataset, message)) continue
      const { filter, projection } = hook
      const { before, after } = document
      try {
        const { matches, payload } = evaluate({ filter, projection, before, after, snapshot, now })
        if (matches) evaluated.messages.push({ ...message, payload: JSON.stringify(payload ?? null) })
      } catch (error) {
        evaluated.failures.push({ message, error })
      }
    }
  }
  return evaluated
}

function newMessage(
  hook: WebhookConfig,
  { dataset, transactionId, timestamp }: TransactionChange,
  document: DocumentChange,
  now: Date,
): NewLakeMessage | undefined {
  const documentId = (document.after ?? document.before)?._id
  if (documentId === undefined) return undefined
  return {
    id: randomUUID(),
    endpointId: hook.id,
    lane: JSON.stringify([dataset, documentId]),
    details: { dataset, documentId, transactionId, transactionTime: timestamp, operation: operationOf(document) },
    payload: '',
    createdAt: now.getTime(),
  }
}

const operationOf = ({ before, after }: DocumentChange): WebhookOperation =>
  before === undefined ? 'create' : after === undefined ? 'delete' : 'update'

function isWanted(hook: WebhookConfig, dataset: string, { details }: NewLakeMessage): boolean {
  const { operation, documentId } = details
  if (hook.dataset !== undefined && hook.dataset !== dataset) return false
  return hook.on.includes(operation) && isVisible(documentId, hook.includeDrafts === true)
}

/** Published documents have no dot in their id; versions and system documents (`_.…`) never fire. */
const isVisible = (id: string, includeDrafts: boolean): boolean => !id.includes('.') || (includeDrafts && isDraftId(id))
