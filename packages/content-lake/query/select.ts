import { LakeError } from '../errors.ts'
import type { Snapshot } from '../store/document.ts'
import type { Select } from '../store/mutations.ts'
import { evaluationError } from './query-error.ts'
import { evaluateRequest } from './run.ts'
import type { QueryRequest } from './types.ts'

/**
 * Evaluation steps of all queries of a transaction: about 100 ms, in which the event loop is blocked. Counted in steps, because a
 * busy machine must not reject a transaction that is quick on an idle one.
 */
const MAX_STEPS = 500_000
/** CPU time of a single query, for operations that do much work in few steps. */
const MAX_QUERY_CPU_MS = 200
/** Documents that the queries of a transaction may select together, as at the hosted service. */
const MAX_SELECTED = 10_000

/** Delete and patch by query, for the mutations of one transaction: the ids of every matching document of the raw dataset. */
export function startSelecting(projectId: string): Select {
  let stepsLeft = MAX_STEPS
  let documentsLeft = MAX_SELECTED

  function find(query: string, params: Record<string, unknown>, snapshot: Snapshot): unknown {
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
      throw evaluationError(query, error)
    }
  }

  return (query, params, snapshot) => {
    // The parser has no steps.
    stepsLeft -= query.length
    if (stepsLeft <= 0) throw refused(query, `queries of a transaction take more than ${MAX_STEPS} steps`)
    const found = find(query, params, snapshot)
    const ids = new Set((Array.isArray(found) ? found : [found]).map(idOf).filter((id) => typeof id === 'string'))
    documentsLeft -= ids.size
    if (documentsLeft < 0) throw refused(query, `queries of a transaction select more than ${MAX_SELECTED} documents`)
    return [...ids]
  }
}

const idOf = (item: unknown): unknown => (typeof item === 'string' ? item : (item as { _id?: unknown } | null)?._id)

const refused = (query: string, description: string): LakeError =>
  new LakeError(400, { error: { type: 'queryEvaluationError', description, query } })
