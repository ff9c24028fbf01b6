import { randomUUID } from 'node:crypto'
import { isDraftId } from '../store/ids.ts'
import type { Snapshot } from '../store/document.ts'
import type {
  Clock,
  DocumentChange,
  EvaluateChange,
  NewMessage,
  TransactionChange,
  WebhookConfig,
  WebhookOperation,
} from './types.ts'

type Evaluated = {
  messages: NewMessage[]
  /** Messages that could not be made, because the filter or the projection failed. */
  failures: { message: NewMessage; error: unknown }[]
}

/** The messages that a transaction asks for, in the order of its documents. */
export function messagesFor(
  hooks: readonly WebhookConfig[],
  change: TransactionChange,
  snapshot: Snapshot,
  evaluate: EvaluateChange,
  clock: Clock,
): Evaluated {
  const evaluated: Evaluated = { messages: [], failures: [] }
  const now = new Date(clock.now())
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
): NewMessage | undefined {
  const documentId = (document.after ?? document.before)?._id
  if (documentId === undefined) return undefined
  return {
    id: randomUUID(),
    hookId: hook.id,
    dataset,
    documentId,
    transactionId,
    transactionTime: timestamp,
    operation: operationOf(document),
    payload: '',
    createdAt: now.getTime(),
    dueAt: now.getTime(),
  }
}

const operationOf = ({ before, after }: DocumentChange): WebhookOperation =>
  before === undefined ? 'create' : after === undefined ? 'delete' : 'update'

function isWanted(hook: WebhookConfig, dataset: string, { operation, documentId }: NewMessage): boolean {
  if (hook.dataset !== undefined && hook.dataset !== dataset) return false
  return hook.on.includes(operation) && isVisible(documentId, hook.includeDrafts === true)
}

/** Published documents have no dot in their id; versions and system documents (`_.…`) never fire. */
const isVisible = (id: string, includeDrafts: boolean): boolean => !id.includes('.') || (includeDrafts && isDraftId(id))
