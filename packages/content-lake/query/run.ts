import type { Snapshot } from '../store/document.ts'
import { evaluateNode } from './evaluate/evaluate.ts'
import { evaluate, type Limit, LONGEST, rootScope, startExecution, TimeLimitReached } from './evaluate/scope.ts'
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
 * @throws LakeError 400 when the query cannot be parsed or evaluated, or takes longer than 10 seconds
 */
export function runQuery(snapshot: Snapshot, request: QueryRequest): QueryAnswer {
  try {
    return answer(snapshot, request, LONGEST)
  } catch (error) {
    throw evaluationError(request.query, error)
  }
}

/**
 * As runQuery, but undefined when it reaches the limit.
 * @throws LakeError 400 when the query cannot be parsed or evaluated
 */
export function tryQuery(snapshot: Snapshot, request: QueryRequest, limit: Limit): QueryAnswer | undefined {
  try {
    return answer(snapshot, request, limit)
  } catch (error) {
    if (error instanceof TimeLimitReached) return undefined
    throw evaluationError(request.query, error)
  }
}

function answer(snapshot: Snapshot, request: QueryRequest, limit: Limit): QueryAnswer {
  const tree = parseQuery(request.query, request.params)
  const run = startExecution({
    evaluateNode,
    view: viewOf(snapshot, request.perspective, request.anonymous),
    params: request.params,
    tracing: Boolean(request.resultSourceMap),
    identity: request.identity ?? ANONYMOUS,
    project: request.project,
    now: request.now ?? new Date(),
    limit,
  })
  const value = evaluate(tree, rootScope(run))
  const plain = { result: toPlain(value.data) ?? null, syncTags: run.tags.list() }
  if (!request.resultSourceMap) return plain
  return { ...plain, resultSourceMap: sourceMapOf(value, request.resultSourceMap === 'withKeyArraySelector') }
}
