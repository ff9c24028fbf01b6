import { findCandidates } from './candidates.ts'
import { changedAny, changedOnly } from './changes.ts'
import {
  type AccessAttributeNode,
  callGroq,
  type FilterNode,
  type FuncCallNode,
  createLiteral,
  type Node,
  type ObjectNode,
} from './groq.ts'
import { callOperator, callPipe, combineBooleans, evaluateInRange, negate, not, unsign } from './operators.ts'
import {
  getAncestorValue,
  countCharacters,
  countStep,
  countSteps,
  evaluate,
  createHiddenScope,
  readElements,
  createNestedScope,
  type Scope,
} from './scope.ts'
import {
  getChild,
  fromBoolean,
  fromDocuments,
  fromElements,
  fromFields,
  isRecord,
  isScalar,
  NULL,
  type Value,
} from './value.ts'

/**
 * Evaluates a syntax tree of groq-js. The evaluator of groq-js supports no perspectives, indexes, text search, sync
 * tags or provenance.
 */
export function evaluateNode(node: Node, scope: Scope): Value {
  countStep(scope.run)
  const { values } = scope.run.known
  const value = (node.isConstant && values.get(node)) || evaluateKind(node, scope)
  if (node.isConstant) values.set(node, value)
  return value
}

function evaluateKind(node: Node, scope: Scope): Value {
  switch (node.type) {
    case 'This':
      return scope.value
    case 'Parent':
      return getAncestorValue(scope, node.n)
    case 'Everything':
      scope.run.tags.addDataset()
      return fromDocuments(scope.run.view.all(), scope.run.tracing)
    case 'Context':
      return { data: scope.run[node.key] ?? null }
    case 'Parameter':
      return { data: scope.run.params[node.name] }
    case 'Value':
      return { data: node.value }
    case 'AccessAttribute':
      return accessAttribute(node, scope)
    case 'AccessElement':
      return accessElement(evaluate(node.base, scope), node.index)
    case 'Slice':
      return slice(evaluate(node.base, scope), node, scope)
    case 'ArrayCoerce':
      return coerceToArray(evaluate(node.base, scope))
    case 'Deref':
      return dereference(evaluate(node.base, scope), scope)
    case 'Group':
      return evaluate(node.base, scope)
    case 'Filter':
      return filter(node, scope)
    case 'Map':
      return map(evaluate(node.base, scope), node.expr, scope)
    case 'FlatMap':
      return flatMap(evaluate(node.base, scope), node.expr, scope)
    case 'Projection':
      return project(evaluate(node.base, scope), node.expr, scope)
    case 'And':
    case 'Or':
      return combineBooleans(node, scope)
    case 'Not':
      return not(evaluate(node.base, scope))
    case 'Neg':
      return negate(evaluate(node.base, scope))
    case 'Pos':
      return unsign(evaluate(node.base, scope))
    case 'OpCall':
      return callOperator(node, scope)
    case 'InRange':
      return evaluateInRange(node, scope)
    case 'Select':
      return evaluateSelect(node, scope)
    case 'Object':
      return buildObject(node, scope)
    case 'Array':
      return buildArray(node, scope)
    case 'FuncCall':
      return callFunction(node, scope)
    case 'PipeFuncCall':
      return callPipe(node, scope)
    case 'Asc':
    case 'Desc':
      return NULL
    default:
      throw new Error(`unexpected ${node.type}`)
  }
}

function accessAttribute({ base, name }: AccessAttributeNode, scope: Scope): Value {
  const value = base ? evaluate(base, scope) : scope.value
  return isRecord(value) && Object.hasOwn(value.data, name) ? getChild(value, name) : NULL
}

function accessElement(value: Value, index: number): Value {
  if (!Array.isArray(value.data)) return NULL
  const position = index < 0 ? index + value.data.length : index
  return position in value.data ? getChild(value, position) : NULL
}

type Range = { left: number; right: number; isInclusive: boolean }

function slice(value: Value, { left, right, isInclusive }: Range, scope: Scope): Value {
  const items = readElements(value, scope.run)
  if (!items) return NULL
  const resolvePosition = (index: number) => (index < 0 ? items.length + index : index)
  const end = resolvePosition(right) + (isInclusive ? 1 : 0)
  return fromElements(items.slice(Math.max(resolvePosition(left), 0), Math.max(end, 0)), scope.run.tracing)
}

const coerceToArray = (value: Value): Value => (Array.isArray(value.data) ? value : NULL)

function dereference(value: Value, { run }: Scope): Value {
  const id = isRecord(value) ? value.data._ref : undefined
  if (typeof id !== 'string') return NULL
  const document = run.view.get(id)
  run.tags.addId(id, document?._type)
  if (!document) return NULL
  return run.tracing ? { data: document, source: { kind: 'document', document } } : { data: document }
}

/** Evaluates a filter. Nested filters such as `*[a][b]` share one index lookup. */
function filter(node: FilterNode, scope: Scope): Value {
  const conditions = [node.expr]
  let base = node.base
  while (base.type === 'Group' || base.type === 'Filter') {
    if (base.type === 'Filter') conditions.unshift(base.expr)
    base = base.base
  }
  const input = base.type === 'Everything' ? findCandidates(conditions, scope) : evaluate(base, scope)
  const items = readElements(input, scope.run)
  if (!items) return NULL
  const matches = (item: Value) => {
    const inner = createNestedScope(scope, item)
    return conditions.every((condition) => evaluate(condition, inner).data === true)
  }
  return fromElements(items.filter(matches), scope.run.tracing)
}

function map(value: Value, expression: Node, scope: Scope): Value {
  const items = readElements(value, scope.run)
  if (!items) return NULL
  return fromElements(
    items.map((item) => evaluate(expression, createHiddenScope(scope, item))),
    scope.run.tracing,
  )
}

function flatMap(value: Value, expression: Node, scope: Scope): Value {
  const items = readElements(value, scope.run)
  if (!items) return NULL
  const results = items.flatMap((item) => {
    const inner = evaluate(expression, createHiddenScope(scope, item))
    return readElements(inner, scope.run) ?? [inner]
  })
  return fromElements(results, scope.run.tracing)
}

const project = (value: Value, object: Node, scope: Scope): Value =>
  isRecord(value) ? evaluate(object, createNestedScope(scope, value)) : NULL

function buildObject({ attributes }: ObjectNode, scope: Scope): Value {
  const fields = new Map<string, Value>()
  for (const attribute of attributes) {
    if (attribute.type === 'ObjectAttributeValue') {
      fields.set(attribute.name, evaluate(attribute.value, scope))
    } else if (attribute.type === 'ObjectSplat' || evaluate(attribute.condition, scope).data === true) {
      spread(evaluate(attribute.value, scope), fields, scope)
    }
  }
  return fromFields(fields, scope.run.tracing)
}

function spread(value: Value, fields: Map<string, Value>, { run }: Scope): void {
  if (!isRecord(value)) return
  const keys = Object.keys(value.data)
  countSteps(run, keys.length)
  for (const key of keys) fields.set(key, getChild(value, key))
}

function buildArray({ elements: parts }: Extract<Node, { type: 'Array' }>, scope: Scope): Value {
  const items = parts.flatMap(({ value, isSplat }) => {
    const result = evaluate(value, scope)
    return isSplat ? (readElements(result, scope.run) ?? []) : [result]
  })
  return fromElements(items, scope.run.tracing)
}

function evaluateSelect({ alternatives, fallback }: Extract<Node, { type: 'Select' }>, scope: Scope): Value {
  const selected = alternatives.find(({ condition }) => evaluate(condition, scope).data === true)?.value ?? fallback
  return selected ? evaluate(selected, scope) : NULL
}

type Implementation = (args: Node[], scope: Scope) => Value

/** Functions that need the syntax tree, the dataset or provenance. groq-js evaluates all others. */
const implementations = new Map<string, Implementation>([
  ['global::coalesce', coalesce],
  ['global::defined', ([value], scope) => fromBoolean(evaluateArgument(value, scope).data !== null)],
  ['array::compact', ([list], scope) => filterItems(list, scope, ({ data }) => data !== null)],
  ['array::unique', ([list], scope) => filterItems(list, scope, createUniqueFilter())],
  ['releases::all', listReleases],
  ['delta::changedAny', ([selector], { run }) => fromBoolean(changedAny(run.before, run.after, selector, run))],
  ['delta::changedOnly', ([selector], { run }) => fromBoolean(changedOnly(run.before, run.after, selector, run))],
  ['diff::changedAny', (args, scope) => compareDocuments(changedAny, args, scope)],
  ['diff::changedOnly', (args, scope) => compareDocuments(changedOnly, args, scope)],
])

function callFunction(node: FuncCallNode, scope: Scope): Value {
  const implementation = implementations.get(`${node.namespace}::${node.name}`)
  if (implementation) return implementation(node.args, scope)
  const { identity, project, now, before, after } = scope.run
  const values = node.args.map((arg) => evaluate(arg, scope).data)
  countCharacters(scope.run, values)
  const args = values.map(createLiteral)
  const context = { root: scope.value.data, identity, sanity: project, timestamp: now, before, after }
  try {
    return { data: callGroq({ ...node, args }, context) }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${node.namespace}::${node.name}(): ${reason}`, { cause })
  }
}

const evaluateArgument = (node: Node | undefined, scope: Scope): Value => (node ? evaluate(node, scope) : NULL)

function coalesce(args: Node[], scope: Scope): Value {
  for (const arg of args) {
    const value = evaluate(arg, scope)
    if (value.data !== null) return value
  }
  return NULL
}

function filterItems(list: Node | undefined, scope: Scope, shouldKeep: (item: Value) => boolean): Value {
  const items = readElements(evaluateArgument(list, scope), scope.run)
  return items ? fromElements(items.filter(shouldKeep), scope.run.tracing) : NULL
}

function createUniqueFilter(): (item: Value) => boolean {
  const seen = new Set<unknown>()
  return ({ data }) => {
    if (!isScalar(data)) return true
    if (seen.has(data)) return false
    seen.add(data)
    return true
  }
}

function listReleases(_args: Node[], { run }: Scope): Value {
  run.tags.addType('system.release')
  const releases = run.view.ofType('system.release').filter(({ _type }) => _type === 'system.release')
  return fromDocuments(releases, run.tracing)
}

function compareDocuments(compare: typeof changedAny, [before, after, selector]: Node[], scope: Scope): Value {
  return fromBoolean(
    compare(evaluateArgument(before, scope).data, evaluateArgument(after, scope).data, selector, scope.run),
  )
}
