import type { LakeDocument } from '../store/document.ts'
import { evaluate, nest, type Scope } from './evaluate/scope.ts'
import { isScalar } from './evaluate/value.ts'
import type { Join } from './probes.ts'

type Index = ReadonlyMap<unknown, readonly LakeDocument[]>

/**
 * At least those of these documents that fulfil the condition of a join, in their order. The first time all of them: a
 * condition that is asked about the same list a second time is asked for each value of an outer filter or projection, so
 * then the list is indexed by the path.
 */
export function joined(documents: readonly LakeDocument[], join: Join, scope: Scope): readonly LakeDocument[] {
  const { joins } = scope.run.known
  const indexes = joins.get(documents) ?? new Map<Join['path'], Index | undefined>()
  joins.set(documents, indexes)
  const isKnown = indexes.has(join.path)
  const index = indexes.get(join.path) ?? (isKnown ? indexOf(documents, join, scope) : undefined)
  indexes.set(join.path, index)
  return index ? lookUp(index, documents, join, scope) : documents
}

function indexOf(documents: readonly LakeDocument[], { path, isList }: Join, scope: Scope): Index {
  const index = new Map<unknown, LakeDocument[]>()
  for (const document of documents) {
    const { data } = evaluate(path, nest(scope, { data: document }))
    for (const key of isList ? new Set(Array.isArray(data) ? data : []) : [data]) {
      const found = index.get(key)
      if (found) found.push(document)
      else index.set(key, [document])
    }
  }
  return index
}

function lookUp(
  index: Index,
  documents: readonly LakeDocument[],
  { value, op, isList }: Join,
  scope: Scope,
): readonly LakeDocument[] {
  const { data } = evaluate(value, nest(scope, { data: null }))
  const keys = op === 'in' && !isList ? data : [data]
  // What is no list, or holds more than scalars, is for the operator itself to compare.
  if (!Array.isArray(keys) || !keys.every(isScalar)) return documents
  return inOrder([...new Set(keys)].map((key) => index.get(key) ?? []))
}

/** The documents of several lists, each once, in order of `_id`. */
export function inOrder(lists: (readonly LakeDocument[])[]): readonly LakeDocument[] {
  const [first = [], ...rest] = lists
  if (rest.length === 0) return first
  const byId = new Map(lists.flat().map((document) => [document._id, document]))
  return [...byId.values()].toSorted((a, b) => (a._id < b._id ? -1 : 1))
}
