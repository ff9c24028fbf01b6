import { isDeepStrictEqual } from 'node:util'
import type { Node } from './groq.ts'
import { evaluate, type Execution, nest, rootScope } from './scope.ts'

type Path = (string | number)[]

const BOOKKEEPING = new Set(['_rev', '_updatedAt'])

export function changedAny(before: unknown, after: unknown, selector: Node | undefined, run: Execution): boolean {
  const pathsBefore = select(selector, before, run)
  const pathsAfter = select(selector, after, run)
  if (pathsBefore.length !== pathsAfter.length) return true
  return [...pathsBefore, ...pathsAfter].some((path) => changedAt(before, after, path))
}

export function changedOnly(before: unknown, after: unknown, selector: Node | undefined, run: Execution): boolean {
  const selected = [...select(selector, before, run), ...select(selector, after, run)]
  const changes = differences(before, after, []).filter(([first]) => !BOOKKEEPING.has(String(first)))
  return changes.every((change) => selected.some((path) => path.every((key, depth) => key === change[depth])))
}

/** Compares arrays by position. A different length counts as a change of the whole array. */
function changedAt(before: unknown, after: unknown, path: Path): boolean {
  const lists = path.flatMap((key, depth) => (typeof key === 'number' ? [path.slice(0, depth)] : []))
  return (
    lists.some((list) => lengthAt(before, list) !== lengthAt(after, list)) ||
    !isDeepStrictEqual(valueAt(before, path), valueAt(after, path))
  )
}

function differences(before: unknown, after: unknown, path: Path): Path[] {
  if (isDeepStrictEqual(before ?? null, after ?? null)) return []
  const comparable = isObject(before) && isObject(after) && Array.isArray(before) === Array.isArray(after)
  if (!comparable || (Array.isArray(before) && lengthAt(before, []) !== lengthAt(after, []))) return [path]
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key) =>
    differences(before[key], after[key], [...path, Array.isArray(before) ? Number(key) : key]),
  )
}

function select(selector: Node | undefined, value: unknown, run: Execution): Path[] {
  switch (selector?.type) {
    case 'This':
      return [[]]
    case 'Group':
      return select(selector.base, value, run)
    case 'Tuple':
      return selector.members.flatMap((member) => select(member, value, run))
    case 'AccessAttribute':
      return (selector.base ? select(selector.base, value, run) : [[]]).map((path) => [...path, selector.name])
    case 'ArrayCoerce':
      return select(selector.base, value, run).flatMap((path) => elementsAt(value, path))
    case 'Filter':
      return select(selector.base, value, run)
        .flatMap((path) => elementsAt(value, path))
        .filter((path) => matches(selector.expr, valueAt(value, path), run))
    case 'SelectorNested':
      return within(selector.base, selector.nested, value, run)
    case 'Map':
    case 'FlatMap':
      return within(selector.base, selector.expr, value, run)
    case 'SelectorFuncCall':
      return anywhere(selector.arg, value, [], run)
    case 'FuncCall':
      if (selector.name === 'anywhere' && selector.args[0]) return anywhere(selector.args[0], value, [], run)
      break
  }
  throw new Error('invalid selector')
}

function within(base: Node, nested: Node, value: unknown, run: Execution): Path[] {
  return select(base, value, run).flatMap((outer) =>
    select(nested, valueAt(value, outer), run).map((inner) => [...outer, ...inner]),
  )
}

function anywhere(condition: Node, value: unknown, path: Path, run: Execution): Path[] {
  if (!isObject(value)) return []
  const here = !Array.isArray(value) && matches(condition, value, run) ? [path] : []
  const below = Object.entries(value).flatMap(([key, inner]) =>
    anywhere(condition, inner, [...path, Array.isArray(value) ? Number(key) : key], run),
  )
  return [...here, ...below]
}

const matches = (condition: Node, value: unknown, run: Execution): boolean =>
  evaluate(condition, nest(rootScope(run), { data: value ?? null })).data === true

const isObject = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((current, key) => (isObject(current) ? current[key] : undefined), value) ?? null

function elementsAt(value: unknown, path: Path): Path[] {
  const list = valueAt(value, path)
  return Array.isArray(list) ? list.map((_, index) => [...path, index]) : []
}

function lengthAt(value: unknown, path: Path): number | undefined {
  const list = valueAt(value, path)
  return Array.isArray(list) ? list.length : undefined
}
