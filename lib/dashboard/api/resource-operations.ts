import { z } from 'zod'
import { recordEvent } from '../events/record.ts'
import { API_ROOT } from '../../routes.ts'
import { idempotencyKeyOf, once } from './idempotency.ts'
import type { ApiAnswer, ApiOperation, ApiOperations } from './operation.ts'
import { ProblemError } from './problem.ts'
import { checked, invalidField, readJson, readQuery } from './read-request.ts'
import type { Resource } from './resource.ts'
import { appointmentResource } from './appointments.ts'
import { callResource } from './calls.ts'
import { leadResource } from './leads.ts'
import { preconditionOf, tagOf } from './version.ts'

type Row = { id: string; version: number }

const OK = 200
const CREATED = 201

export const API_V1 = `${API_ROOT}/v1`

const tagged = ({ version }: Row) => ({ ETag: tagOf(version) })

const missing = (resource: Resource): ProblemError => new ProblemError('not-found', `No ${resource.one} has this ID.`)

function parameterTypes({ query }: Resource): Record<string, unknown> {
  const { properties = {} } = z.toJSONSchema(query, { io: 'input' })
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, typeof schema === 'object' ? schema.type : undefined]),
  )
}

function listing(resource: Resource): ApiOperation {
  const types = parameterTypes(resource)
  return {
    scope: `${resource.name}:read`,
    read: async (request) => {
      const query = readQuery(resource.query, types, new URL(request.url).searchParams)
      return async (tx, actor) => {
        const { rows: data, next } = await resource.list(tx, query)
        const details = { count: data.length }
        if (data.length > 0) await recordEvent(tx, actor, { action: resource.reads.list, details })
        return { status: OK, body: { data, next } }
      }
    },
  }
}

const reading = (resource: Resource, id: string): ApiOperation => ({
  scope: `${resource.name}:read`,
  read: async () => async (tx, actor) => {
    const row = await resource.find(tx, id)
    if (!row) throw missing(resource)
    for (const action of resource.reads.one(row)) await recordEvent(tx, actor, { action, subjectId: row.id })
    return { status: OK, body: row, headers: tagged(row) }
  },
})

/** Builds the response of a creation. All headers derive from the row, so a replayed response has the same headers. */
const created = (resource: Resource, { status, body }: { status: number; body: unknown }): ApiAnswer => {
  const row = body as Row
  return { status, body, headers: { ...tagged(row), Location: `${API_V1}/${resource.name}/${row.id}` } }
}

const creating = (resource: Resource): ApiOperation => ({
  scope: `${resource.name}:write`,
  read: async (request) => {
    const idempotencyKey = idempotencyKeyOf(request.headers)
    const { text, value } = await readJson(request)
    checked(resource.input, value)
    return async (tx, actor, now) => {
      const store = async () => {
        const { row, isNew } = await resource.store(tx, actor, value as never)
        return { status: isNew ? CREATED : OK, body: resource.toListed(row) }
      }
      if (!idempotencyKey) return created(resource, await store())
      const path = new URL(request.url).pathname
      const sent = { keyId: actor.id, idempotencyKey, method: request.method, path, body: text }
      const { isReplayed, ...answer } = await once(tx, sent, now, store)
      const { headers, ...rest } = created(resource, answer)
      return { ...rest, headers: { ...headers, ...(isReplayed && { 'Idempotent-Replayed': 'true' }) } }
    }
  },
})

/** Returns the expected version. If both If-Match and the body have one, they must match. */
function versionOf(precondition: number | undefined, version: number | undefined): number | undefined {
  if (precondition === undefined || version === undefined) return precondition ?? version
  if (version !== precondition) throw invalidField('version', 'The version differs from If-Match')
  return version
}

const changing = (resource: Resource, id: string): ApiOperation => ({
  scope: `${resource.name}:write`,
  read: async (request) => {
    const precondition = preconditionOf(request.headers)
    const { value } = await readJson(request)
    checked(resource.change, value)
    const { version, ...change } = value as { version?: number }
    const expected = versionOf(precondition, version)
    return async (tx, actor) => {
      const result = await resource.alter(tx, actor, id, change, expected)
      if (!result) throw missing(resource)
      if ('changed' in result) {
        return { status: OK, body: resource.toListed(result.changed), headers: tagged(result.changed) }
      }
      const detail = `The ${resource.one} was edited since that version. Check the current record, then send your change again.`
      throw new ProblemError(precondition === undefined ? 'conflict' : 'outdated-version', detail, {
        current: resource.toListed(result.conflict),
        headers: tagged(result.conflict),
      })
    }
  },
})

const RESOURCES = new Map([callResource, leadResource, appointmentResource].map((each) => [each.name as string, each]))

const COLLECTIONS = new Map(
  [...RESOURCES].map(([name, each]) => [name, { GET: listing(each), POST: creating(each) }] as const),
)

/**
 * Returns the operations of a path, or undefined for an unknown path.
 * @param path segments below `API_V1`
 */
export function operationsAt([name = '', id, ...rest]: string[]): ApiOperations | undefined {
  const resource = RESOURCES.get(name)
  if (!resource || rest.length > 0) return undefined
  return id === undefined ? COLLECTIONS.get(name) : { GET: reading(resource, id), PATCH: changing(resource, id) }
}
