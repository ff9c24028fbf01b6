import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { isObject, generateRandomText, tryJson } from '../../local-server/index.ts'
import { readAddress } from '../model/emails.ts'
import {
  ClerkError,
  createFormError,
  createInvalidParamError,
  createMissingParamError,
  createNotSupportedError,
} from '../services/errors.ts'
import type { Body, ClerkContext, Env, Services } from '../services/services.ts'
import type { Metadata, Organization } from '../services/store.ts'

const MAX_BODY_BYTES = 64 * 1024

export const limitBody = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    throw new ClerkError(413, 'request_body_too_large', 'Request body is too large')
  },
})

export const readBody = createMiddleware<Env>(async (c, next) => {
  const isReadRequest = c.req.method === 'GET' || c.req.method === 'HEAD'
  const body = isReadRequest ? {} : parseBody(await readText(c.req.raw), c.req.header('content-type') ?? '')
  c.set('body', body)
  await next()
})

/** Reads the body. Returns 400 instead of 500 if the connection closes before the body is complete. */
const readText = async (request: Request): Promise<string> => {
  try {
    return await request.text()
  } catch (error) {
    if (error instanceof ClerkError) throw error
    throw createInvalidBodyError()
  }
}

function parseBody(text: string, type: string): Body {
  if (type.startsWith('multipart/')) throw createNotSupportedError('uploads')
  if (text === '') return {}
  if (!type.includes('json')) return parseForm(text)
  const value = tryJson(text)
  if (!isObject(value)) throw createInvalidBodyError()
  return value
}

function parseForm(text: string): Body {
  const values = Map.groupBy(new URLSearchParams(text), ([name]) => name.replace(/\[\]$/, ''))
  return Object.fromEntries(
    [...values].map(([name, pairs]) => [name, pairs.length > 1 ? pairs.map(([, value]) => value) : pairs[0]![1]]),
  )
}

const createInvalidBodyError = (): ClerkError =>
  new ClerkError(400, 'request_body_invalid', 'Request body invalid', {
    longMessage: 'The request body is invalid. Please consult the API documentation for more information.',
  })

export function readOptionalText(body: Body, name: string): string | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw createInvalidParamError(name, `${name} must be a string.`)
  return value
}

export function readRequiredText(body: Body, name: string): string {
  const value = readOptionalText(body, name)
  if (!value) throw createMissingParamError(name)
  return value
}

export const readFlag = (body: Body, name: string): boolean => body[name] === true || body[name] === 'true'

/** Returns all values of a field. Forms repeat a field or separate values with commas. */
export function readTextList(body: Body, name: string): string[] {
  const value = body[name]
  if (value === undefined || value === null || value === '') return []
  const list: unknown[] = Array.isArray(value) ? value : String(value).split(',')
  if (list.some((item) => typeof item !== 'string')) throw createInvalidParamError(name, `${name} must be strings.`)
  return list as string[]
}

export function readMetadataField(body: Body, name: string): Record<string, unknown> | undefined {
  const value = body[name]
  if (value === undefined || value === null || value === '') return undefined
  const object = typeof value === 'string' ? tryJson(value) : value
  if (!isObject(object)) throw createInvalidParamError(name, `${name} must be a valid JSON object.`)
  return object
}

/** Merges metadata like Clerk: objects merge deeply, null removes a key, and other values replace. */
export function mergeMetadata(current: Metadata, changes: Metadata | undefined): Metadata {
  const merged = new Map(Object.entries(current))
  for (const [key, value] of Object.entries(changes ?? {})) {
    const existing = merged.get(key)
    if (value === null) merged.delete(key)
    else merged.set(key, isObject(value) ? mergeMetadata(isObject(existing) ? existing : {}, value) : value)
  }
  return Object.fromEntries(merged)
}

export function paginate<T, Json>(c: ClerkContext, list: readonly T[], toJson: (item: T) => Json) {
  const { limit, offset } = readPagination(c)
  return { data: list.slice(offset, offset + limit).map((item) => toJson(item)), total_count: list.length }
}

export function readPagination(c: ClerkContext): { limit: number; offset: number } {
  const readNumber = (name: string, fallback: number): number => {
    const value = c.req.query(name)
    return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : fallback
  }
  return { limit: Math.min(readNumber('limit', 10), 500), offset: readNumber('offset', 0) }
}

/**
 * Returns all values of a query parameter. The backend client sends `status=a&status=b`, clerk-js sends `status=a,b`.
 */
export const getQueryValues = (c: ClerkContext, name: string): string[] =>
  (c.req.queries(name) ?? []).flatMap((value) => value.split(',')).filter((value) => value !== '')

const MAX_PERSON_NAME_LENGTH = 100

export function readName(body: Body, field: string): string | undefined {
  const name = readOptionalText(body, field)?.trim()
  if (name !== undefined && name.length > MAX_PERSON_NAME_LENGTH) {
    throw createInvalidParamError(field, `${field} should not exceed ${MAX_PERSON_NAME_LENGTH} characters.`)
  }
  return name
}

const MAX_ORGANIZATION_NAME_LENGTH = 256

function readOrganizationName(body: Body): string | undefined {
  const name = readOptionalText(body, 'name')?.trim()
  if (name === undefined) return undefined
  if (name === '') throw createMissingParamError('name')
  if (name.length > MAX_ORGANIZATION_NAME_LENGTH)
    throw createInvalidParamError('name', `name must be at most ${MAX_ORGANIZATION_NAME_LENGTH} characters long.`)
  return name
}

/** Reads name and slug of a new organization. @throws 422 for invalid fields */
export function readNewOrganization(services: Services, body: Body): { name: string; slug: string } {
  const name = readOrganizationName(body)
  if (name === undefined) throw createMissingParamError('name')
  return { name, slug: readSlug(services, body) ?? createUniqueSlug(services, name) }
}

/** Reads changes of name and slug. @throws 422 for invalid fields */
export function readProfile(services: Services, body: Body, id: string): { name?: string; slug?: string } {
  const name = readOrganizationName(body)
  const slug = readSlug(services, body, id)
  return { ...(name && { name }), ...(slug && { slug }) }
}

/** Reads the slug. @throws 422 if the slug is malformed or belongs to another organization than `ownerId` */
function readSlug({ store }: Services, body: Body, ownerId?: string): string | undefined {
  const slug = readOptionalText(body, 'slug')
  if (!slug) return undefined
  if (!/^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/.test(slug)) {
    throw createInvalidParamError('slug', 'slug can only contain lowercase letters, numbers, dashes and underscores.')
  }
  const owner = store.organizations.first('slug', slug)
  if (owner && owner.id !== ownerId) {
    throw createFormError('slug', 'form_identifier_exists', 'That slug is taken. Please try another.')
  }
  return slug
}

function createUniqueSlug({ store }: Services, name: string): string {
  const hyphenatedName = name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/g, '-')
  const slug = hyphenatedName.slice(0, 48).replaceAll(/^-|-$/g, '') || 'organization'
  return store.organizations.first('slug', slug) ? `${slug}-${generateRandomText(8).toLowerCase()}` : slug
}

export function readRole({ instance }: Services, body: Body): string {
  const role = readRequiredText(body, 'role')
  if (instance.roleOf(role)) return role
  const longMessage = 'Organization role not found'
  throw new ClerkError(404, 'resource_not_found', 'not found', { longMessage, meta: { param_name: 'role' } })
}

/** Returns distinct addresses in lower case. @throws 422 for an empty list or a malformed address */
export function readAddresses(body: Body): string[] {
  const addresses = readTextList(body, 'email_address').map((address) => readAddress(address))
  if (addresses.length === 0) throw createMissingParamError('email_address')
  return [...new Set(addresses)]
}

export function readMetadata(body: Body): Partial<Pick<Organization, 'publicMetadata' | 'privateMetadata'>> {
  const publicMetadata = readMetadataField(body, 'public_metadata')
  const privateMetadata = readMetadataField(body, 'private_metadata')
  return { ...(publicMetadata && { publicMetadata }), ...(privateMetadata && { privateMetadata }) }
}

export function readSettings(body: Body): Partial<Organization> {
  const maxAllowedMemberships = readCount(body, 'max_allowed_memberships')
  return { ...readMetadata(body), ...(maxAllowedMemberships !== undefined && { maxAllowedMemberships }) }
}

export function readCount(body: Body, name: string): number | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 1_000_000) {
    throw createInvalidParamError(name, `${name} must be a whole number, 0 or greater.`)
  }
  return value
}
