import { Hono } from 'hono'
import { type LakeUser, canComment, requireUser, requireWriteAccess } from '../access/users.ts'
import { performActions } from '../actions/perform.ts'
import type { UploadMeta } from '../assets/asset.ts'
import { parsePerspective, type QueryRequest } from '../query/run.ts'
import type { Dataset } from '../store/dataset.ts'
import { isPublicId, type LakeDocument, toPublishedId } from '../store/document.ts'
import { createBadRequestError } from '../store/errors.ts'
import { isDocumentId } from '../store/validate.ts'
import {
  assetLimit,
  type Env,
  parseIdList,
  isTrue,
  readJsonBody,
  jsonLimit,
  type LakeContext,
  readQueryParams,
  getReadableDataset,
  type Services,
} from './services.ts'

type OmittedDocument = { id: string; reason: 'existence' | 'permission' }

const SYSTEM_FIELDS = ['_id', '_type', '_rev', '_createdAt', '_updatedAt'] as const

export function createDocumentRoutes(services: Services): Hono<Env> {
  const { projectId, store, assets } = services
  return (
    new Hono<Env>()
      /** This endpoint bypasses the query engine and perspectives. */
      .get('/data/doc/:dataset/:ids', (c) => {
        const dataset = getReadableDataset(services, c, c.req.param('dataset'))
        const requestedIds = parseIdList(c.req.param('ids'))
        assertReadableIds(requestedIds)
        const ids = isTrue(c.req.query('includeAllVersions'))
          ? requestedIds.flatMap((id) => listVersionIds(dataset, id))
          : requestedIds
        const omitted: OmittedDocument[] = ids.flatMap((id) => findOmission(dataset, id, c.get('user')))
        const omittedIds = new Set(omitted.map(({ id }) => id))
        const documents = ids.filter((id) => !omittedIds.has(id)).map((id) => dataset.get(id) as LakeDocument)
        const excludeContent = isTrue(c.req.query('excludeContent'))
        return c.json({ documents: excludeContent ? documents.map(pickSystemFields) : documents, omitted })
      })
      /** Streams all documents, including drafts, as NDJSON without `nextCursor`. */
      .get('/data/export/:dataset', (c) => {
        requireUser(c.get('user'))
        const types = c.req.query('types')?.split(',')
        const { all } = store.dataset(c.req.param('dataset')).snapshot()
        // The array is a snapshot. Stored documents are immutable, so later commits do not appear in the export.
        const documents = [...all()].filter(({ _type }) => !types || types.includes(_type))
        return c.body(streamLines(documents), 200, { 'Content-Type': 'application/x-ndjson' })
      })
      .get('/data/references/:dataset/documents/:id/to', (c) => {
        requireUser(c.get('user'))
        const dataset = store.dataset(c.req.param('dataset'))
        const id = c.req.param('id')
        const internal = isTrue(c.req.query('excludeInternalReferences')) ? [] : [...dataset.snapshot().referencing(id)]
        const otherDatasets = store.datasets().filter(({ name }) => name !== dataset.name)
        const references: Referrer[] = [
          ...internal.map(({ _id }) => ({ projectId, datasetName: dataset.name, documentId: _id })),
          ...otherDatasets.flatMap(({ name }) =>
            findCrossReferrers(store.dataset(name), dataset.name, id).map((documentId) => ({
              projectId,
              datasetName: name,
              documentId,
            })),
          ),
        ]
        return c.json({ totalCount: references.length, references })
      })
      /** The parameter `visibility` has no effect, because every commit is visible immediately (`sync`). */
      .post('/data/mutate/:dataset', jsonLimit, async (c) => {
        const user = requireUser(c.get('user'))
        const dataset = store.dataset(c.req.param('dataset'))
        if (!store.keepsComments(dataset.name) || !canComment(user)) requireWriteAccess(user, 'mutationError')
        const { mutations, transactionId } = await readJsonBody(c)
        if (!Array.isArray(mutations)) throw createBadRequestError('Request body must have an array of mutations')
        const returnDocuments = isTrue(c.req.query('returnDocuments'))
        const commitResult = dataset.mutate(mutations, {
          author: user.id,
          transactionId: (transactionId as string | undefined) ?? c.req.query('transactionId'),
          dryRun: isTrue(c.req.query('dryRun')),
          generateArrayKeys: isTrue(c.req.query('autoGenerateArrayKeys')),
        })
        const results = commitResult.results.map(({ document, ...result }) =>
          returnDocuments ? { ...result, ...(document && { document }) } : result,
        )
        const withResults = returnDocuments || isTrue(c.req.query('returnIds'))
        return c.json({ transactionId: commitResult.transactionId, ...(withResults && { results }) })
      })
      .post('/data/actions/:dataset', jsonLimit, async (c) => {
        const user = requireWriteAccess(c.get('user'), 'actionError')
        const dataset = store.dataset(c.req.param('dataset'))
        const { actions, transactionId, dryRun } = await readJsonBody(c)
        if (!Array.isArray(actions) || actions.length === 0)
          throw createBadRequestError('Request body must have an array of actions')
        const commitResult = performActions(dataset, actions, {
          author: user.id,
          transactionId: (transactionId as string | undefined) ?? undefined,
          dryRun: dryRun === true,
        })
        return c.json({ transactionId: commitResult.transactionId })
      })
      .post('/assets/:kind/:dataset', assetLimit, async (c) => {
        const user = requireWriteAccess(c.get('user'), 'mutationError')
        const dataset = store.dataset(c.req.param('dataset'))
        const kind = c.req.param('kind')
        if (kind !== 'images' && kind !== 'files') throw createBadRequestError('Asset type must be "images" or "files"')
        const bytes = Buffer.from(await c.req.arrayBuffer())
        if (bytes.length === 0) throw createBadRequestError('Asset is empty')
        const description = await assets.describeUpload(kind, bytes, readUploadMeta(c), dataset.name)
        dataset.mutate([{ createIfNotExists: description }], { author: user.id })
        return c.json({ document: dataset.get(description._id) })
      })
  )
}

function findOmission(dataset: Dataset, id: string, user: LakeUser | undefined): OmittedDocument[] {
  if (!user && !isPublicId(id)) return [{ id, reason: 'permission' }]
  return dataset.get(id) ? [] : [{ id, reason: 'existence' }]
}

const pickSystemFields = (document: LakeDocument) =>
  Object.fromEntries(SYSTEM_FIELDS.map((field) => [field, document[field]]))

function listVersionIds(dataset: Dataset, id: string): string[] {
  const publishedId = toPublishedId(id)
  const type = (dataset.get(id) ?? dataset.get(publishedId) ?? dataset.get(`drafts.${publishedId}`))?._type
  const { all, ofType } = dataset.snapshot()
  return [...(type === undefined ? all() : ofType(type))]
    .map(({ _id }) => _id)
    .filter((_id) => toPublishedId(_id) === publishedId)
}

export function assertReadableIds(ids: string[]): void {
  const invalidId = ids.find((id) => !isDocumentId(id))
  if (invalidId !== undefined) throw createBadRequestError(`Malformed document ID: "${invalidId}"`)
}

const CHUNK_DOCUMENTS = 200

function streamLines(documents: LakeDocument[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let offset = 0
  return new ReadableStream({
    pull(controller) {
      const chunk = documents.slice(offset, (offset += CHUNK_DOCUMENTS))
      if (chunk.length === 0) controller.close()
      else controller.enqueue(encoder.encode(chunk.map((document) => `${JSON.stringify(document)}\n`).join('')))
    },
  })
}

type Referrer = { projectId: string; datasetName: string; documentId: string }

function findCrossReferrers(from: Dataset, to: string, id: string): string[] {
  return [...from.snapshot().all()].filter((document) => hasCrossReference(document, to, id)).map(({ _id }) => _id)
}

function hasCrossReference(value: unknown, dataset: string, id: string): boolean {
  if (value === null || typeof value !== 'object') return false
  const { _dataset, _ref } = value as Record<string, unknown>
  if (_dataset === dataset && _ref === id) return true
  return Object.values(value).some((child) => hasCrossReference(child, dataset, id))
}

type QueryInput = { query: unknown; params: Record<string, unknown> }

export function createQueryRoutes(services: Services): Hono<Env> {
  const { slowQueries } = services
  const respond = async (c: LakeContext, { query, params }: QueryInput): Promise<Response> => {
    if (typeof query !== 'string' || query.trim() === '') throw createBadRequestError('Query is missing')
    const dataset = getReadableDataset(services, c, c.req.param('dataset') ?? '')
    const startedAt = performance.now()
    const request: QueryRequest = {
      query,
      params,
      perspective: parsePerspective(c.req.queries('perspective'), c.req.param('version') ?? 'v1'),
      anonymous: !c.get('user'),
      identity: c.get('user')?.id,
      resultSourceMap: parseSourceMapMode(c.req.query('resultSourceMap')),
      now: services.now(),
      project: { projectId: services.projectId, dataset: dataset.name },
    }
    const json =
      slowQueries.tryQuickly(dataset.snapshot(), request) ??
      (await slowQueries.answer(dataset, request, c.req.raw.signal))
    const responseMeta = {
      ...(c.req.query('returnQuery') !== 'false' && { query }),
      ms: Math.round(performance.now() - startedAt),
    }
    const head = `${JSON.stringify(responseMeta).slice(0, -1)},`
    // The response of a worker is already serialized. Parsing it again would block other requests.
    const body = typeof json === 'string' ? head + json.slice(1) : Buffer.concat([Buffer.from(head), json.subarray(1)])
    return c.body(body, 200, { 'Content-Type': 'application/json' })
  }

  return new Hono<Env>()
    .get('/data/query/:dataset', (c) => respond(c, { query: c.req.query('query'), params: readQueryParams(c) }))
    .post('/data/query/:dataset', jsonLimit, async (c) => {
      const { query, params } = await readJsonBody(c)
      return respond(c, {
        query,
        params: { ...readQueryParams(c), ...(params as Record<string, unknown> | undefined) },
      })
    })
}

function parseSourceMapMode(value: string | undefined): QueryRequest['resultSourceMap'] {
  return value === 'withKeyArraySelector' ? value : value === 'true'
}

/** Creates the asset routes outside the versioned API, as on cdn.sanity.io. */
export function createAssetRoutes({ assets }: Services): Hono<Env> {
  const serveAsset = (c: LakeContext): Promise<Response> => assets.serve(c.req.raw)
  return new Hono<Env>().get('/images/*', serveAsset).get('/files/*', serveAsset)
}

function readUploadMeta(c: LakeContext): UploadMeta {
  const { filename, label, title, description, creditLine, sourceId, sourceName, sourceUrl } = c.req.query()
  const meta = c.req.queries('meta')?.flatMap((names) => names.split(','))
  const source = { id: sourceId, name: sourceName, url: sourceUrl }
  return {
    filename,
    label,
    title,
    description,
    creditLine,
    contentType: c.req.header('content-type'),
    ...(sourceId && { source }),
    ...(meta && { meta }),
  }
}
