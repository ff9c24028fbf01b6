import { candidates } from '../candidates.ts'
import type { AccessAttributeNode, FilterNode, Node } from '../groq-tree.ts'
import { evaluate, hide, listOf, nest, type Scope } from './scope.ts'
import { child, fromElements, isRecord, NULL, type Value } from './value.ts'

export function accessAttribute({ base, name }: AccessAttributeNode, scope: Scope): Value {
  const value = base ? evaluate(base, scope) : scope.value
  return isRecord(value) && Object.hasOwn(value.data, name) ? child(value, name) : NULL
}

export function accessElement(value: Value, index: number): Value {
  if (!Array.isArray(value.data)) return NULL
  const position = index < 0 ? index + value.data.length : index
  return position in value.data ? child(value, position) : NULL
}

type Range = { left: number; right: number; isInclusive: boolean }

export function slice(value: Value, { left, right, isInclusive }: Range, scope: Scope): Value {
  const items = listOf(value, scope.run)
  if (!items) return NULL
  const position = (index: number) => (index < 0 ? items.length + index : index)
  const end = position(right) + (isInclusive ? 1 : 0)
  return fromElements(items.slice(Math.max(position(left), 0), Math.max(end, 0)), scope.run.tracing)
}

export const coerceToArray = (value: Value): Value => (Array.isArray(value.data) ? value : NULL)

export function dereference(value: Value, { run }: Scope): Value {
  const id = isRecord(value) ? value.data._ref : undefined
  if (typeof id !== 'string') return NULL
  const document = run.view.get(id)
  run.tags.id(id, document?._type)
  if (!document) return NULL
  return run.tracing ? { data: document, source: { kind: 'document', document } } : { data: document }
}

/** The filters of `*[a][b]` select together from the documents an index finds for them. */
export function filter(node: FilterNode, scope: Scope): Value {
  const conditions = [node.expr]
  let base = node.base
  while (base.type === 'Group' || base.type === 'Filter') {
    if (base.type === 'Filter') conditions.unshift(base.expr)
    base = base.base
  }
  const all = base.type === 'Everything' ? candidates(conditions, scope) : evaluate(base, scope)
  const items = listOf(all, scope.run)
  if (!items) return NULL
  const matches = (item: Value) => {
    const inner = nest(scope, item)
    return conditions.every((condition) => evaluate(condition, inner).data === true)
  }
  return fromElements(items.filter(matches), scope.run.tracing)
}

export function map(value: Value, expression: Node, scope: Scope): Value {
  const items = listOf(value, scope.run)
  if (!items) return NULL
  return fromElements(
    items.map((item) => evaluate(expression, hide(scope, item))),
    scope.run.tracing,
  )
}

export function flatMap(value: Value, expression: Node, scope: Scope): Value {
  const items = listOf(value, scope.run)
  if (!items) return NULL
  const results = items.flatMap((item) => {
    const inner = evaluate(expression, hide(scope, item))
    return listOf(inner, scope.run) ?? [inner]
  })
  return fromElements(results, scope.run.tracing)
}

export const project = (value: Value, object: Node, scope: Scope): Value =>
  isRecord(value) ? evaluate(object, nest(scope, value)) : NULL
