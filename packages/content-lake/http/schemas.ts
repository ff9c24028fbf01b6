import { Hono } from 'hono'
import { requirePermission, requireUser } from '../access/permissions.ts'
import type { LakeDocument } from '../store/document.ts'
import { jsonLimit } from './middleware.ts'
import { badRequest, type Env, jsonBody, type Services } from './services.ts'

const TYPE = 'system.schema'
const NOT_IN_NAMES = /[^a-zA-Z0-9_-]/g
const TAG = /^[a-zA-Z0-9_-]{1,100}$/

type DeployedSchema = { _id: string; _type: string; workspace: unknown; version: unknown; tag?: string; schema: string }

/** /projects/:project/datasets/:name/schemas: the schemas that `sanity schemas deploy` stores, as system documents. */
export function schemaRoutes({ store }: Services): Hono<Env> {
  const base = '/projects/:project/datasets/:name/schemas'
  const stored = (name: string): LakeDocument[] =>
    [...store.dataset(name).snapshot().ofType(TYPE)].toSorted((a, b) => (a._id < b._id ? -1 : 1))
  return new Hono<Env>()
    .get(base, (c) => {
      requireUser(c.get('user'))
      return c.json(stored(c.req.param('name')))
    })
    .get(`${base}/:id`, (c) => {
      requireUser(c.get('user'))
      return c.json(stored(c.req.param('name')).filter(({ _id }) => _id === c.req.param('id')))
    })
    .put(base, jsonLimit, async (c) => {
      const user = requirePermission(c.get('user'), 'update')
      const dataset = store.dataset(c.req.param('name'))
      const { schemas } = await jsonBody(c)
      if (!Array.isArray(schemas) || schemas.length === 0) throw badRequest('"schemas" must be a list of schemas')
      const documents = schemas.map(toDocument)
      dataset.mutate(
        documents.map((document) => ({ createOrReplace: document })),
        { author: user.id },
      )
      return c.json(documents.map(({ _id }) => dataset.get(_id)))
    })
    .delete(`${base}/:id`, (c) => {
      const user = requirePermission(c.get('user'), 'update')
      const dataset = store.dataset(c.req.param('name'))
      const id = c.req.param('id')
      const isStored = dataset.get(id)?._type === TYPE
      if (isStored) dataset.mutate([{ delete: { id } }], { author: user.id })
      return c.json({ deleted: isStored })
    })
}

/** One schema of a workspace and tag: a later one takes its place. */
function toDocument(given: unknown): DeployedSchema {
  const { schema, tag, version, workspace } = (given ?? {}) as Record<string, unknown>
  const name = (workspace as { name?: unknown } | undefined)?.name
  if (typeof name !== 'string' || name === '') throw badRequest('A schema must have a workspace with a name')
  if (schema === null || typeof schema !== 'object') throw badRequest('"schema" must be the types of a manifest')
  if (tag !== undefined && (typeof tag !== 'string' || !TAG.test(tag))) throw badRequest('"tag" is invalid')
  const id = ['_.schemas', name.replace(NOT_IN_NAMES, '_'), ...(tag === undefined ? [] : [tag])].join('.')
  return { _id: id, _type: TYPE, workspace, version, ...(tag !== undefined && { tag }), schema: JSON.stringify(schema) }
}
