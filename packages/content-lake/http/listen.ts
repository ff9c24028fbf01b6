import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { requireUser } from '../access/permissions.ts'
import { LakeError } from '../errors.ts'
import { EventStream } from '../listen/event-stream.ts'
import { startListener, type ListenOptions } from '../listen/listener.ts'
import { Listeners } from '../listen/listeners.ts'
import { startLive, startSilence } from '../listen/live.ts'
import { compileFilter, type DocumentFilter } from '../query/index.ts'
import {
  badRequest,
  isTrue,
  mayRead,
  queryParams,
  readableDataset,
  type Env,
  type LakeContext,
  type Services,
} from './services.ts'

const METHOD_NOT_ALLOWED = { statusCode: 405, error: 'Method Not Allowed', message: 'Event streams answer GET only' }

/** Hono answers HEAD by the GET handler, whose stream would stay open with nobody to close it. */
const refuseHead = createMiddleware<Env>(async (c, next) => {
  if (c.req.method === 'HEAD') throw new LakeError(405, METHOD_NOT_ALLOWED)
  await next()
})

/** GET /data/listen/:dataset and GET /data/live/events/:dataset: server-sent events. */
export function listenRoutes(services: Services): Hono<Env> {
  const listeners = new Listeners()
  /** A stream that counts until it is closed. */
  const open = (c: LakeContext): EventStream => {
    const release = listeners.admit(c.get('user')?.id)
    const stream = new EventStream(services.heartbeatMs)
    stream.onClose(release)
    return stream
  }
  return new Hono<Env>()
    .get('/data/listen/:dataset', refuseHead, (c) => {
      const dataset = readableDataset(services, c, c.req.param('dataset'))
      const query = c.req.query('query')
      if (!query) throw badRequest('Query is missing')
      const params = queryParams(c)
      const stream = open(c)
      const matches = compile(query, params)
      if (matches instanceof LakeError) {
        stream.send({ event: 'channelError', data: matches.body })
        stream.close()
      } else startListener(stream, { dataset, user: c.get('user'), matches, options: listenOptions(c), listeners })
      return stream.response
    })
    .get('/data/live/events/:dataset', refuseHead, (c) => {
      const includeDrafts = isTrue(c.req.query('includeDrafts'))
      if (includeDrafts) requireUser(c.get('user'))
      const dataset = services.store.dataset(c.req.param('dataset'))
      const stream = open(c)
      const lastEventId = c.req.header('last-event-id')
      if (mayRead(services, c, dataset.name)) startLive(stream, dataset, { includeDrafts, lastEventId })
      else startSilence(stream, dataset)
      return stream.response
    })
}

/** An event source cannot read an error's body, so the client is told of a bad filter inside the stream. */
function compile(query: string, params: Record<string, unknown>): DocumentFilter | LakeError {
  try {
    return compileFilter(query, params)
  } catch (error) {
    if (error instanceof LakeError) return error
    throw error
  }
}

function listenOptions(c: LakeContext): ListenOptions {
  return {
    includeResult: isTrue(c.req.query('includeResult')),
    includePreviousRevision: isTrue(c.req.query('includePreviousRevision')),
    includeMutations: c.req.query('includeMutations') !== 'false',
    includeEffects: c.req.query('effectFormat') === 'mendoza',
    enableResume: isTrue(c.req.query('enableResume')),
    includeAllVersions: isTrue(c.req.query('includeAllVersions')) || !hasVersions(c.req.param('version') ?? ''),
    lastEventId: c.req.header('last-event-id'),
  }
}

/** API versions that know of content releases listen to published documents only, unless asked for all versions. */
const hasVersions = (apiVersion: string): boolean => apiVersion === 'vX' || apiVersion >= 'v2025-02-19'
