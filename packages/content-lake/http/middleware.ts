import { isLoopbackName } from '../../local-server/index.ts'
import { createMiddleware } from 'hono/factory'
import { bodyLimit } from 'hono/body-limit'
import { unauthorized } from '../access/permissions.ts'
import { UPLOAD_LIMITS } from '../assets/types.ts'
import { LakeError } from '../errors.ts'
import { report } from '../report.ts'
import { MAX_JSON_BODY } from '../store/validate.ts'
import type { Env, LakeContext, Services } from './services.ts'

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const EXPOSED = 'Content-Type, Content-Length, ETag, X-Sanity-Warning, X-Sanity-Deprecated, Retry-After'

/** Echoes allowed origins only, with credentials and the headers the browser asks for, as hosted Sanity does. */
export const cors = (origins: string[]) =>
  createMiddleware<Env>(async (c, next) => {
    const origin = c.req.header('origin')
    const allowed = origin !== undefined && origins.includes(origin)
    if (c.req.method === 'OPTIONS') return preflight(c, allowed ? origin : undefined)
    await next()
    c.res.headers.append('Vary', 'Origin')
    if (!allowed) return
    c.res.headers.set('Access-Control-Allow-Origin', origin)
    c.res.headers.set('Access-Control-Allow-Credentials', 'true')
    c.res.headers.set('Access-Control-Expose-Headers', EXPOSED)
  })

function preflight(c: LakeContext, origin: string | undefined): Response {
  c.header('Vary', 'Origin, Access-Control-Request-Headers')
  if (origin === undefined) return c.body(null, 403)
  c.header('Access-Control-Allow-Origin', origin)
  c.header('Access-Control-Allow-Credentials', 'true')
  c.header('Access-Control-Allow-Methods', METHODS)
  c.header('Access-Control-Allow-Headers', c.req.header('access-control-request-headers') ?? '')
  c.header('Access-Control-Max-Age', '600')
  return c.body(null, 204)
}

/**
 * Refuses requests under foreign host names: a web page whose name was rebound to 127.0.0.1 would otherwise count as same-origin
 * and could use the well-known tokens.
 */
export const knownHosts = (isKnown: (hostname: string) => boolean) =>
  createMiddleware<Env>(async (c, next) => {
    const { hostname } = new URL(c.req.url)
    if (!isLoopbackName(hostname) && !isKnown(hostname)) {
      throw new LakeError(421, { statusCode: 421, error: 'Misdirected Request', message: `Unknown host "${hostname}"` })
    }
    await next()
  })

/** Finds the user of `Authorization: Bearer`; an unknown token is refused with 401, none means anonymous. */
export const authenticate = ({ accounts }: Services) =>
  createMiddleware<Env>(async (c, next) => {
    const token = /^Bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    const user = accounts.authenticate(token)
    if (c.req.header('authorization') && !user) throw unauthorized()
    c.set('user', user)
    c.set('token', token)
    await next()
  })

const tooLarge = (): never => {
  throw new LakeError(413, { statusCode: 413, error: 'Payload Too Large', message: 'Request body is too large' })
}

export const jsonLimit = bodyLimit({ maxSize: MAX_JSON_BODY, onError: tooLarge })

/** Of any kind; the asset store checks the limit of each. */
export const assetLimit = bodyLimit({ maxSize: Math.max(...Object.values(UPLOAD_LIMITS)), onError: tooLarge })

/** Any error as JSON in Sanity's shape. Unexpected ones are logged and answer 500 without details. */
export function onError(error: Error, c: LakeContext): Response {
  if (error instanceof LakeError) return c.json(error.body, error.status as 400)
  report(error)
  return c.json({ statusCode: 500, error: 'Internal Server Error', message: 'An internal server error occurred' }, 500)
}

export const notFound = (c: LakeContext): Response =>
  c.json({ statusCode: 404, error: 'Not Found', message: `No such endpoint: ${c.req.method} ${c.req.path}` }, 404)
