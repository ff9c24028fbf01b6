import { Hono } from 'hono'
import { requirePermission } from '../access/users.ts'
import { documentEvents, documentsAt, releaseEvents, transactionsOf } from '../history/history.ts'
import { badRequest } from '../store/errors.ts'
import { assertReadableIds } from './documents.ts'
import { type Env, idList, isTrue, type LakeContext, type Services } from './services.ts'

const MAX_LIMIT = 1000

export function historyRoutes({ store }: Services): Hono<Env> {
  const datasetOf = (c: LakeContext) => {
    requirePermission(c.get('user'), 'history')
    return store.dataset(c.req.param('dataset') ?? '')
  }
  return new Hono<Env>()
    .get('/data/history/:dataset/transactions/:ids', (c) => {
      const ids = documentIds(c)
      const transactions = transactionsOf(datasetOf(c).log, {
        ids,
        from: c.req.query('fromTransaction') || undefined,
        to: c.req.query('toTransaction') || undefined,
        fromTime: timeParameter(c, 'fromTime'),
        toTime: timeParameter(c, 'toTime'),
        authors: c.req.query('authors')?.split(','),
        newestFirst: isTrue(c.req.query('reverse')),
        limit: limitParameter(c, 100),
        includeMutations: !isTrue(c.req.query('excludeMutations')),
        excludeContent: isTrue(c.req.query('excludeContent')),
        includeEffects: c.req.query('effectFormat') === 'mendoza',
        onlyTheseDocuments: isTrue(c.req.query('includeIdentifiedDocumentsOnly')),
      })
      const body = transactions.map((transaction) => `${JSON.stringify(transaction)}\n`).join('')
      return c.body(body, 200, { 'Content-Type': 'application/x-ndjson' })
    })
    .get('/data/history/:dataset/documents/:ids', (c) => {
      const { log } = datasetOf(c)
      const request = {
        revision: c.req.query('revision'),
        time: timeParameter(c, 'time'),
        lastRevision: isTrue(c.req.query('lastRevision')),
      }
      return c.json({ documents: documentsAt(log, documentIds(c), request) })
    })
    .get('/data/history/:dataset/events/documents/:ids', (c) => {
      const { log } = datasetOf(c)
      const [id = ''] = documentIds(c)
      const { events, nextCursor } = documentEvents(log, id, {
        limit: limitParameter(c, 100),
        cursor: c.req.query('nextCursor'),
      })
      return c.json({ events: { [id]: events }, nextCursor })
    })
    .get('/data/history/:dataset/events/releases/:release', (c) => {
      const { log } = datasetOf(c)
      const page = { limit: limitParameter(c, 100), cursor: c.req.query('nextCursor') }
      return c.json(releaseEvents(log, c.req.param('release'), page))
    })
}

function documentIds(c: LakeContext): string[] {
  const ids = idList(c.req.param('ids'))
  assertReadableIds(ids)
  if (ids.length === 0 || ids.length > 500) throw badRequest('Expected 1 to 500 document IDs')
  return ids
}

function timeParameter(c: LakeContext, name: string): string | undefined {
  const value = c.req.query(name)
  if (!value) return undefined
  if (Number.isNaN(Date.parse(value))) throw badRequest(`Parameter "${name}" is not a datetime`)
  return new Date(value).toISOString()
}

function limitParameter(c: LakeContext, fallback: number): number {
  const limit = Number(c.req.query('limit') ?? fallback)
  if (!Number.isInteger(limit) || limit < 1) throw badRequest('Parameter "limit" must be a positive integer')
  return Math.min(limit, MAX_LIMIT)
}
