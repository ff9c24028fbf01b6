import type { LakeDocument } from '../../store/document.ts'
import { childNodes, type FuncCallNode, type Node, type OpCallNode } from './groq.ts'
import { countSteps, evaluate, type Execution, nest, type Scope } from './scope.ts'
import { fromDocuments, isScalar, NULL, type Value } from './value.ts'

/** Returns a superset of the matching documents in dataset order, using an index if possible. Records sync tags. */
export function candidates(conditions: Node[], scope: Scope): Value {
  const { lookup, tag, join } = probesOf(conditions)
  if (tag) recordTags(tag, scope)
  else scope.run.tags.dataset()
  const documents = lookup ? find(lookup, scope) : scope.run.view.all()
  const isWide = !lookup || lookup.kind === 'type'
  return fromDocuments(join && isWide ? joined(documents, join, scope) : documents, scope.run.tracing)
}

function find(probe: Probe, scope: Scope): readonly LakeDocument[] {
  if (probe.kind === 'type') return ofTypes(keysOf(probe, scope), scope.run)
  const lists = probe.kind === 'any' ? probe.probes.map((one) => find(one, scope)) : findEach(probe, scope)
  return inOrder(lists)
}

function ofTypes(types: string[], { view, known }: Execution): readonly LakeDocument[] {
  const key = JSON.stringify(types)
  const list = known.lists.get(key) ?? inOrder(types.map(view.ofType))
  known.lists.set(key, list)
  return list
}

function findEach(probe: NarrowLookup, scope: Scope): (readonly LakeDocument[])[] {
  const { view } = scope.run
  const lookups = {
    id: (id: string) => [view.get(id) ?? []].flat(),
    reference: view.referencing,
    version: view.versionsOf,
  }
  const keys = keysOf(probe, scope)
  countSteps(scope.run, keys.length)
  return keys.map(lookups[probe.kind])
}

function recordTags(probe: Probe, scope: Scope): void {
  if (probe.kind === 'any') return probe.probes.forEach((one) => recordTags(one, scope))
  const { tags } = scope.run
  for (const key of keysOf(probe, scope)) {
    if (probe.kind === 'type') tags.type(key)
    else tags.id(key)
  }
}

function keysOf({ keys }: Lookup, scope: Scope): string[] {
  const inner = nest(scope, NULL)
  const values = keys.flatMap((key) => evaluate(key, inner).data)
  return [...new Set(values.filter((value): value is string => typeof value === 'string'))]
}

type Index = ReadonlyMap<unknown, readonly LakeDocument[]>

/**
 * Returns a superset of the documents that match a join, in order. The first evaluation scans the list. The second one
 * builds an index, because the join then runs once per outer value.
 */
function joined(documents: readonly LakeDocument[], join: Join, scope: Scope): readonly LakeDocument[] {
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
  if (!Array.isArray(keys) || !keys.every(isScalar)) return documents
  return inOrder([...new Set(keys)].map((key) => index.get(key) ?? []))
}

function inOrder(lists: (readonly LakeDocument[])[]): readonly LakeDocument[] {
  const [first = [], ...rest] = lists
  if (rest.length === 0) return first
  const byId = new Map(lists.flat().map((document) => [document._id, document]))
  return [...byId.values()].toSorted((a, b) => (a._id < b._id ? -1 : 1))
}

type Lookup = TypeLookup | NarrowLookup
type TypeLookup = { kind: 'type'; keys: Node[] }
type NarrowLookup = { kind: 'id' | 'version' | 'reference'; keys: Node[] }
type Probe = Lookup | { kind: 'any'; probes: Probe[] }

/**
 * Comparison of a document path with an outer value: `path == value`, `path in value` or, if `isList`, `value in path`.
 */
type Join = { path: Node; value: Node; op: '==' | 'in'; isList: boolean }

/** Best index for a filter, narrowest index for sync tags (only ids and types), and a join. */
type Probes = { lookup?: Probe; tag?: Probe; join?: Join }

const ORDER = ['id', 'version', 'reference', 'type']
const TAGGED = ['id', 'version', 'type']

const analysed = new WeakMap<Node, Probes>()

function probesOf(conditions: Node[]): Probes {
  const all = conditions.map(analyse)
  return {
    lookup: best(all.map(({ lookup }) => lookup)),
    tag: best(all.map(({ tag }) => tag)),
    join: all.find(({ join }) => join)?.join,
  }
}

function analyse(condition: Node): Probes {
  const known = analysed.get(condition)
  if (known) return known
  const probes = { lookup: probe(condition, ORDER), tag: probe(condition, TAGGED), join: joinIn(condition) }
  analysed.set(condition, probes)
  return probes
}

function probe(node: Node, kinds: string[]): Probe | undefined {
  switch (node.type) {
    case 'Group':
      return probe(node.base, kinds)
    case 'And':
      return best([probe(node.left, kinds), probe(node.right, kinds)])
    case 'Or':
      return either(probe(node.left, kinds), probe(node.right, kinds))
    case 'OpCall':
    case 'FuncCall': {
      const lookup = node.type === 'OpCall' ? comparison(node) : membership(node)
      return lookup && kinds.includes(lookup.kind) && lookup.keys.every(isIndependent) ? lookup : undefined
    }
    default:
      return undefined
  }
}

function joinIn(node: Node): Join | undefined {
  if (node.type === 'Group') return joinIn(node.base)
  if (node.type === 'And') return joinIn(node.left) ?? joinIn(node.right)
  if (node.type !== 'OpCall' || (node.op !== '==' && node.op !== 'in')) return undefined
  const { op, left, right } = node
  if (isPath(left) && isOuter(right)) return { op, path: left, value: right, isList: false }
  return isPath(right) && isOuter(left) ? { op, path: right, value: left, isList: op === 'in' } : undefined
}

const isOuter = (node: Node): boolean => isIndependent(node) && readsParent(node)

const readsParent = (node: Node): boolean => node.type === 'Parent' || childNodes(node).some(readsParent)

function isPath(node: Node): boolean {
  switch (node.type) {
    case 'AccessAttribute':
      return node.base === undefined || node.base.type === 'This' || isPath(node.base)
    case 'AccessElement':
    case 'ArrayCoerce':
    case 'Deref':
    case 'Group':
      return isPath(node.base)
    case 'Map':
    case 'FlatMap':
      return isPath(node.base) && isPath(node.expr)
    default:
      return false
  }
}

function best(probes: (Probe | undefined)[]): Probe | undefined {
  return probes.filter((one) => one !== undefined).toSorted((a, b) => rank(a) - rank(b))[0]
}

const rank = (one: Probe): number => (one.kind === 'any' ? Math.max(...one.probes.map(rank)) : ORDER.indexOf(one.kind))

const either = (left: Probe | undefined, right: Probe | undefined): Probe | undefined =>
  left && right && { kind: 'any', probes: [left, right] }

function comparison({ op, left, right }: OpCallNode): Lookup | undefined {
  const kind = indexedAttribute(left)
  if (kind && (op === '==' || op === 'in')) return { kind, keys: [right] }
  const mirrored = indexedAttribute(right)
  return mirrored && op === '==' ? { kind: mirrored, keys: [left] } : undefined
}

function indexedAttribute(node: Node): 'id' | 'type' | undefined {
  if (node.type === 'Group') return indexedAttribute(node.base)
  if (node.type !== 'AccessAttribute' || (node.base && node.base.type !== 'This')) return undefined
  if (node.name === '_id') return 'id'
  return node.name === '_type' ? 'type' : undefined
}

function membership({ namespace, name, args }: FuncCallNode): Lookup | undefined {
  if (namespace === 'global' && name === 'references') return { kind: 'reference', keys: args }
  return namespace === 'sanity' && name === 'versionOf' ? { kind: 'version', keys: args } : undefined
}

/** Functions that read `@` implicitly, and `path()`, which matches ids that no index contains. */
const NOT_A_KEY = new Set(['references', 'versionOf', 'partOfRelease', 'path'])

function isIndependent(node: Node): boolean {
  switch (node.type) {
    case 'This':
    case 'Everything':
      return false
    case 'AccessAttribute':
      return node.base !== undefined && isIndependent(node.base)
    case 'FuncCall':
      return !NOT_A_KEY.has(node.name) && node.args.every(isIndependent)
    case 'Filter':
    case 'Map':
    case 'FlatMap':
    case 'Projection':
      return isIndependent(node.base) && isLocal(node.expr)
    case 'PipeFuncCall':
      return isIndependent(node.base) && node.args.every(isLocal)
    default:
      return childNodes(node).every(isIndependent)
  }
}

const isLocal = (node: Node): boolean =>
  node.type !== 'Parent' && node.type !== 'Everything' && childNodes(node).every(isLocal)
