import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { cors, isLoopbackName, parseJson } from '../../local-server/index.ts'
import { type Accounts, type LakeUser, createUnauthorizedError } from '../access/users.ts'
import { UPLOAD_LIMITS_BYTES } from '../assets/asset.ts'
import type { Assets } from '../assets/index.ts'
import type { SlowQueries } from '../slow-queries/pool.ts'
import type { Dataset } from '../store/dataset.ts'
import { createBadRequestError, createHttpError, LakeError, report } from '../store/errors.ts'
import type { LakeStore } from '../store/lake-store.ts'
import { MAX_JSON_BODY_BYTES } from '../store/validate.ts'
import type { Webhooks } from '../webhooks/index.ts'

export type Services = {
  projectId: string
  /** Base of absolute URLs, without a trailing slash. */
  publicUrl: string
  corsOrigins: string[]
  /** Returns whether a `Host` name is allowed in addition to loopback names. */
  isKnownHost: (hostname: string) => boolean
  store: LakeStore
  accounts: Accounts
  assets: Assets
  webhooks: Webhooks
  slowQueries: SlowQueries
  now: () => Date
  heartbeatMs: number
}

export type Env = { Variables: { user: LakeUser | undefined; token: string | undefined } }

export type LakeContext = Context<Env>

export function getReadableDataset(services: Services, c: LakeContext, name: string): Dataset {
  const dataset = services.store.dataset(name)
  if (!canRead(services, c, dataset.name)) throw createUnauthorizedError()
  return dataset
}

export const canRead = ({ store }: Services, c: LakeContext, name: string): boolean =>
  c.get('user') !== undefined || store.info(name)?.aclMode !== 'private'

export async function readJsonBody(c: LakeContext): Promise<Record<string, unknown>> {
  const body = await c.req.json().catch(() => {
    throw createBadRequestError('Request body is not valid JSON')
  })
  if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    throw createBadRequestError('Request body must be a JSON object')
  }
  return body
}

/** Parses the `$name=<JSON>` query parameters. @throws 400 for invalid JSON */
export function readQueryParams(c: LakeContext): Record<string, unknown> {
  const params: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(c.req.query())) {
    if (!name.startsWith('$')) continue
    params[name.slice(1)] = parseJson(value, () => createBadRequestError(`Parameter "${name}" is not valid JSON`))
  }
  return params
}

export const parseIdList = (segment: string | undefined): string[] => (segment ?? '').split(',').filter(Boolean)

export const isTrue = (value: string | undefined): boolean => value === 'true' || value === '1'

export const createCors = (origins: string[]) =>
  cors((origin) => origins.includes(origin), {
    expose: 'Content-Type, Content-Length, ETag, X-Sanity-Warning, X-Sanity-Deprecated, Retry-After',
    maxAgeSeconds: 600,
  })

/** Rejects unknown `Host` names to prevent DNS rebinding. Otherwise a web page could use the well-known tokens. */
export const requireKnownHost = (isKnown: (hostname: string) => boolean) =>
  createMiddleware<Env>(async (c, next) => {
    const { hostname } = new URL(c.req.url)
    if (!isLoopbackName(hostname) && !isKnown(hostname)) {
      throw createHttpError(421, `Unknown host "${hostname}"`)
    }
    await next()
  })

export const authenticate = ({ accounts }: Services) =>
  createMiddleware<Env>(async (c, next) => {
    const token = /^Bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    const user = accounts.authenticate(token)
    if (c.req.header('authorization') && !user) throw createUnauthorizedError()
    c.set('user', user)
    c.set('token', token)
    await next()
  })

const throwTooLarge = (): never => {
  throw createHttpError(413, 'Request body is too large')
}

export const jsonLimit = bodyLimit({ maxSize: MAX_JSON_BODY_BYTES, onError: throwTooLarge })

export const assetLimit = bodyLimit({
  maxSize: Math.max(...Object.values(UPLOAD_LIMITS_BYTES)),
  onError: throwTooLarge,
})

/** Returns errors in Sanity's shape. Logs unexpected errors and returns 500 without details. */
export function onError(error: Error, c: LakeContext): Response {
  if (!(error instanceof LakeError)) report(error)
  const { body, status } =
    error instanceof LakeError ? error : createHttpError(500, 'An internal server error occurred')
  return c.json(body, status as 500)
}
