import { isDeepStrictEqual } from 'node:util'
import type { Node } from './groq.ts'
import { evaluate, type Execution, createNestedScope, createRootScope } from './scope.ts'

type Path = (string | number)[]

const BOOKKEEPING_FIELDS = new Set(['_rev', '_updatedAt'])

export function changedAny(before: unknown, after: unknown, selector: Node | undefined, run: Execution): boolean {
  const pathsBefore = selectPaths(selector, before, run)
  const pathsAfter = selectPaths(selector, after, run)
  if (pathsBefore.length !== pathsAfter.length) return true
  return [...pathsBefore, ...pathsAfter].some((path) => hasChangedAt(before, after, path))
}

export function changedOnly(before: unknown, after: unknown, selector: Node | undefined, run: Execution): boolean {
  const selectedPaths = [...selectPaths(selector, before, run), ...selectPaths(selector, after, run)]
  const changes = listDifferences(before, after, []).filter(([first]) => !BOOKKEEPING_FIELDS.has(String(first)))
  return changes.every((change) => selectedPaths.some((path) => path.every((key, depth) => key === change[depth])))
}

/** Compares arrays by position. A different length counts as a change of the whole array. */
function hasChangedAt(before: unknown, after: unknown, path: Path): boolean {
  const listPaths = path.flatMap((key, depth) => (typeof key === 'number' ? [path.slice(0, depth)] : []))
  return (
    listPaths.some((list) => getLengthAt(before, list) !== getLengthAt(after, list)) ||
    !isDeepStrictEqual(getValueAt(before, path), getValueAt(after, path))
  )
}

function listDifferences(before: unknown, after: unknown, path: Path): Path[] {
  if (isDeepStrictEqual(before ?? null, after ?? null)) return []
  const isComparable = isObject(before) && isObject(after) && Array.isArray(before) === Array.isArray(after)
  if (!isComparable || (Array.isArray(before) && getLengthAt(before, []) !== getLengthAt(after, []))) return [path]
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key) =>
    listDifferences(before[key], after[key], [...path, Array.isArray(before) ? Number(key) : key]),
  )
}

function selectPaths(selector: Node | undefined, value: unknown, run: Execution): Path[] {
  switch (selector?.type) {
    case 'This':
      return [[]]
    case 'Group':
      return selectPaths(selector.base, value, run)
    case 'Tuple':
      return selector.members.flatMap((member) => selectPaths(member, value, run))
    case 'AccessAttribute':
      return (selector.base ? selectPaths(selector.base, value, run) : [[]]).map((path) => [...path, selector.name])
    case 'ArrayCoerce':
      return selectPaths(selector.base, value, run).flatMap((path) => listElementPaths(value, path))
    case 'Filter':
      return selectPaths(selector.base, value, run)
        .flatMap((path) => listElementPaths(value, path))
        .filter((path) => matches(selector.expr, getValueAt(value, path), run))
    case 'SelectorNested':
      return selectNested(selector.base, selector.nested, value, run)
    case 'Map':
    case 'FlatMap':
      return selectNested(selector.base, selector.expr, value, run)
    case 'SelectorFuncCall':
      return selectAnywhere(selector.arg, value, [], run)
    case 'FuncCall':
      if (selector.name === 'anywhere' && selector.args[0]) return selectAnywhere(selector.args[0], value, [], run)
      break
  }
  throw new Error('invalid selector')
}

function selectNested(base: Node, nested: Node, value: unknown, run: Execution): Path[] {
  return selectPaths(base, value, run).flatMap((outer) =>
    selectPaths(nested, getValueAt(value, outer), run).map((inner) => [...outer, ...inner]),
  )
}

function selectAnywhere(condition: Node, value: unknown, path: Path, run: Execution): Path[] {
  if (!isObject(value)) return []
  const ownPaths = !Array.isArray(value) && matches(condition, value, run) ? [path] : []
  const nestedPaths = Object.entries(value).flatMap(([key, inner]) =>
    selectAnywhere(condition, inner, [...path, Array.isArray(value) ? Number(key) : key], run),
  )
  return [...ownPaths, ...nestedPaths]
}

const matches = (condition: Node, value: unknown, run: Execution): boolean =>
  evaluate(condition, createNestedScope(createRootScope(run), { data: value ?? null })).data === true

const isObject = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null

const getValueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((current, key) => (isObject(current) ? current[key] : undefined), value) ?? null

function listElementPaths(value: unknown, path: Path): Path[] {
  const list = getValueAt(value, path)
  return Array.isArray(list) ? list.map((_, index) => [...path, index]) : []
}

function getLengthAt(value: unknown, path: Path): number | undefined {
  const list = getValueAt(value, path)
  return Array.isArray(list) ? list.length : undefined
}
