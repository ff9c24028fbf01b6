import { invalid } from './failures.ts'

// Same rule as @sanity/client's validators.validateDocumentId.
const DOCUMENT_ID = /^[a-z0-9_][a-z0-9_.-]{0,127}$/i
const DOCUMENT_TYPE = /^[a-z_][\w.-]{0,127}$/i
const UNSAFE_PATH = /(^|[.[\]'"])(__proto__|constructor|prototype)([.[\]'"]|$)/

export const isDocumentId = (id: unknown): id is string =>
  typeof id === 'string' && DOCUMENT_ID.test(id) && !id.includes('..')

/** Throws a 400 failure unless `id` may be a document id. */
export function assertDocumentId(id: unknown): asserts id is string {
  if (!isDocumentId(id)) throw invalid(`Malformed document ID: ${JSON.stringify(id)}`, { id })
}

/** Throws a 400 failure unless `type` may be a document type. */
export function assertDocumentType(type: unknown): asserts type is string {
  if (type === undefined || type === null || type === '') throw invalid('Document does not have a type')
  if (typeof type !== 'string' || !DOCUMENT_TYPE.test(type)) {
    throw invalid(`Invalid document type: ${JSON.stringify(type)}`)
  }
}

/** The body of a create mutation must be a plain object with a legal id (when given) and type. */
export function assertDocumentBody(body: unknown): asserts body is Record<string, unknown> {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) throw invalid('Document must be an object')
  const { _id, _type, _createdAt } = body as Record<string, unknown>
  assertDocumentType(_type)
  if (_id !== undefined && _id !== null && !(typeof _id === 'string' && _id.endsWith('.'))) assertDocumentId(_id)
  if (_createdAt !== undefined && !(typeof _createdAt === 'string' && !Number.isNaN(Date.parse(_createdAt)))) {
    throw invalid('Attribute "_createdAt" must be a datetime')
  }
  assertSafeKeys(body)
}

/** Refuses attribute names and paths that would reach JavaScript's own prototypes. */
export function assertSafeKeys(value: unknown, depth = 0): void {
  if (value === null || typeof value !== 'object') return
  if (depth > 200) throw invalid('Document is nested too deeply')
  if (Array.isArray(value)) {
    for (const item of value) assertSafeKeys(item, depth + 1)
    return
  }
  for (const key of Object.keys(value)) {
    if (key === '__proto__') throw invalid('Illegal attribute name "__proto__"')
    assertSafeKeys((value as Record<string, unknown>)[key], depth + 1)
  }
}

/**
 * Throws a 400 failure when two items of one array have the same `_key`, at any depth, in the words of hosted Sanity.
 * Source of the words: https://github.com/sanity-io/sanity/issues/4190
 */
export function assertUniqueArrayKeys(id: string, value: unknown, path = ''): void {
  if (value === null || typeof value !== 'object') return
  const places = new Map<string, string>()
  for (const [name, child] of Object.entries(value)) {
    const childPath = pathTo(path, name, Array.isArray(value))
    const key = Array.isArray(value) ? (child as { _key?: unknown } | null)?._key : undefined
    if (typeof key === 'string') {
      const [first, second] = [places.get(key), `${childPath}._key`]
      if (first) throw invalid(`Document "${id}" has duplicate array _key "${key}" at ${first} and ${second}`, { id })
      places.set(key, second)
    }
    assertUniqueArrayKeys(id, child, childPath)
  }
}

function pathTo(path: string, name: string, isIndex: boolean): string {
  if (isIndex) return `${path}[${name}]`
  return path === '' ? name : `${path}.${name}`
}

export function assertSafePath(path: unknown): asserts path is string {
  if (typeof path !== 'string' || path.length > 2048) throw invalid('Patch path must be a string')
  if (UNSAFE_PATH.test(path)) throw invalid(`Illegal patch path "${path}"`)
}

/** Returns the document as JSON; throws a 400 failure when it is larger than a stored document may be. */
export function documentJson(document: object): string {
  const json = JSON.stringify(document)
  if (json.length > MAX_DOCUMENT) throw invalid('Document exceeds the maximum size')
  return json
}

/** Bytes of one JSON request body; hosted Content Lake refuses larger mutations too. */
export const MAX_JSON_BODY = 4 * 1024 * 1024

/** Bytes of one stored document as JSON (hosted: 32 MB, but one request carries 4 MB). */
export const MAX_DOCUMENT = 32 * 1024 * 1024
