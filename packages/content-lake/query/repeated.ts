import { childNodes, type Node } from './groq-tree.ts'

/** Functions that read `@` without being given it. */
const READS_VALUE = new Set(['references', 'versionOf', 'partOfRelease'])

/** A node is in a hidden scope below `[]`, which `^` does not count. */
type Reaches = { hidden: Map<Node, number>; shown: Map<Node, number> }

/**
 * Marks, with `once`, what a filter, a projection or an order would evaluate for every value although it is the same for
 * all of them, such as `*[_type == "author"]._id` in `*[author._ref in *[_type == "author"]._id]`.
 */
export function markRepeated(tree: Node): void {
  const reaches: Reaches = { hidden: new Map(), shown: new Map() }
  mark(tree, false)

  function mark(node: Node, isRepeated: boolean): void {
    const { same, inner } = partsOf(node)
    if (isRepeated && isCompound(node) && reachOf(node, false, reaches) < 0) {
      node.once = true
      isRepeated = false
    }
    for (const part of same) mark(part, isRepeated)
    for (const part of inner) mark(part, true)
  }
}

const isCompound = (node: Node): boolean => node.type === 'Everything' || childNodes(node).length > 0

/** The parts of a node that are evaluated in its own scope, and those for which it opens another one. */
function partsOf(node: Node): { same: Node[]; inner: Node[] } {
  switch (node.type) {
    case 'Filter':
    case 'Map':
    case 'FlatMap':
    case 'Projection':
      return { same: [node.base], inner: [node.expr] }
    case 'PipeFuncCall':
      return { same: [node.base], inner: node.args }
    default:
      return { same: childNodes(node), inner: [] }
  }
}

/** How far out of itself an expression reads: 0 is `@`, 1 is `^`, 2 `^.^`; -1 when it is the same in every scope. */
function reachOf(node: Node, isHidden: boolean, reaches: Reaches): number {
  const known = reaches[isHidden ? 'hidden' : 'shown']
  const reach = known.get(node) ?? measure(node, isHidden, reaches)
  known.set(node, reach)
  return reach
}

function measure(node: Node, isHidden: boolean, reaches: Reaches): number {
  const own = ownReach(node)
  const { same, inner } = partsOf(node)
  const opensHidden = node.type === 'Map' || node.type === 'FlatMap'
  return Math.max(
    own,
    ...same.map((part) => reachOf(part, isHidden, reaches)),
    ...inner.map((part) => outside(reachOf(part, opensHidden, reaches), isHidden)),
  )
}

function ownReach(node: Node): number {
  switch (node.type) {
    case 'This':
    case 'SelectorFuncCall':
    case 'SelectorNested':
      return 0
    case 'Parent':
      return node.n
    case 'AccessAttribute':
      return node.base ? -1 : 0
    case 'FuncCall':
      return READS_VALUE.has(node.name) ? 0 : -1
    default:
      return -1
  }
}

/** What the reach of a part in an inner scope is outside of that scope. */
function outside(reach: number, isHidden: boolean): number {
  if (reach <= 0) return -1
  return isHidden ? reach : reach - 1
}
