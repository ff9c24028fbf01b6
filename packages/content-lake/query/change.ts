import { evaluateNode } from './evaluate/evaluate.ts'
import { evaluate, type Limit, LimitReached, nest, rootScope, type Scope, startExecution } from './evaluate/scope.ts'
import { toPlain } from './groq-js.ts'
import { type Node, childNodes } from './groq-tree.ts'
import { parseQuery } from './parse.ts'
import { evaluationError } from './query-error.ts'
import type { Change, ChangeAnswer, DocumentFilter } from './types.ts'
import { viewOf } from './view.ts'

/**
 * A GROQ webhook's view of one changed document: does it match the filter (a condition, as typed into the webhook's
 * form), and what does the projection make of it? Both may use `before()`, `after()` and `delta::`; `@` is the document
 * after the change, or before it when it was deleted. Without a projection the payload is that document.
 * @throws LakeError 400 when filter or projection cannot be parsed or evaluated
 */
export function evaluateChange({ filter, projection, before, after, snapshot, now }: Change): ChangeAnswer {
  const view = viewOf(snapshot, 'raw', false)
  const run = startExecution({ evaluateNode, view, params: {}, now, before, after })
  const scope = nest(rootScope(run), { data: after ?? before ?? null })
  const matches = filter?.trim() ? compute(filter, scope) === true : true
  return { matches, payload: projection?.trim() ? compute(projection, scope) : scope.value.data }
}

function compute(query: string, scope: Scope): unknown {
  const tree = parseQuery(query, {}, 'delta')
  try {
    return toPlain(evaluate(tree, scope).data)
  } catch (error) {
    throw evaluationError(query, error)
  }
}

/**
 * For one document, for which a filter with a few conditions takes some ten steps; a few milliseconds. Counted in steps, so that
 * a machine that is busy for a moment ends no listener.
 */
const FILTER: Limit = { ms: 1000, most: 50_000 }

/** The conditions of one `*[a][b]`, all of which must hold. */
type Conditions = Node[]

/**
 * A listener's test: does this one document match? Of a full query its filters count, of several `*[…]` any one;
 * projections, order and slices do not. A condition that cannot be evaluated does not match; one that takes too long throws a
 * LimitReached.
 * @throws LakeError 400 queryParseError
 */
export function compileFilter(query: string, params: Record<string, unknown>): DocumentFilter {
  const alternatives = filtersOf(parseQuery(query, params))
  return (document, { snapshot, identity }) => {
    const view = viewOf(snapshot, 'raw', false)
    const run = startExecution({ evaluateNode, view, params, identity, now: new Date(), limit: FILTER })
    const scope = nest(rootScope(run), { data: document })
    const holds = (condition: Node) => evaluate(condition, scope).data === true
    try {
      return alternatives.some((conditions) => conditions.every(holds))
    } catch (error) {
      if (error instanceof LimitReached) throw error
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
