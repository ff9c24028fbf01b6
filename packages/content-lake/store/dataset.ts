import { join } from 'node:path'
import { LakeError } from '../errors.ts'
import { report } from '../report.ts'
import { Database, type LogEntry, type TransactionHead } from './database.ts'
import type { LakeDocument, Snapshot } from './document.ts'
import { DocumentIndex } from './document-index.ts'
import { invalid, MutationFailure, requestFailed } from './failures.ts'
import { assertReferentialIntegrity } from './references.ts'
import { applyMutation, type MutationContext, type MutationResult, type Select } from './mutations.ts'
import { randomId } from './ids.ts'
import { Workspace } from './workspace.ts'

/** What happened, for listeners, live events and webhooks. Entries are in log order. */
type Committed = { head: TransactionHead; entries: LogEntry[] }

type CommitOptions = {
  author: string
  /** The client's own transaction id; becomes `_rev`. Must be new. */
  transactionId?: string
  dryRun?: boolean
  generateArrayKeys?: boolean
}

export type CommitResult = {
  transactionId: string
  results: (MutationResult & { document: LakeDocument | undefined })[]
}

type Subscriber = (committed: Committed) => void

/** Turns one request item into mutations on the workspace. Throws a MutationFailure to refuse it. */
export type Step = (workspace: Workspace, context: MutationContext) => MutationResult[]

/** For the queries of one transaction. */
export type StartSelecting = () => Select

const TRANSACTION_ID = /^[\w.:-]{1,128}$/

/**
 * One dataset: its documents in memory and its file. A commit is one synchronous function, so two requests cannot interleave,
 * and it is on disk before it is visible or acknowledged.
 */
export class Dataset {
  readonly name: string
  /** Tells this dataset from an earlier one of the same name. */
  readonly opened = randomId()
  readonly log: Database
  readonly #index = new DocumentIndex()
  readonly #startSelecting: StartSelecting
  readonly #subscribers = new Set<Subscriber>()
  readonly #deleted = new AbortController()

  constructor(name: string, folder: string, startSelecting: StartSelecting) {
    this.name = name
    this.log = new Database(join(folder, `${name}.sqlite`))
    this.#startSelecting = startSelecting
    for (const document of this.log.documents()) this.#index.put(document)
  }

  /** The present state; valid until the next commit, so use it synchronously. */
  snapshot(): Snapshot {
    return this.#index.snapshot()
  }

  get(id: string): LakeDocument | undefined {
    return this.#index.get(id)
  }

  /** Calls `subscriber` after each commit, in order. Returns the function that ends it. */
  subscribe(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber)
    return () => this.#subscribers.delete(subscriber)
  }

  /** Aborted when the dataset is deleted. */
  get deleted(): AbortSignal {
    return this.#deleted.signal
  }

  /** Commits plain mutations; all or nothing. Throws a LakeError in Sanity's `mutationError` shape. */
  mutate(mutations: unknown[], options: CommitOptions): CommitResult {
    const steps = mutations.map<Step>((mutation) => (workspace, context) => applyMutation(workspace, mutation, context))
    return this.commit('mutationError', steps, [], options)
  }

  /** Commits a list of steps as one transaction; all or nothing. `actions` are recorded in the log. */
  commit(
    kind: 'mutationError' | 'actionError',
    steps: Step[],
    actions: string[],
    options: CommitOptions,
  ): CommitResult {
    const transactionId = this.#newTransactionId(kind, options.transactionId)
    const timestamp = new Date().toISOString()
    const context = {
      transactionId,
      timestamp,
      select: this.#startSelecting(),
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

  /** Tells everyone who listens that the dataset is gone, and closes it; the caller removes its file. */
  markDeleted(): void {
    this.#deleted.abort()
    this.close()
  }

  #newTransactionId(kind: 'mutationError' | 'actionError', given: string | undefined): string {
    if (given === undefined) return randomId()
    if (typeof given !== 'string' || !TRANSACTION_ID.test(given)) {
      throw requestFailed(kind, [failed(invalid('Malformed transaction ID'), 0)])
    }
    if (!this.log.hasTransaction(given)) return given
    const description = `Transaction ID "${given}" has already been used`
    throw new LakeError(409, { error: { type: 'transactionIDAlreadyExistsError', description, id: given } })
  }

  #store(workspace: Workspace, head: TransactionHead): void {
    const changes = workspace.changes()
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

/** The transaction is committed: a subscriber that fails must not turn it into an error, nor keep others from hearing of it. */
function notify(subscriber: Subscriber, committed: Committed): void {
  try {
    subscriber(committed)
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
  const failures: ReturnType<typeof failed>[] = []
  const attempt = (index: number, step: () => MutationResult[]): MutationResult[] => {
    try {
      return step()
    } catch (error) {
      if (!(error instanceof MutationFailure)) throw error
      failures.push(failed(error, index))
      return []
    }
  }
  const results = steps.flatMap((step, index) => attempt(index, () => step(workspace, context)))
  if (failures.length === 0) attempt(0, () => (assertReferentialIntegrity(workspace), []))
  if (failures.length > 0) throw requestFailed(kind, failures)
  return results
}

const failed = ({ status, failure }: MutationFailure, index: number) => ({ status, item: { error: failure, index } })
