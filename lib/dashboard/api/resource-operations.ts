import { z } from 'zod'
import { recordEvent } from '../events/record.ts'
import { API_ROOT } from '../../routes.ts'
import { findHookOperations } from './hooks.ts'
import { parseIdempotencyKey, runIdempotent } from './idempotency.ts'
import type { ApiResponse, ApiOperation, ApiOperations } from './operation.ts'
import { ProblemError } from './problem.ts'
import { parseWithSchema, buildFieldError, readJson, readQuery } from './read-request.ts'
import type { Resource } from './resource.ts'
import { appointmentResource } from './appointments.ts'
import { callResource } from './calls.ts'
import { leadResource } from './leads.ts'
import { parsePrecondition, formatEtag } from './version.ts'

type Row = { id: string; version: number }

const OK_STATUS = 200
const CREATED_STATUS = 201

export const API_V1_PATH = `${API_ROOT}/v1`

const buildEtagHeaders = ({ version }: Row) => ({ ETag: formatEtag(version) })

const buildNotFoundError = (resource: Resource): ProblemError =>
  new ProblemError('not-found', `No ${resource.singularName} has this ID.`)

function readParameterTypes({ query }: Resource): Record<string, unknown> {
  const { properties = {} } = z.toJSONSchema(query, { io: 'input' })
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, typeof schema === 'object' ? schema.type : undefined]),
  )
}

function buildListOperation(resource: Resource): ApiOperation {
  const types = readParameterTypes(resource)
  return {
    scope: `${resource.name}:read`,
    prepare: async (request) => {
      const query = readQuery(resource.query, types, new URL(request.url).searchParams)
      return async (tx, actor) => {
        const { rows: data, next } = await resource.list(tx, query)
        const details = { count: data.length }
        if (data.length > 0) await recordEvent(tx, actor, { action: resource.readEvents.list, details })
        return { status: OK_STATUS, body: { data, next } }
      }
    },
  }
}

const buildReadOperation = (resource: Resource, id: string): ApiOperation => ({
  scope: `${resource.name}:read`,
  prepare: async () => async (tx, actor) => {
    const row = await resource.find(tx, id)
    if (!row) throw buildNotFoundError(resource)
    for (const action of resource.readEvents.one(row)) await recordEvent(tx, actor, { action, subjectId: row.id })
    return { status: OK_STATUS, body: row, headers: buildEtagHeaders(row) }
  },
})

/** Builds the response of a creation. All headers derive from the row, so a replayed response has the same headers. */
const buildCreatedResponse = (resource: Resource, { status, body }: { status: number; body: unknown }): ApiResponse => {
  const row = body as Row
  return { status, body, headers: { ...buildEtagHeaders(row), Location: `${API_V1_PATH}/${resource.name}/${row.id}` } }
}

const buildCreateOperation = (resource: Resource): ApiOperation => ({
  scope: `${resource.name}:write`,
  prepare: async (request) => {
    const idempotencyKey = parseIdempotencyKey(request.headers)
    const { text, value } = await readJson(request)
    parseWithSchema(resource.input, value)
    return async (tx, actor, now) => {
      const store = async () => {
        const { row, isNew } = await resource.store(tx, actor, value as never)
        return { status: isNew ? CREATED_STATUS : OK_STATUS, body: resource.toListed(row) }
      }
      if (!idempotencyKey) return buildCreatedResponse(resource, await store())
      const path = new URL(request.url).pathname
      const idempotentRequest = { keyId: actor.id, idempotencyKey, method: request.method, path, body: text }
      const { isReplayed, ...response } = await runIdempotent(tx, idempotentRequest, now, store)
      const { headers, ...rest } = buildCreatedResponse(resource, response)
      return { ...rest, headers: { ...headers, ...(isReplayed && { 'Idempotent-Replayed': 'true' }) } }
    }
  },
})

/** Returns the expected version. If both If-Match and the body have one, they must match. */
function resolveVersion(precondition: number | undefined, version: number | undefined): number | undefined {
  if (precondition === undefined || version === undefined) return precondition ?? version
  if (version !== precondition) throw buildFieldError('version', 'The version in the body differs from If-Match')
  return version
}

const buildUpdateOperation = (resource: Resource, id: string): ApiOperation => ({
  scope: `${resource.name}:write`,
  prepare: async (request) => {
    const precondition = parsePrecondition(request.headers)
    const { value } = await readJson(request)
    parseWithSchema(resource.change, value)
    const { version, ...change } = value as { version?: number }
    const expected = resolveVersion(precondition, version)
    return async (tx, actor) => {
      const result = await resource.update(tx, actor, id, change, expected)
      if (!result) throw buildNotFoundError(resource)
      if ('changed' in result) {
        return { status: OK_STATUS, body: resource.toListed(result.changed), headers: buildEtagHeaders(result.changed) }
      }
      const detail = `The ${resource.singularName} was edited since that version. Check the current record, then send your change again.`
      throw new ProblemError(precondition === undefined ? 'conflict' : 'outdated-version', detail, {
        current: resource.toListed(result.conflict),
        headers: buildEtagHeaders(result.conflict),
      })
    }
  },
})

const RESOURCES_BY_NAME = new Map(
  [callResource, leadResource, appointmentResource].map((resource) => [resource.name as string, resource]),
)

const COLLECTION_OPERATIONS = new Map(
  [...RESOURCES_BY_NAME].map(
    ([name, resource]) => [name, { GET: buildListOperation(resource), POST: buildCreateOperation(resource) }] as const,
  ),
)

/**
 * Returns the operations of a path, or undefined for an unknown path. The parameter contains the path segments below
 * `API_V1_PATH`.
 */
export function findOperations([name = '', id, ...rest]: string[]): ApiOperations | undefined {
  if (name === 'hooks' && rest.length === 0) return findHookOperations(id)
  const resource = RESOURCES_BY_NAME.get(name)
  if (!resource || rest.length > 0) return undefined
  return id === undefined
    ? COLLECTION_OPERATIONS.get(name)
    : { GET: buildReadOperation(resource, id), PATCH: buildUpdateOperation(resource, id) }
}
