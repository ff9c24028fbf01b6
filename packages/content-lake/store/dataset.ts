import { join } from 'node:path'
import { createValidationFailure, LakeError, MutationFailure, report, createRequestError } from './errors.ts'
import { type Database, type LogEntry, openLog, type TransactionHead } from './database.ts'
import { type LakeDocument, createRandomId, type Snapshot } from './document.ts'
import { DocumentIndex } from './document-index.ts'
import { assertReferentialIntegrity, Workspace } from './workspace.ts'
import { applyMutation, type MutationContext, type MutationResult, type Select } from './mutations.ts'

type CommitEvent = { head: TransactionHead; entries: LogEntry[] }

type CommitOptions = {
  author: string
  /** Transaction id from the client. It becomes `_rev` and must be new. */
  transactionId?: string
  dryRun?: boolean
  generateArrayKeys?: boolean
}

export type CommitResult = {
  transactionId: string
  results: (MutationResult & { document: LakeDocument | undefined })[]
}

type Subscriber = (committed: CommitEvent) => void

export type Step = (workspace: Workspace, context: MutationContext) => MutationResult[]

export type CreateSelect = () => Select

const TRANSACTION_ID_PATTERN = /^[\w.:-]{1,128}$/

/** Dataset with synchronous commits. Requests cannot interleave, and data is on disk before it becomes visible. */
export class Dataset {
  readonly name: string
  /** Differs from the value of an earlier dataset with the same name. */
  readonly instanceId = createRandomId()
  readonly log: Database
  readonly #index = new DocumentIndex()
  readonly #createSelect: CreateSelect
  readonly #subscribers = new Set<Subscriber>()
  readonly #deleted = new AbortController()

  constructor(name: string, folder: string, createSelect: CreateSelect) {
    this.name = name
    this.log = openLog(join(folder, `${name}.sqlite`))
    this.#createSelect = createSelect
    for (const document of this.log.documents()) this.#index.put(document)
  }

  /** Returns a snapshot, valid until the next commit. Callers must use it synchronously. */
  snapshot(): Snapshot {
    return this.#index.snapshot()
  }

  get(id: string): LakeDocument | undefined {
    return this.#index.get(id)
  }

  subscribe(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber)
    return () => this.#subscribers.delete(subscriber)
  }

  get deletionSignal(): AbortSignal {
    return this.#deleted.signal
  }

  mutate(mutations: unknown[], options: CommitOptions): CommitResult {
    const steps = mutations.map<Step>((mutation) => (workspace, context) => applyMutation(workspace, mutation, context))
    return this.commit('mutationError', steps, [], options)
  }

  commit(
    kind: 'mutationError' | 'actionError',
    steps: Step[],
    actions: string[],
    options: CommitOptions,
  ): CommitResult {
    const transactionId = this.#resolveTransactionId(kind, options.transactionId)
    const timestamp = new Date().toISOString()
    const context = {
      transactionId,
      timestamp,
      select: this.#createSelect(),
      generateArrayKeys: options.generateArrayKeys,
    }
    const workspace = new Workspace(this.snapshot())
    const results = runSteps(kind, steps, workspace, context)
    const result = { transactionId, results: results.map((item) => ({ ...item, document: workspace.get(item.id) })) }
    if (!options.dryRun) this.#store(workspace, { id: transactionId, timestamp, author: options.author, actions })
    return result
  }

  close(): void {
    this.#subscribers.clear()
    this.log.close()
  }

  markDeleted(): void {
    this.#deleted.abort()
    this.close()
  }

  #resolveTransactionId(kind: 'mutationError' | 'actionError', requestedId: string | undefined): string {
    if (requestedId === undefined) return createRandomId()
    if (typeof requestedId !== 'string' || !TRANSACTION_ID_PATTERN.test(requestedId)) {
      throw createRequestError(kind, [toFailedItem(createValidationFailure('Malformed transaction ID'), 0)])
    }
    if (!this.log.hasTransaction(requestedId)) return requestedId
    const description = `Transaction ID "${requestedId}" has already been used`
    throw new LakeError(409, { error: { type: 'transactionIDAlreadyExistsError', description, id: requestedId } })
  }

  #store(workspace: Workspace, head: TransactionHead): void {
    const changes = workspace.listChanges()
    const seqs = this.log.commit(head, changes)
    for (const { id, after } of changes) {
      if (after) this.#index.put(after)
      else this.#index.remove(id)
    }
    const entries = changes.map(({ id, before, after, mutations }, position) => ({
      ...head,
      seq: seqs[position] ?? 0,
      documentId: id,
      mutations,
      before,
      after,
    }))
    for (const subscriber of this.#subscribers) notify(subscriber, { head, entries })
  }
}

/**
 * Notifies a subscriber and logs its errors. The transaction is committed, so a failure must not affect the request or
 * other subscribers.
 */
function notify(commit: Subscriber, committed: CommitEvent): void {
  try {
    commit(committed)
  } catch (error) {
    report(error)
  }
}

function runSteps(
  kind: 'mutationError' | 'actionError',
  steps: Step[],
  workspace: Workspace,
  context: MutationContext,
): MutationResult[] {
  const failures: ReturnType<typeof toFailedItem>[] = []
  const attempt = (index: number, step: () => MutationResult[]): MutationResult[] => {
    try {
      return step()
    } catch (error) {
      if (!(error instanceof MutationFailure)) throw error
      failures.push(toFailedItem(error, index))
      return []
    }
  }
  const results = steps.flatMap((step, index) => attempt(index, () => step(workspace, context)))
  if (failures.length === 0) attempt(0, () => (assertReferentialIntegrity(workspace), []))
  if (failures.length > 0) throw createRequestError(kind, failures)
  return results
}

const toFailedItem = ({ status, failure }: MutationFailure, index: number) => ({
  status,
  item: { error: failure, index },
})
