import { evaluate } from './evaluate/evaluate.ts'
import { nest, rootScope, startExecution, type Scope } from './evaluate/scope.ts'
import { toPlain } from './groq-js.ts'
import { parseQuery } from './parse.ts'
import { evaluationError } from './query-error.ts'
import type { Change, ChangeAnswer } from './types.ts'
import { viewOf } from './view.ts'

/**
 * A GROQ webhook's view of one changed document: does it match the filter (a condition, as typed into the webhook's
 * form), and what does the projection make of it? Both may use `before()`, `after()` and `delta::`; `@` is the document
 * after the change, or before it when it was deleted. Without a projection the payload is that document.
 * @throws LakeError 400 when filter or projection cannot be parsed or evaluated
 */
export function evaluateChange({ filter, projection, before, after, snapshot, now }: Change): ChangeAnswer {
  const view = viewOf(snapshot, 'raw', false)
  const run = startExecution({ view, params: {}, now, before, after })
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
