import { evaluate } from './evaluate/evaluate.ts'
import { nest, rootScope, startExecution } from './evaluate/scope.ts'
import { childNodes, type Node } from './groq-tree.ts'
import { parseQuery } from './parse.ts'
import type { DocumentFilter } from './types.ts'
import { viewOf } from './view.ts'

/** The conditions of one `*[a][b]`, all of which must hold. */
type Conditions = Node[]

/**
 * A listener's test: does this one document match? Of a full query its filters count, of several `*[…]` any one;
 * projections, order and slices do not. A condition that cannot be evaluated does not match.
 * @throws LakeError 400 queryParseError
 */
export function compileFilter(query: string, params: Record<string, unknown>): DocumentFilter {
  const alternatives = filtersOf(parseQuery(query, params))
  return (document, { snapshot, identity }) => {
    const view = viewOf(snapshot, 'raw', false)
    const run = startExecution({ view, params, identity, now: new Date() })
    const scope = nest(rootScope(run), { data: document })
    const holds = (condition: Node) => evaluate(condition, scope).data === true
    try {
      return alternatives.some((conditions) => conditions.every(holds))
    } catch {
      // As documented above: what cannot be evaluated does not match.
      return false
    }
  }
}

function filtersOf(node: Node): Conditions[] {
  if (node.type === 'Everything') return [[]]
  if (node.type === 'Filter') return filtersOf(node.base).map((conditions) => [...conditions, node.expr])
  if (node.type === 'Map' || node.type === 'FlatMap' || node.type === 'Projection' || node.type === 'PipeFuncCall') {
    return filtersOf(node.base)
  }
  return childNodes(node).flatMap(filtersOf)
}
