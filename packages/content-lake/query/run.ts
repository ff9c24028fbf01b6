import type { Snapshot } from '../store/document.ts'
import { evaluateNode } from './evaluate/evaluate.ts'
import { AnswerSize } from './answer-size.ts'
import {
  evaluate,
  type Execution,
  type Limit,
  LimitReached,
  LONGEST,
  rootScope,
  startExecution,
} from './evaluate/scope.ts'
import type { Value } from './evaluate/value.ts'
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
 * @throws LakeError 400 when the query cannot be parsed or evaluated, takes longer than 10 seconds, or its answer is too large
 */
export function runQuery(snapshot: Snapshot, request: QueryRequest): QueryAnswer {
  try {
    return answer(snapshot, request, LONGEST)
  } catch (error) {
    throw evaluationError(request.query, error)
  }
}

/**
 * The answer of runQuery as JSON; undefined when it reaches the limit.
 * @throws LakeError 400 when the query cannot be parsed or evaluated, or its answer is too large
 */
export function tryQuery(snapshot: Snapshot, request: QueryRequest, limit: Limit): string | undefined {
  try {
    return JSON.stringify(answer(snapshot, request, limit))
  } catch (error) {
    if (error instanceof LimitReached) return undefined
    throw evaluationError(request.query, error)
  }
}

type Evaluated = { value: Value; run: Execution }

/** The value of a query, not yet as an answer has it, and what it took. */
export function evaluateRequest(snapshot: Snapshot, request: QueryRequest, limit: Limit): Evaluated {
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
  return { value: evaluate(tree, rootScope(run)), run }
}

function answer(snapshot: Snapshot, request: QueryRequest, limit: Limit): QueryAnswer {
  const { value, run } = evaluateRequest(snapshot, request, limit)
  const size = new AnswerSize(run)
  size.addValue(value.data)
  const plain = { result: toPlain(value.data) ?? null, syncTags: run.tags.list() }
  if (!request.resultSourceMap) return plain
  return { ...plain, resultSourceMap: sourceMapOf(value, request.resultSourceMap === 'withKeyArraySelector', size) }
}
