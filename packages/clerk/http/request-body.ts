import { parseJson } from '../../local-server/index.ts'
import { createMiddleware } from 'hono/factory'
import { bodyLimit } from 'hono/body-limit'
import { ClerkError, invalidParam, missingParam, notSupported } from '../errors.ts'
import type { Env } from './services.ts'

/** Fields of a request. A field that a form repeats becomes a list. */
export type Body = Record<string, unknown>

const MAX_BYTES = 64 * 1024

export const limitBody = bodyLimit({
  maxSize: MAX_BYTES,
  onError: () => {
    throw new ClerkError(413, 'request_body_too_large', 'Request body is too large')
  },
})

/** Reads forms (Frontend API) and JSON objects (Backend API) into `body`. */
export const readBody = createMiddleware<Env>(async (c, next) => {
  const reads = c.req.method === 'GET' || c.req.method === 'HEAD'
  const body = reads ? {} : parseBody(await readText(c.req.raw), c.req.header('content-type') ?? '')
  c.set('body', body)
  await next()
})

/** Throws 400, not 500, when the connection is closed in the middle of the body. */
const readText = async (request: Request): Promise<string> => {
  try {
    return await request.text()
  } catch (error) {
    if (error instanceof ClerkError) throw error
    throw invalidBody()
  }
}

function parseBody(text: string, type: string): Body {
  if (type.startsWith('multipart/')) throw notSupported('uploads')
  if (text === '') return {}
  if (!type.includes('json')) return parseForm(text)
  const value = parseJson(text, invalidBody)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidBody()
  return value as Body
}

function parseForm(text: string): Body {
  const values = Map.groupBy(new URLSearchParams(text), ([name]) => name.replace(/\[\]$/, ''))
  return Object.fromEntries(
    [...values].map(([name, pairs]) => [name, pairs.length > 1 ? pairs.map(([, value]) => value) : pairs[0]![1]]),
  )
}

const invalidBody = (): ClerkError =>
  new ClerkError(400, 'request_body_invalid', 'Request body invalid', {
    long: 'The request body is invalid. Please consult the API documentation for more information.',
  })

/** An optional string. Throws 422 for other types. */
export function text(body: Body, name: string): string | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw invalidParam(name, `${name} must be a string.`)
  return value
}

/** A string. Throws 422 when it is missing or empty. */
export function requiredText(body: Body, name: string): string {
  const value = text(body, name)
  if (!value) throw missingParam(name)
  return value
}

/** Whether a field is `true`, in a form or in JSON. */
export const flag = (body: Body, name: string): boolean => body[name] === true || body[name] === 'true'

/** One or several strings; forms may also send several in one field, separated by commas. */
export function texts(body: Body, name: string): string[] {
  const value = body[name]
  if (value === undefined || value === null || value === '') return []
  const list: unknown[] = Array.isArray(value) ? value : String(value).split(',')
  if (list.some((item) => typeof item !== 'string')) throw invalidParam(name, `${name} must be strings.`)
  return list as string[]
}

/** An object of metadata: JSON, or a form field that contains JSON. */
export function metadata(body: Body, name: string): Record<string, unknown> | undefined {
  const value = body[name]
  if (value === undefined || value === null || value === '') return undefined
  const object = typeof value === 'string' ? safeJson(value) : value
  if (typeof object !== 'object' || object === null || Array.isArray(object)) {
    throw invalidParam(name, `${name} must be a valid JSON object.`)
  }
  return object as Record<string, unknown>
}

function safeJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    // The caller refuses it, like JSON that is not an object.
    return undefined
  }
}
