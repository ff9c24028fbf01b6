import { callGroq, literal } from '../groq-js.ts'
import type { FuncCallNode, Node } from '../groq-tree.ts'
import { changedAny, changedOnly } from './changes.ts'
import { countReading, evaluate, listOf, type Scope } from './scope.ts'
import { fromBoolean, fromDocuments, fromElements, isScalar, NULL, type Value } from './value.ts'

type Implementation = (args: Node[], scope: Scope) => Value

/** Functions that must see the tree, the dataset or provenance; all others are groq-js's. */
const implementations = new Map<string, Implementation>([
  ['global::coalesce', coalesce],
  ['global::defined', ([value], scope) => fromBoolean(argument(value, scope).data !== null)],
  ['array::compact', ([list], scope) => keep(list, scope, ({ data }) => data !== null)],
  ['array::unique', ([list], scope) => keep(list, scope, isFirstOccurrence())],
  ['releases::all', allReleases],
  ['delta::changedAny', ([selector], { run }) => fromBoolean(changedAny(run.before, run.after, selector, run))],
  ['delta::changedOnly', ([selector], { run }) => fromBoolean(changedOnly(run.before, run.after, selector, run))],
  ['diff::changedAny', (args, scope) => difference(changedAny, args, scope)],
  ['diff::changedOnly', (args, scope) => difference(changedOnly, args, scope)],
])

export function callFunction(node: FuncCallNode, scope: Scope): Value {
  const own = implementations.get(`${node.namespace}::${node.name}`)
  if (own) return own(node.args, scope)
  const { identity, project, now, before, after } = scope.run
  const values = node.args.map((arg) => evaluate(arg, scope).data)
  countReading(scope.run, values)
  const args = values.map(literal)
  const context = { root: scope.value.data, identity, sanity: project, timestamp: now, before, after }
  try {
    return { data: callGroq({ ...node, args }, context) }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${node.namespace}::${node.name}(): ${reason}`, { cause })
  }
}

const argument = (node: Node | undefined, scope: Scope): Value => (node ? evaluate(node, scope) : NULL)

function coalesce(args: Node[], scope: Scope): Value {
  for (const arg of args) {
    const value = evaluate(arg, scope)
    if (value.data !== null) return value
  }
  return NULL
}

function keep(list: Node | undefined, scope: Scope, isKept: (item: Value) => boolean): Value {
  const items = listOf(argument(list, scope), scope.run)
  return items ? fromElements(items.filter(isKept), scope.run.tracing) : NULL
}

/** Objects and arrays are never equal to each other in GROQ. */
function isFirstOccurrence(): (item: Value) => boolean {
  const seen = new Set<unknown>()
  return ({ data }) => {
    if (!isScalar(data)) return true
    if (seen.has(data)) return false
    seen.add(data)
    return true
  }
}

function allReleases(_args: Node[], { run }: Scope): Value {
  run.tags.type('system.release')
  const releases = run.view.ofType('system.release').filter(({ _type }) => _type === 'system.release')
  return fromDocuments(releases, run.tracing)
}

function difference(compare: typeof changedAny, [before, after, selector]: Node[], scope: Scope): Value {
  return fromBoolean(compare(argument(before, scope).data, argument(after, scope).data, selector, scope.run))
}
