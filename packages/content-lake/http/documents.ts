import { Hono } from 'hono'
import { requireUser } from '../access/permissions.ts'
import type { LakeUser } from '../access/users.ts'
import { type Env, type Services, badRequest, idList, isTrue, readableDataset } from './services.ts'
import type { Dataset } from '../store/dataset.ts'
import type { LakeDocument } from '../store/document.ts'
import { isPublicId, publishedId } from '../store/ids.ts'
import { isDocumentId } from '../store/validate.ts'

type Omitted = { id: string; reason: 'existence' | 'permission' }

const SYSTEM_FIELDS = ['_id', '_type', '_rev', '_createdAt', '_updatedAt'] as const

/** GET /data/doc/:dataset/:ids, documents by id (comma-separated), past the query engine and its perspectives. */
export function documentRoutes(services: Services): Hono<Env> {
  return new Hono<Env>().get('/data/doc/:dataset/:ids', (c) => {
    const dataset = readableDataset(services, c, c.req.param('dataset'))
    const given = idList(c.req.param('ids'))
    assertReadableIds(given)
    const ids = isTrue(c.req.query('includeAllVersions')) ? given.flatMap((id) => versionsOf(dataset, id)) : given
    const omitted: Omitted[] = ids.flatMap((id) => omission(dataset, id, c.get('user')))
    const left = new Set(omitted.map(({ id }) => id))
    const documents = ids.filter((id) => !left.has(id)).map((id) => dataset.get(id) as LakeDocument)
    const excludeContent = isTrue(c.req.query('excludeContent'))
    return c.json({ documents: excludeContent ? documents.map(systemFieldsOf) : documents, omitted })
  })
}

function omission(dataset: Dataset, id: string, user: LakeUser | undefined): Omitted[] {
  if (!user && !isPublicId(id)) return [{ id, reason: 'permission' }]
  return dataset.get(id) ? [] : [{ id, reason: 'existence' }]
}

const systemFieldsOf = (document: LakeDocument) =>
  Object.fromEntries(SYSTEM_FIELDS.map((field) => [field, document[field]]))

/** The ids of a document's published, draft and version documents that exist. */
function versionsOf(dataset: Dataset, id: string): string[] {
  const wanted = publishedId(id)
  const type = (dataset.get(id) ?? dataset.get(wanted) ?? dataset.get(`drafts.${wanted}`))?._type
  const { all, ofType } = dataset.snapshot()
  return [...(type === undefined ? all() : ofType(type))]
    .map(({ _id }) => _id)
    .filter((_id) => publishedId(_id) === wanted)
}

/** Throws a 400 LakeError when one of the ids could never be a document's. */
export function assertReadableIds(ids: string[]): void {
  const malformed = ids.find((id) => !isDocumentId(id))
  if (malformed !== undefined) throw badRequest(`Malformed document ID: "${malformed}"`)
}

/**
 * GET /data/export/:dataset: every document, drafts included, one JSON object a line. All of it comes in one stream, so a client
 * that asks by cursor (`nextCursor`) gets no further cursor.
 */
export function exportRoutes({ store }: Services): Hono<Env> {
  return new Hono<Env>().get('/data/export/:dataset', (c) => {
    requireUser(c.get('user'))
    const types = c.req.query('types')?.split(',')
    const { all } = store.dataset(c.req.param('dataset')).snapshot()
    // The documents of this moment: stored ones are never changed in place, so later commits do not show.
    const documents = [...all()].filter(({ _type }) => !types || types.includes(_type))
    return c.body(lines(documents), 200, { 'Content-Type': 'application/x-ndjson' })
  })
}

const CHUNK = 200

function lines(documents: LakeDocument[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let at = 0
  return new ReadableStream({
    pull(controller) {
      const chunk = documents.slice(at, (at += CHUNK))
      if (chunk.length === 0) controller.close()
      else controller.enqueue(encoder.encode(chunk.map((document) => `${JSON.stringify(document)}\n`).join('')))
    },
  })
}

type Referrer = { projectId: string; datasetName: string; documentId: string }

/** GET /data/references/:dataset/documents/:id/to: what refers to a document, in its own dataset and from the others. */
export function referenceRoutes({ projectId, store }: Services): Hono<Env> {
  return new Hono<Env>().get('/data/references/:dataset/documents/:id/to', (c) => {
    requireUser(c.get('user'))
    const dataset = store.dataset(c.req.param('dataset'))
    const id = c.req.param('id')
    const internal = isTrue(c.req.query('excludeInternalReferences')) ? [] : [...dataset.snapshot().referencing(id)]
    const others = store.datasets().filter(({ name }) => name !== dataset.name)
    const references: Referrer[] = [
      ...internal.map(({ _id }) => ({ projectId, datasetName: dataset.name, documentId: _id })),
      ...others.flatMap(({ name }) =>
        crossReferrers(store.dataset(name), dataset.name, id).map((documentId) => ({
          projectId,
          datasetName: name,
          documentId,
        })),
      ),
    ]
    return c.json({ totalCount: references.length, references })
  })
}

function crossReferrers(from: Dataset, to: string, id: string): string[] {
  return [...from.snapshot().all()].filter((document) => refersAcross(document, to, id)).map(({ _id }) => _id)
}

function refersAcross(value: unknown, dataset: string, id: string): boolean {
  if (value === null || typeof value !== 'object') return false
  const { _dataset, _ref } = value as Record<string, unknown>
  if (_dataset === dataset && _ref === id) return true
  return Object.values(value).some((child) => refersAcross(child, dataset, id))
}
