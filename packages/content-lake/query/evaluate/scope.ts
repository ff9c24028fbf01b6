import { createHash } from 'node:crypto'
import { type LakeDocument, toPublishedId } from '../../store/document.ts'
import type { Node } from './groq.ts'
import { getElements, NULL, type Value } from './value.ts'
import type { View } from './view.ts'

export type Limit = {
  /** CPU time in milliseconds, so that a busy machine does not reject a fast query. */
  ms: number
  /** Measures wall-clock time instead of CPU time, for attempts on the main thread. */
  isWallClock?: boolean
  /** Up to this many steps, the query may take {@link PATIENCE_FACTOR} times as long. */
  steps?: number
  most?: number
}

export const DEFAULT_LIMIT: Limit = { ms: 10_000 }
const STEPS_BETWEEN_CHECKS = 256
const PATIENCE_FACTOR = 3

const CHARACTERS_PER_STEP = 4

export type Execution = {
  /** Passed as a field to avoid import cycles with evaluate.ts. */
  evaluateNode: (node: Node, scope: Scope) => Value
  view: View
  params: Record<string, unknown>
  tags: TagRecorder
  tracing: boolean
  identity?: string
  project?: { projectId: string; dataset: string }
  now: Date
  limit: Limit
  steps: number
  deadline: number
  before?: unknown
  after?: unknown
  known: EvaluationCache
}

type EvaluationCache = {
  values: Map<Node, Value>
  members: WeakMap<readonly unknown[], ReadonlySet<unknown> | undefined>
  lists: Map<string, readonly LakeDocument[]>
  joins: WeakMap<readonly LakeDocument[], Map<Node, ReadonlyMap<unknown, readonly LakeDocument[]> | undefined>>
}

type ExecutionInput = Omit<Execution, 'tags' | 'tracing' | 'limit' | 'steps' | 'deadline' | 'known'> &
  Partial<Pick<Execution, 'tracing' | 'limit'>>

export function startExecution(input: ExecutionInput): Execution {
  const cache: EvaluationCache = { values: new Map(), members: new WeakMap(), lists: new Map(), joins: new WeakMap() }
  const { limit = DEFAULT_LIMIT } = input
  const deadline = readTimeMs(limit) + limit.ms
  return { tracing: false, ...input, limit, tags: new TagRecorder(), steps: 0, deadline, known: cache }
}

function readTimeMs({ isWallClock }: Limit): number {
  if (isWallClock) return performance.now()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

export class LimitExceededError extends Error {
  constructor({ ms, most = Infinity }: Limit, steps = 0) {
    super(steps > most ? `query takes more than ${most} steps` : `query took longer than ${Math.ceil(ms) / 1000} s`)
  }
}

/** Counts one evaluation step. Nested filters multiply the steps. @throws LimitExceededError after too many steps */
export function countStep(run: Execution): void {
  if (++run.steps % STEPS_BETWEEN_CHECKS === 0) checkLimit(run)
}

/** Counts steps in advance, before the work runs. @throws LimitExceededError */
export function countSteps(run: Execution, amount: number): void {
  const previousSteps = run.steps
  run.steps += Math.ceil(amount)
  const isDue = Math.floor(previousSteps / STEPS_BETWEEN_CHECKS) !== Math.floor(run.steps / STEPS_BETWEEN_CHECKS)
  if (isDue) checkLimit(run)
}

/** Counts text length as steps and always checks the limit, because the cost of the following operation is unknown. */
export function countCharacters(run: Execution, values: readonly unknown[]): void {
  countSteps(run, values.reduce<number>((sum, value) => sum + getTextLength(value), 0) / CHARACTERS_PER_STEP)
  checkLimit(run)
}

/** Returns the number of characters. In an array, only its direct strings count. */
function getTextLength(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (!Array.isArray(value)) return 0
  return value.reduce<number>(
    (sum, item) => sum + CHARACTERS_PER_STEP + (typeof item === 'string' ? item.length : 0),
    0,
  )
}

function checkLimit({ limit, steps, deadline }: Execution): void {
  if (steps > (limit.most ?? Infinity)) throw new LimitExceededError(limit, steps)
  const overtimeMs = readTimeMs(limit) - deadline
  const isAllowed = steps < (limit.steps ?? 0) && overtimeMs < (PATIENCE_FACTOR - 1) * limit.ms
  if (overtimeMs > 0 && !isAllowed) throw new LimitExceededError(limit)
}

/** Returns the elements and counts each as a step. Returns undefined if the value is not an array. */
export function readElements(value: Value, run: Execution): Value[] | undefined {
  if (Array.isArray(value.data)) countSteps(run, value.data.length)
  return getElements(value)
}

export type Scope = { run: Execution; value: Value; parent?: Scope; isHidden: boolean }

export const evaluate = (node: Node, scope: Scope): Value => scope.run.evaluateNode(node, scope)

export const createRootScope = (run: Execution, value: Value = NULL): Scope => ({ run, value, isHidden: false })

export function createNestedScope(scope: Scope, value: Value): Scope {
  return { run: scope.run, value, parent: scope.isHidden ? scope.parent : scope, isHidden: false }
}

/** Creates a scope for `[]` elements, which `^` skips. */
export const createHiddenScope = (scope: Scope, value: Value): Scope => ({
  ...createNestedScope(scope, value),
  isHidden: true,
})

export function getAncestorValue(scope: Scope, n: number): Value {
  let current: Scope | undefined = scope
  for (let i = 0; i < n && current; i++) current = current.parent
  return current?.value ?? NULL
}

/** Maximum ids per query. Next.js keeps at most 128 tags per fetch, so larger queries get coarser tags. */
const MAX_ID_TAGS = 100

/** Tag for queries without a filter by type or id. */
const DATASET_TAG = hashTag('dataset')

const buildTypeTag = (type: string): string => hashTag(`type ${type}`)

const buildIdTag = (id: string): string => hashTag(`id ${toPublishedId(id)}`)

/**
 * Returns the sync tags of a document. Drafts and versions share tags. A change of `_type` fires the tags of both
 * types.
 */
export function getSyncTags(document: Pick<LakeDocument, '_id' | '_type'>): string[] {
  return [DATASET_TAG, buildTypeTag(document._type), buildIdTag(document._id)]
}

class TagRecorder {
  readonly #ids = new Map<string, string | undefined>()
  readonly #types = new Set<string>()
  #dataset = false

  addId(id: string, type?: string): void {
    const publishedId = toPublishedId(id)
    this.#ids.set(publishedId, type ?? this.#ids.get(publishedId))
  }

  addType(type: string): void {
    this.#types.add(type)
  }

  addDataset(): void {
    this.#dataset = true
  }

  list(): string[] {
    if (this.#dataset) return [DATASET_TAG]
    const types = [...this.#types]
    if (this.#ids.size <= MAX_ID_TAGS) return [...types.map(buildTypeTag), ...[...this.#ids.keys()].map(buildIdTag)]
    const knownTypes = [...this.#ids.values()].filter((type) => type !== undefined)
    return knownTypes.length < this.#ids.size
      ? [DATASET_TAG]
      : [...new Set([...types, ...knownTypes])].map(buildTypeTag)
  }
}

function hashTag(subject: string): string {
  return `s1:${createHash('sha256').update(subject).digest('base64url').slice(0, 8)}`
}
