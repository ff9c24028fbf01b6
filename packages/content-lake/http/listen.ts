import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { requireUser } from '../access/users.ts'
import { type ListenOptions, startListener, startLiveStream, startIdleStream } from '../listen/listener.ts'
import { EventStream, Listeners } from '../listen/streams.ts'
import { compileFilter, type DocumentFilter } from '../query/run.ts'
import { createBadRequestError, createHttpError, LakeError } from '../store/errors.ts'
import {
  type Env,
  isTrue,
  type LakeContext,
  canRead,
  readQueryParams,
  getReadableDataset,
  type Services,
} from './services.ts'

/** Rejects HEAD. Hono would run the GET handler for it and never close the stream. */
const rejectHead = createMiddleware<Env>(async (c, next) => {
  if (c.req.method === 'HEAD') throw createHttpError(405, 'Event streams support only GET')
  await next()
})

export function createListenRoutes(services: Services): Hono<Env> {
  const listeners = new Listeners()
  const openStream = (c: LakeContext): EventStream => {
    const release = listeners.reserveStream(c.get('user')?.id)
    const stream = new EventStream(services.heartbeatMs)
    stream.onClose(release)
    return stream
  }
  return new Hono<Env>()
    .get('/data/listen/:dataset', rejectHead, (c) => {
      const dataset = getReadableDataset(services, c, c.req.param('dataset'))
      const query = c.req.query('query')
      if (!query) throw createBadRequestError('Query is missing')
      const params = readQueryParams(c)
      const stream = openStream(c)
      const matches = compileListenFilter(query, params)
      if (matches instanceof LakeError) {
        stream.send({ event: 'channelError', data: matches.body })
        stream.close()
      } else startListener(stream, { dataset, user: c.get('user'), matches, options: readListenOptions(c), listeners })
      return stream.response
    })
    .get('/data/live/events/:dataset', rejectHead, (c) => {
      const includeDrafts = isTrue(c.req.query('includeDrafts'))
      if (includeDrafts) requireUser(c.get('user'))
      const dataset = services.store.dataset(c.req.param('dataset'))
      const stream = openStream(c)
      const lastEventId = c.req.header('last-event-id')
      if (canRead(services, c, dataset.name)) startLiveStream(stream, dataset, { includeDrafts, lastEventId })
      else startIdleStream(stream, dataset)
      return stream.response
    })
}

/**
 * Compiles the filter or returns its error. EventSource cannot read error bodies, so the stream carries filter errors.
 */
function compileListenFilter(query: string, params: Record<string, unknown>): DocumentFilter | LakeError {
  try {
    return compileFilter(query, params)
  } catch (error) {
    if (error instanceof LakeError) return error
    throw error
  }
}

function readListenOptions(c: LakeContext): ListenOptions {
  return {
    includeResult: isTrue(c.req.query('includeResult')),
    includePreviousRevision: isTrue(c.req.query('includePreviousRevision')),
    includeMutations: c.req.query('includeMutations') !== 'false',
    includeEffects: c.req.query('effectFormat') === 'mendoza',
    enableResume: isTrue(c.req.query('enableResume')),
    includeAllVersions: isTrue(c.req.query('includeAllVersions')) || !supportsVersions(c.req.param('version') ?? ''),
    lastEventId: c.req.header('last-event-id'),
  }
}

/**
 * Returns whether the API version supports releases. Its listeners receive only published documents unless the client
 * requests all versions.
 */
const supportsVersions = (apiVersion: string): boolean => apiVersion === 'vX' || apiVersion >= 'v2025-02-19'
