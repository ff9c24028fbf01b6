import type { ContentSourceMap } from '@sanity/client'
import type { LakeDocument, Snapshot } from '../store/document.ts'
import { createBadRequestError, LakeError } from '../store/errors.ts'
import type { Select } from '../store/mutations.ts'
import { evaluateNode } from './evaluate/evaluate.ts'
import { listChildNodes, type Node, toPlainValue } from './evaluate/groq.ts'
import {
  evaluate,
  type Execution,
  type Limit,
  LimitExceededError,
  DEFAULT_LIMIT,
  createNestedScope,
  createRootScope,
  type Scope,
  startExecution,
} from './evaluate/scope.ts'
import type { Value } from './evaluate/value.ts'
import { type Perspective, getView } from './evaluate/view.ts'
import { toEvaluationError, parseQuery } from './parse.ts'
import { ResponseSize, buildSourceMap } from './source-map.ts'

export type QueryRequest = {
  query: string
  params: Record<string, unknown>
  perspective: Perspective
  /** True for anonymous users, for whom only ids without a dot are visible. */
  anonymous: boolean
  identity?: string
  /** Adds a source map. `withKeyArraySelector` addresses array items by `_key`. */
  resultSourceMap?: boolean | 'withKeyArraySelector'
  now?: Date
  project: { projectId: string; dataset: string }
}

export type QueryResponse = { result: unknown; syncTags: string[]; resultSourceMap?: ContentSourceMap }

export type DocumentFilter = (document: LakeDocument, context: FilterContext) => boolean

type FilterContext = { snapshot: Snapshot; identity?: string }

type Change = {
  filter?: string
  projection?: string
  before: LakeDocument | undefined
  after: LakeDocument | undefined
  snapshot: Snapshot
  now: Date
}

type ChangeResult = { matches: boolean; payload: unknown }

const ANONYMOUS_ID = '<anonymous>'

/**
 * Runs a query synchronously, so that it sees one consistent state.
 * @throws LakeError 400 for an invalid query, after 10 seconds, or for an oversized response
 */
export function runQuery(snapshot: Snapshot, request: QueryRequest): QueryResponse {
  try {
    return executeQuery(snapshot, request, DEFAULT_LIMIT)
  } catch (error) {
    throw toEvaluationError(request.query, error)
  }
}

/** Runs a query within a limit and returns undefined above it. @throws LakeError 400 as runQuery */
export function tryQuery(snapshot: Snapshot, request: QueryRequest, limit: Limit): string | undefined {
  try {
    return JSON.stringify(executeQuery(snapshot, request, limit))
  } catch (error) {
    if (error instanceof LimitExceededError) return undefined
    throw toEvaluationError(request.query, error)
  }
}

type Evaluation = { value: Value; run: Execution }

function evaluateRequest(snapshot: Snapshot, request: QueryRequest, limit: Limit): Evaluation {
  const tree = parseQuery(request.query, request.params)
  const run = startExecution({
    evaluateNode,
    view: getView(snapshot, request.perspective, request.anonymous),
    params: request.params,
    tracing: Boolean(request.resultSourceMap),
    identity: request.identity ?? ANONYMOUS_ID,
    project: request.project,
    now: request.now ?? new Date(),
    limit,
  })
  return { value: evaluate(tree, createRootScope(run)), run }
}

function executeQuery(snapshot: Snapshot, request: QueryRequest, limit: Limit): QueryResponse {
  const { value, run } = evaluateRequest(snapshot, request, limit)
  const size = new ResponseSize(run)
  size.addValue(value.data)
  const response = { result: toPlainValue(value.data) ?? null, syncTags: run.tags.list() }
  if (!request.resultSourceMap) return response
  return {
    ...response,
    resultSourceMap: buildSourceMap(value, request.resultSourceMap === 'withKeyArraySelector', size),
  }
}

/**
 * Evaluates the filter and projection of a GROQ webhook for one changed document. `@` is the document after the change,
 * or before a deletion. Without a projection, the payload is that document.
 * @throws LakeError 400 if the filter or projection cannot be parsed or evaluated
 */
export function evaluateChange({ filter, projection, before, after, snapshot, now }: Change): ChangeResult {
  const view = getView(snapshot, 'raw', false)
  const run = startExecution({ evaluateNode, view, params: {}, now, before, after })
  const scope = createNestedScope(createRootScope(run), { data: after ?? before ?? null })
  const matches = filter?.trim() ? evaluateDelta(filter, scope) === true : true
  return { matches, payload: projection?.trim() ? evaluateDelta(projection, scope) : scope.value.data }
}

function evaluateDelta(query: string, scope: Scope): unknown {
  const tree = parseQuery(query, {}, 'delta')
  try {
    return toPlainValue(evaluate(tree, scope).data)
  } catch (error) {
    throw toEvaluationError(query, error)
  }
}

/**
 * Limit of a listener filter. It counts steps, so that a busy machine does not end listeners. A simple filter takes
 * about ten steps.
 */
const FILTER_LIMIT: Limit = { ms: 1000, most: 50_000 }

type Conditions = Node[]

/**
 * Compiles the filter of a listener. A document matches if any `*[…]` filter of the query matches. Projection, order
 * and slice have no effect. Evaluation errors other than LimitExceededError count as no match.
 * @throws LakeError 400 queryParseError
 */
export function compileFilter(query: string, params: Record<string, unknown>): DocumentFilter {
  const alternatives = listFilters(parseQuery(query, params))
  return (document, { snapshot, identity }) => {
    const view = getView(snapshot, 'raw', false)
    const run = startExecution({ evaluateNode, view, params, identity, now: new Date(), limit: FILTER_LIMIT })
    const scope = createNestedScope(createRootScope(run), { data: document })
    const matchesCondition = (condition: Node) => evaluate(condition, scope).data === true
    try {
      return alternatives.some((conditions) => conditions.every(matchesCondition))
    } catch (error) {
      if (error instanceof LimitExceededError) throw error
      return false
    }
  }
}

function listFilters(node: Node): Conditions[] {
  if (node.type === 'Everything') return [[]]
  if (node.type === 'Filter') return listFilters(node.base).map((conditions) => [...conditions, node.expr])
  if (node.type === 'Map' || node.type === 'FlatMap' || node.type === 'Projection' || node.type === 'PipeFuncCall') {
    return listFilters(node.base)
  }
  return listChildNodes(node).flatMap(listFilters)
}

/**
 * Blocks the event loop for about 100 ms. Steps are independent of machine load, so a busy machine does not reject fast
 * queries.
 */
const MAX_STEPS = 500_000
/** CPU limit for operations that do a lot of work in a few steps. */
const MAX_QUERY_CPU_MS = 200
/** Hosted Sanity has the same limit for documents selected by the queries of one transaction. */
const MAX_SELECTED_DOCUMENTS = 10_000

/**
 * Creates the selector for delete and patch by query. It reads the raw dataset within the limits of one transaction.
 */
export function createSelect(projectId: string): Select {
  let stepsLeft = MAX_STEPS
  let documentsLeft = MAX_SELECTED_DOCUMENTS

  function runSelect(query: string, params: Record<string, unknown>, snapshot: Snapshot): unknown {
    const request: QueryRequest = {
      query,
      params,
      perspective: 'raw',
      anonymous: false,
      project: { projectId, dataset: '' },
    }
    try {
      const limit = { ms: MAX_QUERY_CPU_MS, most: stepsLeft }
      const { value, run } = evaluateRequest(snapshot, request, limit)
      stepsLeft -= run.steps
      return value.data
    } catch (error) {
      throw toEvaluationError(query, error)
    }
  }

  return (query, params, snapshot) => {
    stepsLeft -= query.length
    if (stepsLeft <= 0) throw createQueryError(query, `queries of a transaction take more than ${MAX_STEPS} steps`)
    const selected = runSelect(query, params, snapshot)
    const ids = new Set(
      (Array.isArray(selected) ? selected : [selected]).map(getId).filter((id) => typeof id === 'string'),
    )
    documentsLeft -= ids.size
    if (documentsLeft < 0)
      throw createQueryError(query, `queries of a transaction select more than ${MAX_SELECTED_DOCUMENTS} documents`)
    return [...ids]
  }
}

const getId = (item: unknown): unknown => (typeof item === 'string' ? item : (item as { _id?: unknown } | null)?._id)

const createQueryError = (query: string, description: string): LakeError =>
  new LakeError(400, { error: { type: 'queryEvaluationError', description, query } })

const PUBLISHED_BY_DEFAULT_SINCE = '2025-02-19'
/** Layers per perspective. A dataset has at most 100 releases, and each lookup checks every layer. */
const MAX_LAYERS = 102
const LAYER_NAME_PATTERN = /^[A-Za-z0-9_-]{1,128}$/

/**
 * Parses a name, comma-separated stack or list. The default is published since API version 2025-02-19 (and `X`), and
 * raw before.
 * @throws LakeError 400 for a malformed perspective
 */
export function parsePerspective(input: string | string[] | undefined, apiVersion: string): Perspective {
  const layers = [input ?? []]
    .flat()
    .flatMap((text) => text.split(','))
    .map((name) => name.trim())
    .filter(Boolean)
  const [first, ...rest] = layers.map((name) => (name === 'previewDrafts' ? 'drafts' : name))
  if (first === undefined) return getDefaultPerspective(apiVersion)
  if (rest.length === 0 && (first === 'raw' || first === 'published' || first === 'drafts')) return first
  const stack = [first, ...rest]
  const invalidName = stack.find((name) => name === 'raw' || !LAYER_NAME_PATTERN.test(name))
  if (invalidName !== undefined) throw createBadRequestError(`Invalid perspective "${invalidName}"`)
  const unique = [...new Set(stack)]
  if (unique.length > MAX_LAYERS) throw createBadRequestError(`A perspective has at most ${MAX_LAYERS} layers`)
  return unique
}

function getDefaultPerspective(apiVersion: string): Perspective {
  const date = apiVersion.replace(/^v/, '')
  return date === '1' || date < PUBLISHED_BY_DEFAULT_SINCE ? 'raw' : 'published'
}
