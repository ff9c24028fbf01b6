import { childNodes, type FuncCallNode, type Node, type OpCallNode } from './groq-tree.ts'

/** An index and the expressions whose values (strings, or lists of them) are looked up in it. */
export type Lookup = TypeLookup | NarrowLookup
type TypeLookup = { kind: 'type'; keys: Node[] }
export type NarrowLookup = { kind: 'id' | 'version' | 'reference'; keys: Node[] }
export type Probe = Lookup | { kind: 'any'; probes: Probe[] }

/**
 * A condition on a path of the document and a value of the scope around the filter: `path == value`, `path in value` or, when the
 * path leads to a list, `value in path`.
 */
export type Join = { path: Node; value: Node; op: '==' | 'in'; isList: boolean }

/** The best index for a filter, the narrowest one that sync tags can name (they know ids and types only), and a join. */
type Probes = { lookup?: Probe; tag?: Probe; join?: Join }

/** Best first: the fewer documents an index usually finds, the better. */
const ORDER = ['id', 'version', 'reference', 'type']
const TAGGED = ['id', 'version', 'type']

const analysed = new WeakMap<Node, Probes>()

/** What an index can tell about documents that fulfil all these conditions. */
export function probesOf(conditions: Node[]): Probes {
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

/** A way from the tested document to a value that no function computes. */
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

/** `_id == x`, `x == _id`, `_id in x`, and the same of `_type` */
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

/** `references(x, …)` and `sanity::versionOf(x)` */
function membership({ namespace, name, args }: FuncCallNode): Lookup | undefined {
  if (namespace === 'global' && name === 'references') return { kind: 'reference', keys: args }
  return namespace === 'sanity' && name === 'versionOf' ? { kind: 'version', keys: args } : undefined
}

/** Functions that read `@` without being given it, and `path()`, whose value stands for ids that no index lists. */
const NOT_A_KEY = new Set(['references', 'versionOf', 'partOfRelease', 'path'])

/** Has the expression the same value for every document that the filter tests? */
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

/** Does an inner expression read its own `@` only? */
const isLocal = (node: Node): boolean =>
  node.type !== 'Parent' && node.type !== 'Everything' && childNodes(node).every(isLocal)
