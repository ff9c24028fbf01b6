import type { Snapshot } from '../store/document.ts'
import { evaluateNode } from './evaluate/evaluate.ts'
import { evaluate, rootScope, startExecution } from './evaluate/scope.ts'
import { toPlain } from './groq-js.ts'
import { parseQuery } from './parse.ts'
import { evaluationError } from './query-error.ts'
import { sourceMapOf } from './source-map.ts'
import type { QueryAnswer, QueryRequest } from './types.ts'
import { viewOf } from './view.ts'

/** What `identity()` answers without a token. */
const ANONYMOUS = '<anonymous>'

/**
 * Answers a GROQ query as the Content Lake does. Synchronous: it sees one state of the dataset.
 * @throws LakeError 400 when the query cannot be parsed or evaluated
 */
export function runQuery(snapshot: Snapshot, request: QueryRequest): QueryAnswer {
  const tree = parseQuery(request.query, request.params)
  const run = startExecution({
    evaluateNode,
    view: viewOf(snapshot, request.perspective, request.anonymous),
    params: request.params,
    tracing: Boolean(request.resultSourceMap),
    identity: request.identity ?? ANONYMOUS,
    project: request.project,
    now: request.now ?? new Date(),
  })
  try {
    const value = evaluate(tree, rootScope(run))
    const answer = { result: toPlain(value.data), syncTags: run.tags.list() }
    if (!request.resultSourceMap) return answer
    return { ...answer, resultSourceMap: sourceMapOf(value, request.resultSourceMap === 'withKeyArraySelector') }
  } catch (error) {
    throw evaluationError(request.query, error)
  }
}
