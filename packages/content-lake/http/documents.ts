import { Hono } from 'hono'
import type { LakeUser } from '../access/users.ts'
import type { Dataset } from '../store/dataset.ts'
import type { LakeDocument } from '../store/document.ts'
import { isPublicId, publishedId } from '../store/ids.ts'
import { isDocumentId } from '../store/validate.ts'
import { badRequest, idList, isTrue, readableDataset, type Env, type Services } from './services.ts'

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
