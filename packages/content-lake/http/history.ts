import { Hono } from 'hono'
import { requirePermission } from '../access/users.ts'
import { listDocumentEvents, readDocumentsAt, listReleaseEvents, listTransactions } from '../history/history.ts'
import { createBadRequestError } from '../store/errors.ts'
import { assertReadableIds } from './documents.ts'
import { type Env, parseIdList, isTrue, type LakeContext, type Services } from './services.ts'

const MAX_LIMIT = 1000

export function createHistoryRoutes({ store }: Services): Hono<Env> {
  const getDataset = (c: LakeContext) => {
    requirePermission(c.get('user'), 'history')
    return store.dataset(c.req.param('dataset') ?? '')
  }
  return new Hono<Env>()
    .get('/data/history/:dataset/transactions/:ids', (c) => {
      const ids = readDocumentIds(c)
      const transactions = listTransactions(getDataset(c).log, {
        ids,
        from: c.req.query('fromTransaction') || undefined,
        to: c.req.query('toTransaction') || undefined,
        fromTime: readTimeParameter(c, 'fromTime'),
        toTime: readTimeParameter(c, 'toTime'),
        authors: c.req.query('authors')?.split(','),
        newestFirst: isTrue(c.req.query('reverse')),
        limit: readLimitParameter(c, 100),
        includeMutations: !isTrue(c.req.query('excludeMutations')),
        excludeContent: isTrue(c.req.query('excludeContent')),
        includeEffects: c.req.query('effectFormat') === 'mendoza',
        onlyTheseDocuments: isTrue(c.req.query('includeIdentifiedDocumentsOnly')),
      })
      const body = transactions.map((transaction) => `${JSON.stringify(transaction)}\n`).join('')
      return c.body(body, 200, { 'Content-Type': 'application/x-ndjson' })
    })
    .get('/data/history/:dataset/documents/:ids', (c) => {
      const { log } = getDataset(c)
      const request = {
        revision: c.req.query('revision'),
        time: readTimeParameter(c, 'time'),
        lastRevision: isTrue(c.req.query('lastRevision')),
      }
      return c.json({ documents: readDocumentsAt(log, readDocumentIds(c), request) })
    })
    .get('/data/history/:dataset/events/documents/:ids', (c) => {
      const { log } = getDataset(c)
      const [id = ''] = readDocumentIds(c)
      const { events, nextCursor } = listDocumentEvents(log, id, {
        limit: readLimitParameter(c, 100),
        cursor: c.req.query('nextCursor'),
      })
      return c.json({ events: { [id]: events }, nextCursor })
    })
    .get('/data/history/:dataset/events/releases/:release', (c) => {
      const { log } = getDataset(c)
      const page = { limit: readLimitParameter(c, 100), cursor: c.req.query('nextCursor') }
      return c.json(listReleaseEvents(log, c.req.param('release'), page))
    })
}

function readDocumentIds(c: LakeContext): string[] {
  const ids = parseIdList(c.req.param('ids'))
  assertReadableIds(ids)
  if (ids.length === 0 || ids.length > 500) throw createBadRequestError('Expected 1 to 500 document IDs')
  return ids
}

function readTimeParameter(c: LakeContext, name: string): string | undefined {
  const value = c.req.query(name)
  if (!value) return undefined
  if (Number.isNaN(Date.parse(value))) throw createBadRequestError(`Parameter "${name}" is not a datetime`)
  return new Date(value).toISOString()
}

function readLimitParameter(c: LakeContext, fallback: number): number {
  const limit = Number(c.req.query('limit') ?? fallback)
  if (!Number.isInteger(limit) || limit < 1) throw createBadRequestError('Parameter "limit" must be a positive integer')
  return Math.min(limit, MAX_LIMIT)
}
