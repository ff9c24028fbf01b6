import type { Node } from '../groq-tree.ts'
import { TagRecorder } from '../sync-tags.ts'
import type { LakeDocument } from '../../store/document.ts'
import type { View } from '../view.ts'
import { elements, NULL, type Value } from './value.ts'

/** How long an evaluation may take. */
export type Limit = {
  /** CPU milliseconds of the thread: a busy machine must not reject a query that is quick on an idle one. */
  ms: number
  /** Measures wall-clock time instead: for an attempt on the main thread, before a worker thread takes over. */
  isWallClock?: boolean
  /** So many steps it may take unless it takes {@link PATIENCE} times as long. Default none. */
  steps?: number
  /** Steps after which it ends however short it took. Default any number. */
  most?: number
}

export const LONGEST: Limit = { ms: 10_000 }
const STEPS_BETWEEN_CHECKS = 256
const PATIENCE = 3

/** Characters that a function or an operator reads while one step is taken. */
const CHARACTERS_IN_A_STEP = 4

/** What one evaluation reads from. */
export type Execution = {
  /** Evaluates a node of any kind. Passed along, so that the files for one kind do not import the file that imports them. */
  evaluateNode: (node: Node, scope: Scope) => Value
  view: View
  params: Record<string, unknown>
  tags: TagRecorder
  /** Keep provenance, for a source map. */
  tracing: boolean
  identity?: string
  project?: { projectId: string; dataset: string }
  now: Date
  limit: Limit
  steps: number
  deadline: number
  before?: unknown
  after?: unknown
  /** What this evaluation has found out and will ask again. */
  known: Known
}

export type Known = {
  /** Values of nodes that are marked `once`. */
  values: Map<Node, Value>
  /** The scalar members of lists that `in` asks about again. */
  members: WeakMap<readonly unknown[], ReadonlySet<unknown> | undefined>
  /** Documents of several types, by these types. */
  lists: Map<string, readonly LakeDocument[]>
  /** Of lists of documents, by the values of an expression: `join.ts`. */
  joins: WeakMap<readonly LakeDocument[], Map<Node, ReadonlyMap<unknown, readonly LakeDocument[]> | undefined>>
}

type Given = Omit<Execution, 'tags' | 'tracing' | 'limit' | 'steps' | 'deadline' | 'known'> &
  Partial<Pick<Execution, 'tracing' | 'limit'>>

export function startExecution(given: Given): Execution {
  const known: Known = { values: new Map(), members: new WeakMap(), lists: new Map(), joins: new WeakMap() }
  const { limit = LONGEST } = given
  const deadline = readTimeMs(limit) + limit.ms
  return { tracing: false, ...given, limit, tags: new TagRecorder(), steps: 0, deadline, known }
}

/** The CPU time of this thread, or the wall-clock time. */
function readTimeMs({ isWallClock }: Limit): number {
  if (isWallClock) return performance.now()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Says that an evaluation has reached its limit. */
export class LimitReached extends Error {
  constructor({ ms, most = Infinity }: Limit, steps = 0) {
    super(steps > most ? `query takes more than ${most} steps` : `query took longer than ${Math.ceil(ms) / 1000} s`)
  }
}

/** @throws LimitReached once the evaluation has taken too long: filters within filters multiply */
export function countStep(run: Execution): void {
  if (++run.steps % STEPS_BETWEEN_CHECKS === 0) checkLimit(run)
}

/**
 * Counts what is about to be done at once, such as copying a list of `amount` elements, so that it is not begun when it would take
 * too long.
 * @throws LimitReached
 */
export function countSteps(run: Execution, amount: number): void {
  const before = run.steps
  run.steps += Math.ceil(amount)
  const isDue = Math.floor(before / STEPS_BETWEEN_CHECKS) !== Math.floor(run.steps / STEPS_BETWEEN_CHECKS)
  if (isDue) checkLimit(run)
}

/** Counts the reading of all text in these values, and looks at the clock: of what reads them only the function knows how long it takes. */
export function countReading(run: Execution, values: readonly unknown[]): void {
  countSteps(run, values.reduce<number>((sum, value) => sum + lengthOf(value), 0) / CHARACTERS_IN_A_STEP)
  checkLimit(run)
}

/** About as many as it has characters; of what is in the members of a list, texts alone are counted. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (!Array.isArray(value)) return 0
  return value.reduce<number>(
    (sum, item) => sum + CHARACTERS_IN_A_STEP + (typeof item === 'string' ? item.length : 0),
    0,
  )
}

function checkLimit({ limit, steps, deadline }: Execution): void {
  if (steps > (limit.most ?? Infinity)) throw new LimitReached(limit, steps)
  const late = readTimeMs(limit) - deadline
  const isAllowed = steps < (limit.steps ?? 0) && late < (PATIENCE - 1) * limit.ms
  if (late > 0 && !isAllowed) throw new LimitReached(limit)
}

/** The elements of a list, of which each counts as a step; undefined for anything else. */
export function listOf(value: Value, run: Execution): Value[] | undefined {
  if (Array.isArray(value.data)) countSteps(run, value.data.length)
  return elements(value)
}

/** The value of `@` and the scopes around it. */
export type Scope = { run: Execution; value: Value; parent?: Scope; isHidden: boolean }

/** The value of a part of the node at hand. */
export const evaluate = (node: Node, scope: Scope): Value => scope.run.evaluateNode(node, scope)

export const rootScope = (run: Execution, value: Value = NULL): Scope => ({ run, value, isHidden: false })

/** The scope of a filter, a projection or a pipe function's argument: `^` inside it is the scope around it. */
export function nest(scope: Scope, value: Value): Scope {
  return { run: scope.run, value, parent: scope.isHidden ? scope.parent : scope, isHidden: false }
}

/** The scope of the elements of `[]`: `^` does not count it. */
export const hide = (scope: Scope, value: Value): Scope => ({ ...nest(scope, value), isHidden: true })

export function ancestor(scope: Scope, n: number): Value {
  let current: Scope | undefined = scope
  for (let i = 0; i < n && current; i++) current = current.parent
  return current?.value ?? NULL
}
