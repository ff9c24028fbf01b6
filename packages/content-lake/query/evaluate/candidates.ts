import type { LakeDocument } from '../../store/document.ts'
import { listChildNodes, type FuncCallNode, type Node, type OpCallNode } from './groq.ts'
import { countSteps, evaluate, type Execution, createNestedScope, type Scope } from './scope.ts'
import { fromDocuments, isScalar, NULL, type Value } from './value.ts'

/** Returns a superset of the matching documents in dataset order, using an index if possible. Records sync tags. */
export function findCandidates(conditions: Node[], scope: Scope): Value {
  const { lookup, tag, join } = selectProbes(conditions)
  if (tag) recordTags(tag, scope)
  else scope.run.tags.addDataset()
  const documents = lookup ? findByProbe(lookup, scope) : scope.run.view.all()
  const isBroad = !lookup || lookup.kind === 'type'
  return fromDocuments(join && isBroad ? applyJoin(documents, join, scope) : documents, scope.run.tracing)
}

function findByProbe(probe: Probe, scope: Scope): readonly LakeDocument[] {
  if (probe.kind === 'type') return findByTypes(evaluateKeys(probe, scope), scope.run)
  const lists = probe.kind === 'any' ? probe.probes.map((child) => findByProbe(child, scope)) : findByKeys(probe, scope)
  return mergeInOrder(lists)
}

function findByTypes(types: string[], { view, known }: Execution): readonly LakeDocument[] {
  const key = JSON.stringify(types)
  const list = known.lists.get(key) ?? mergeInOrder(types.map(view.ofType))
  known.lists.set(key, list)
  return list
}

function findByKeys(probe: NarrowLookup, scope: Scope): (readonly LakeDocument[])[] {
  const { view } = scope.run
  const lookups = {
    id: (id: string) => [view.get(id) ?? []].flat(),
    reference: view.referencing,
    version: view.versionsOf,
  }
  const keys = evaluateKeys(probe, scope)
  countSteps(scope.run, keys.length)
  return keys.map(lookups[probe.kind])
}

function recordTags(probe: Probe, scope: Scope): void {
  if (probe.kind === 'any') return probe.probes.forEach((child) => recordTags(child, scope))
  const { tags } = scope.run
  for (const key of evaluateKeys(probe, scope)) {
    if (probe.kind === 'type') tags.addType(key)
    else tags.addId(key)
  }
}

function evaluateKeys({ keys }: Lookup, scope: Scope): string[] {
  const inner = createNestedScope(scope, NULL)
  const values = keys.flatMap((key) => evaluate(key, inner).data)
  return [...new Set(values.filter((value): value is string => typeof value === 'string'))]
}

type Index = ReadonlyMap<unknown, readonly LakeDocument[]>

/**
 * Returns a superset of the documents that match a join, in order. The first evaluation scans the list. The second one
 * builds an index, because the join then runs once per outer value.
 */
function applyJoin(documents: readonly LakeDocument[], join: Join, scope: Scope): readonly LakeDocument[] {
  const { joins } = scope.run.known
  const indexes = joins.get(documents) ?? new Map<Join['path'], Index | undefined>()
  joins.set(documents, indexes)
  const isKnown = indexes.has(join.path)
  const index = indexes.get(join.path) ?? (isKnown ? buildIndex(documents, join, scope) : undefined)
  indexes.set(join.path, index)
  return index ? lookUpJoin(index, documents, join, scope) : documents
}

function buildIndex(documents: readonly LakeDocument[], { path, isList }: Join, scope: Scope): Index {
  const index = new Map<unknown, LakeDocument[]>()
  for (const document of documents) {
    const { data } = evaluate(path, createNestedScope(scope, { data: document }))
    for (const key of isList ? new Set(Array.isArray(data) ? data : []) : [data]) {
      const bucket = index.get(key)
      if (bucket) bucket.push(document)
      else index.set(key, [document])
    }
  }
  return index
}

function lookUpJoin(
  index: Index,
  documents: readonly LakeDocument[],
  { value, op, isList }: Join,
  scope: Scope,
): readonly LakeDocument[] {
  const { data } = evaluate(value, createNestedScope(scope, { data: null }))
  const keys = op === 'in' && !isList ? data : [data]
  if (!Array.isArray(keys) || !keys.every(isScalar)) return documents
  return mergeInOrder([...new Set(keys)].map((key) => index.get(key) ?? []))
}

function mergeInOrder(lists: (readonly LakeDocument[])[]): readonly LakeDocument[] {
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

const PROBE_PRIORITY = ['id', 'version', 'reference', 'type']
const TAGGED_KINDS = ['id', 'version', 'type']

const probesCache = new WeakMap<Node, Probes>()

function selectProbes(conditions: Node[]): Probes {
  const analyses = conditions.map(analyzeCondition)
  return {
    lookup: pickBestProbe(analyses.map(({ lookup }) => lookup)),
    tag: pickBestProbe(analyses.map(({ tag }) => tag)),
    join: analyses.find(({ join }) => join)?.join,
  }
}

function analyzeCondition(condition: Node): Probes {
  const cached = probesCache.get(condition)
  if (cached) return cached
  const probes = {
    lookup: findProbe(condition, PROBE_PRIORITY),
    tag: findProbe(condition, TAGGED_KINDS),
    join: findJoin(condition),
  }
  probesCache.set(condition, probes)
  return probes
}

function findProbe(node: Node, kinds: string[]): Probe | undefined {
  switch (node.type) {
    case 'Group':
      return findProbe(node.base, kinds)
    case 'And':
      return pickBestProbe([findProbe(node.left, kinds), findProbe(node.right, kinds)])
    case 'Or':
      return combineProbes(findProbe(node.left, kinds), findProbe(node.right, kinds))
    case 'OpCall':
    case 'FuncCall': {
      const lookup = node.type === 'OpCall' ? parseComparison(node) : parseMembership(node)
      return lookup && kinds.includes(lookup.kind) && lookup.keys.every(isIndependent) ? lookup : undefined
    }
    default:
      return undefined
  }
}

function findJoin(node: Node): Join | undefined {
  if (node.type === 'Group') return findJoin(node.base)
  if (node.type === 'And') return findJoin(node.left) ?? findJoin(node.right)
  if (node.type !== 'OpCall' || (node.op !== '==' && node.op !== 'in')) return undefined
  const { op, left, right } = node
  if (isPath(left) && isOuter(right)) return { op, path: left, value: right, isList: false }
  return isPath(right) && isOuter(left) ? { op, path: right, value: left, isList: op === 'in' } : undefined
}

const isOuter = (node: Node): boolean => isIndependent(node) && hasParentReference(node)

const hasParentReference = (node: Node): boolean =>
  node.type === 'Parent' || listChildNodes(node).some(hasParentReference)

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

function pickBestProbe(probes: (Probe | undefined)[]): Probe | undefined {
  return probes.filter((candidate) => candidate !== undefined).toSorted((a, b) => getPriority(a) - getPriority(b))[0]
}

const getPriority = (candidate: Probe): number =>
  candidate.kind === 'any' ? Math.max(...candidate.probes.map(getPriority)) : PROBE_PRIORITY.indexOf(candidate.kind)

const combineProbes = (left: Probe | undefined, right: Probe | undefined): Probe | undefined =>
  left && right && { kind: 'any', probes: [left, right] }

function parseComparison({ op, left, right }: OpCallNode): Lookup | undefined {
  const kind = getIndexedAttribute(left)
  if (kind && (op === '==' || op === 'in')) return { kind, keys: [right] }
  const mirroredKind = getIndexedAttribute(right)
  return mirroredKind && op === '==' ? { kind: mirroredKind, keys: [left] } : undefined
}

function getIndexedAttribute(node: Node): 'id' | 'type' | undefined {
  if (node.type === 'Group') return getIndexedAttribute(node.base)
  if (node.type !== 'AccessAttribute' || (node.base && node.base.type !== 'This')) return undefined
  if (node.name === '_id') return 'id'
  return node.name === '_type' ? 'type' : undefined
}

function parseMembership({ namespace, name, args }: FuncCallNode): Lookup | undefined {
  if (namespace === 'global' && name === 'references') return { kind: 'reference', keys: args }
  return namespace === 'sanity' && name === 'versionOf' ? { kind: 'version', keys: args } : undefined
}

/** Functions that read `@` implicitly, and `path()`, which matches ids that no index contains. */
const NON_KEY_FUNCTIONS = new Set(['references', 'versionOf', 'partOfRelease', 'path'])

function isIndependent(node: Node): boolean {
  switch (node.type) {
    case 'This':
    case 'Everything':
      return false
    case 'AccessAttribute':
      return node.base !== undefined && isIndependent(node.base)
    case 'FuncCall':
      return !NON_KEY_FUNCTIONS.has(node.name) && node.args.every(isIndependent)
    case 'Filter':
    case 'Map':
    case 'FlatMap':
    case 'Projection':
      return isIndependent(node.base) && isLocal(node.expr)
    case 'PipeFuncCall':
      return isIndependent(node.base) && node.args.every(isLocal)
    default:
      return listChildNodes(node).every(isIndependent)
  }
}

const isLocal = (node: Node): boolean =>
  node.type !== 'Parent' && node.type !== 'Everything' && listChildNodes(node).every(isLocal)
