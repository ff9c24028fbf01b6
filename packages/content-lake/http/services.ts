import { parseJson } from '../../local-server/index.ts'
import type { Context } from 'hono'
import type { Accounts } from '../access/accounts.ts'
import { unauthorized } from '../access/permissions.ts'
import type { LakeUser } from '../access/users.ts'
import type { Assets } from '../assets/types.ts'
import { LakeError } from '../errors.ts'
import type { SlowQueries } from '../query/index.ts'
import type { Dataset } from '../store/dataset.ts'
import type { LakeStore } from '../store/lake-store.ts'
import type { Webhooks } from '../webhooks/types.ts'

/** What the routes work with. */
export type Services = {
  projectId: string
  /** Base of absolute URLs, without a trailing slash. */
  publicUrl: string
  corsOrigins: string[]
  /** Host names, beside the loopback's, that requests may be addressed to. */
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

/** The dataset a request reads. Throws 404 when it does not exist, 401 when it is private and there is no token. */
export function readableDataset(services: Services, c: LakeContext, name: string): Dataset {
  const dataset = services.store.dataset(name)
  if (!mayRead(services, c, dataset.name)) throw unauthorized()
  return dataset
}

/** Private datasets are for those with a token. */
export const mayRead = ({ store }: Services, c: LakeContext, name: string): boolean =>
  c.get('user') !== undefined || store.info(name)?.aclMode !== 'private'

export const badRequest = (message: string): LakeError =>
  new LakeError(400, { statusCode: 400, error: 'Bad Request', message })

/** The JSON body, which must be an object. Throws 400. */
export async function jsonBody(c: LakeContext): Promise<Record<string, unknown>> {
  const body = await c.req.json().catch(() => {
    throw badRequest('Request body is not valid JSON')
  })
  if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    throw badRequest('Request body must be a JSON object')
  }
  return body
}

/** GROQ parameters from the query string: `$name=<JSON>`. Throws 400. */
export function queryParams(c: LakeContext): Record<string, unknown> {
  const params: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(c.req.query())) {
    if (!name.startsWith('$')) continue
    params[name.slice(1)] = parseJson(value, () => badRequest(`Parameter "${name}" is not valid JSON`))
  }
  return params
}

/** Comma-separated ids of a path segment. */
export const idList = (segment: string | undefined): string[] => (segment ?? '').split(',').filter(Boolean)

export const isTrue = (value: string | undefined): boolean => value === 'true' || value === '1'
