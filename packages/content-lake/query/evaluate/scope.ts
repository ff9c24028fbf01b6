import type { Node } from '../groq-tree.ts'
import { TagRecorder } from '../sync-tags.ts'
import type { LakeDocument } from '../../store/document.ts'
import type { View } from '../view.ts'
import { NULL, type Value } from './value.ts'

/** How long an evaluation may take. */
export type Limit = {
  ms: number
  /** So many steps it may take in any case. Default none. */
  steps?: number
}

export const LONGEST: Limit = { ms: 10_000 }
const STEPS_BETWEEN_CHECKS = 256

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
  const deadline = performance.now() + limit.ms
  return { tracing: false, ...given, limit, tags: new TagRecorder(), steps: 0, deadline, known }
}

/** Says that an evaluation has reached its limit. */
export class TimeLimitReached extends Error {
  constructor({ ms }: Limit) {
    super(`query took longer than ${ms / 1000} s`)
  }
}

/** @throws TimeLimitReached once the evaluation has taken too long: filters within filters multiply */
export function countStep(run: Execution): void {
  if (++run.steps % STEPS_BETWEEN_CHECKS !== 0 || performance.now() <= run.deadline) return
  if (run.steps >= (run.limit.steps ?? 0)) throw new TimeLimitReached(run.limit)
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
