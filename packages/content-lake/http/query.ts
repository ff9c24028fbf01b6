import { Hono } from 'hono'
import { parsePerspective } from '../query/index.ts'
import type { QueryRequest } from '../query/index.ts'
import { jsonLimit } from './middleware.ts'
import {
  badRequest,
  jsonBody,
  queryParams,
  readableDataset,
  type Env,
  type LakeContext,
  type Services,
} from './services.ts'

type QueryInput = { query: unknown; params: Record<string, unknown> }

/** GET and POST /data/query/:dataset. Long queries come by POST with `{query, params}`. */
export function queryRoutes(services: Services): Hono<Env> {
  const { slowQueries } = services
  const answer = async (c: LakeContext, { query, params }: QueryInput): Promise<Response> => {
    if (typeof query !== 'string' || query.trim() === '') throw badRequest('Query is missing')
    const dataset = readableDataset(services, c, c.req.param('dataset') ?? '')
    const started = performance.now()
    const request: QueryRequest = {
      query,
      params,
      perspective: parsePerspective(c.req.queries('perspective'), c.req.param('version') ?? 'v1'),
      anonymous: !c.get('user'),
      identity: c.get('user')?.id,
      resultSourceMap: sourceMapMode(c.req.query('resultSourceMap')),
      now: services.now(),
      project: { projectId: services.projectId, dataset: dataset.name },
    }
    const json =
      slowQueries.tryQuickly(dataset.snapshot(), request) ??
      (await slowQueries.answer(dataset, request, c.req.raw.signal))
    const about = {
      ...(c.req.query('returnQuery') !== 'false' && { query }),
      ms: Math.round(performance.now() - started),
    }
    const head = `${JSON.stringify(about).slice(0, -1)},`
    // A slow query's answer comes as bytes; to read it in order to write it again would hold others up.
    const body = typeof json === 'string' ? head + json.slice(1) : Buffer.concat([Buffer.from(head), json.subarray(1)])
    return c.body(body, 200, { 'Content-Type': 'application/json' })
  }

  return new Hono<Env>()
    .get('/data/query/:dataset', (c) => answer(c, { query: c.req.query('query'), params: queryParams(c) }))
    .post('/data/query/:dataset', jsonLimit, async (c) => {
      const { query, params } = await jsonBody(c)
      return answer(c, { query, params: { ...queryParams(c), ...(params as Record<string, unknown> | undefined) } })
    })
}

function sourceMapMode(value: string | undefined): QueryRequest['resultSourceMap'] {
  return value === 'withKeyArraySelector' ? value : value === 'true'
}
