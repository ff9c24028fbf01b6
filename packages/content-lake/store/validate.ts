import { createValidationFailure } from './errors.ts'

// Same rule as validators.validateDocumentId in @sanity/client.
const DOCUMENT_ID_PATTERN = /^[a-z0-9_][a-z0-9_.-]{0,127}$/i
const DOCUMENT_TYPE_PATTERN = /^[a-z_][\w.-]{0,127}$/i
const UNSAFE_PATH_PATTERN = /(^|[.[\]'"])(__proto__|constructor|prototype)([.[\]'"]|$)/

export const isDocumentId = (id: unknown): id is string =>
  typeof id === 'string' && DOCUMENT_ID_PATTERN.test(id) && !id.includes('..')

export function assertDocumentId(id: unknown): asserts id is string {
  if (!isDocumentId(id)) throw createValidationFailure(`Malformed document ID: ${JSON.stringify(id)}`, { id })
}

export function assertDocumentType(type: unknown): asserts type is string {
  if (type === undefined || type === null || type === '') throw createValidationFailure('Document does not have a type')
  if (typeof type !== 'string' || !DOCUMENT_TYPE_PATTERN.test(type)) {
    throw createValidationFailure(`Invalid document type: ${JSON.stringify(type)}`)
  }
}

export function assertDocumentBody(body: unknown): asserts body is Record<string, unknown> {
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw createValidationFailure('Document must be an object')
  const { _id, _type, _createdAt } = body as Record<string, unknown>
  assertDocumentType(_type)
  if (_id !== undefined && _id !== null && !(typeof _id === 'string' && _id.endsWith('.'))) assertDocumentId(_id)
  if (_createdAt !== undefined && !(typeof _createdAt === 'string' && !Number.isNaN(Date.parse(_createdAt)))) {
    throw createValidationFailure('Attribute "_createdAt" must be a datetime')
  }
  assertSafeKeys(body)
}

/** Rejects keys that allow prototype pollution. */
export function assertSafeKeys(value: unknown, depth = 0): void {
  if (value === null || typeof value !== 'object') return
  if (depth > 200) throw createValidationFailure('Document is nested too deeply')
  if (Array.isArray(value)) {
    for (const item of value) assertSafeKeys(item, depth + 1)
    return
  }
  for (const key of Object.keys(value)) {
    if (key === '__proto__') throw createValidationFailure('Illegal attribute name "__proto__"')
    assertSafeKeys((value as Record<string, unknown>)[key], depth + 1)
  }
}

/** Rejects duplicate keys with the wording of hosted Sanity: https://github.com/sanity-io/sanity/issues/4190 */
export function assertUniqueArrayKeys(id: string, value: unknown, path = ''): void {
  if (value === null || typeof value !== 'object') return
  const pathsByKey = new Map<string, string>()
  for (const [name, child] of Object.entries(value)) {
    const childPath = joinPath(path, name, Array.isArray(value))
    const key = Array.isArray(value) ? (child as { _key?: unknown } | null)?._key : undefined
    if (typeof key === 'string') {
      const [first, second] = [pathsByKey.get(key), `${childPath}._key`]
      if (first)
        throw createValidationFailure(`Document "${id}" has duplicate array _key "${key}" at ${first} and ${second}`, {
          id,
        })
      pathsByKey.set(key, second)
    }
    assertUniqueArrayKeys(id, child, childPath)
  }
}

function joinPath(path: string, name: string, isIndex: boolean): string {
  if (isIndex) return `${path}[${name}]`
  return path === '' ? name : `${path}.${name}`
}

export function assertSafePath(path: unknown): asserts path is string {
  if (typeof path !== 'string' || path.length > 2048) throw createValidationFailure('Patch path must be a string')
  if (UNSAFE_PATH_PATTERN.test(path)) throw createValidationFailure(`Illegal patch path "${path}"`)
}

export function serializeDocument(document: object): string {
  const json = JSON.stringify(document)
  if (json.length > MAX_DOCUMENT_BYTES) throw createValidationFailure('Document exceeds the maximum size')
  return json
}

/** Hosted Content Lake also rejects larger mutations. */
export const MAX_JSON_BODY_BYTES = 4 * 1024 * 1024

/** Size as JSON. The limit of hosted Sanity is 32 MB, although one request contains at most 4 MB. */
export const MAX_DOCUMENT_BYTES = 32 * 1024 * 1024
