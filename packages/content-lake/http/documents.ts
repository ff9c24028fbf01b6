import { Hono } from 'hono'
import { type LakeUser, mayComment, requireUser, requireWrite } from '../access/users.ts'
import { performActions } from '../actions/perform.ts'
import type { UploadMeta } from '../assets/asset.ts'
import { parsePerspective, type QueryRequest } from '../query/run.ts'
import type { Dataset } from '../store/dataset.ts'
import { isPublicId, type LakeDocument, publishedId } from '../store/document.ts'
import { badRequest } from '../store/errors.ts'
import { isDocumentId } from '../store/validate.ts'
import {
  assetLimit,
  type Env,
  idList,
  isTrue,
  jsonBody,
  jsonLimit,
  type LakeContext,
  queryParams,
  readableDataset,
  type Services,
} from './services.ts'

type Omitted = { id: string; reason: 'existence' | 'permission' }

const SYSTEM_FIELDS = ['_id', '_type', '_rev', '_createdAt', '_updatedAt'] as const

export function documentRoutes(services: Services): Hono<Env> {
  const { projectId, store, assets } = services
  return (
    new Hono<Env>()
      /** This endpoint bypasses the query engine and perspectives. */
      .get('/data/doc/:dataset/:ids', (c) => {
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
      /** Streams all documents, including drafts, as NDJSON without `nextCursor`. */
      .get('/data/export/:dataset', (c) => {
        requireUser(c.get('user'))
        const types = c.req.query('types')?.split(',')
        const { all } = store.dataset(c.req.param('dataset')).snapshot()
        // The array is a snapshot. Stored documents are immutable, so later commits do not appear in the export.
        const documents = [...all()].filter(({ _type }) => !types || types.includes(_type))
        return c.body(lines(documents), 200, { 'Content-Type': 'application/x-ndjson' })
      })
      .get('/data/references/:dataset/documents/:id/to', (c) => {
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
      /** The parameter `visibility` has no effect, because every commit is visible immediately (`sync`). */
      .post('/data/mutate/:dataset', jsonLimit, async (c) => {
        const user = requireUser(c.get('user'))
        const dataset = store.dataset(c.req.param('dataset'))
        if (!store.keepsComments(dataset.name) || !mayComment(user)) requireWrite(user, 'mutationError')
        const { mutations, transactionId } = await jsonBody(c)
        if (!Array.isArray(mutations)) throw badRequest('Request body must have an array of mutations')
        const returnDocuments = isTrue(c.req.query('returnDocuments'))
        const committed = dataset.mutate(mutations, {
          author: user.id,
          transactionId: (transactionId as string | undefined) ?? c.req.query('transactionId'),
          dryRun: isTrue(c.req.query('dryRun')),
          generateArrayKeys: isTrue(c.req.query('autoGenerateArrayKeys')),
        })
        const results = committed.results.map(({ document, ...result }) =>
          returnDocuments ? { ...result, ...(document && { document }) } : result,
        )
        const withResults = returnDocuments || isTrue(c.req.query('returnIds'))
        return c.json({ transactionId: committed.transactionId, ...(withResults && { results }) })
      })
      .post('/data/actions/:dataset', jsonLimit, async (c) => {
        const user = requireWrite(c.get('user'), 'actionError')
        const dataset = store.dataset(c.req.param('dataset'))
        const { actions, transactionId, dryRun } = await jsonBody(c)
        if (!Array.isArray(actions) || actions.length === 0)
          throw badRequest('Request body must have an array of actions')
        const committed = performActions(dataset, actions, {
          author: user.id,
          transactionId: (transactionId as string | undefined) ?? undefined,
          dryRun: dryRun === true,
        })
        return c.json({ transactionId: committed.transactionId })
      })
      .post('/assets/:kind/:dataset', assetLimit, async (c) => {
        const user = requireWrite(c.get('user'), 'mutationError')
        const dataset = store.dataset(c.req.param('dataset'))
        const kind = c.req.param('kind')
        if (kind !== 'images' && kind !== 'files') throw badRequest('Asset type must be "images" or "files"')
        const bytes = Buffer.from(await c.req.arrayBuffer())
        if (bytes.length === 0) throw badRequest('Asset is empty')
        const described = await assets.describeUpload(kind, bytes, uploadMeta(c), dataset.name)
        dataset.mutate([{ createIfNotExists: described }], { author: user.id })
        return c.json({ document: dataset.get(described._id) })
      })
  )
}

function omission(dataset: Dataset, id: string, user: LakeUser | undefined): Omitted[] {
  if (!user && !isPublicId(id)) return [{ id, reason: 'permission' }]
  return dataset.get(id) ? [] : [{ id, reason: 'existence' }]
}

const systemFieldsOf = (document: LakeDocument) =>
  Object.fromEntries(SYSTEM_FIELDS.map((field) => [field, document[field]]))

function versionsOf(dataset: Dataset, id: string): string[] {
  const wanted = publishedId(id)
  const type = (dataset.get(id) ?? dataset.get(wanted) ?? dataset.get(`drafts.${wanted}`))?._type
  const { all, ofType } = dataset.snapshot()
  return [...(type === undefined ? all() : ofType(type))]
    .map(({ _id }) => _id)
    .filter((_id) => publishedId(_id) === wanted)
}

export function assertReadableIds(ids: string[]): void {
  const malformed = ids.find((id) => !isDocumentId(id))
  if (malformed !== undefined) throw badRequest(`Malformed document ID: "${malformed}"`)
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

function crossReferrers(from: Dataset, to: string, id: string): string[] {
  return [...from.snapshot().all()].filter((document) => refersAcross(document, to, id)).map(({ _id }) => _id)
}

function refersAcross(value: unknown, dataset: string, id: string): boolean {
  if (value === null || typeof value !== 'object') return false
  const { _dataset, _ref } = value as Record<string, unknown>
  if (_dataset === dataset && _ref === id) return true
  return Object.values(value).some((child) => refersAcross(child, dataset, id))
}

type QueryInput = { query: unknown; params: Record<string, unknown> }

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
    // The response of a worker is already serialized. Parsing it again would block other requests.
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

/** Creates the asset routes outside the versioned API, as on cdn.sanity.io. */
export function assetRoutes({ assets }: Services): Hono<Env> {
  const serve = (c: LakeContext): Promise<Response> => assets.serve(c.req.raw)
  return new Hono<Env>().get('/images/*', serve).get('/files/*', serve)
}

function uploadMeta(c: LakeContext): UploadMeta {
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
