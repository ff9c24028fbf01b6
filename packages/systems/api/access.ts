import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Provider } from 'oidc-provider'
import type { Settings } from '../settings.ts'
import type { Store } from '../store.ts'
import type { SystemName } from '../systems.ts'

/** What the pages and APIs work with. */
export type Services = { settings: Settings; store: Store; providers: Record<SystemName, Provider> }

/** Who asks, and what they were allowed. */
export type Access = { account: string; scopes: ReadonlySet<string> }

export type ApiEnv = { Variables: { access: Access } }

/** How a system refuses: a token that is not good, a permission that it lacks, a thing that is not there, and so on. */
export type Refuse = (c: Context, status: 400 | 401 | 403 | 404 | 409 | 503) => Response

const tokenIn = (c: Context): string => c.req.header('authorization')?.replace(/^Bearer /, '') ?? ''

/** Lets only those through who show a token that is good now. */
export const withToken = ({ providers }: Services, name: SystemName, refuse: Refuse): MiddlewareHandler<ApiEnv> =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const { AccessToken, ClientCredentials } = providers[name]
    const token = await (name === 'servicetitan' ? ClientCredentials : AccessToken).find(tokenIn(c))
    if (!token) return refuse(c, 401)
    c.set('access', { account: token.accountId ?? '', scopes: token.scopes })
    return next()
  })

/** Lets only those through whose token covers one of these permissions. */
export const withScope = (refuse: Refuse, ...scopes: string[]): MiddlewareHandler<ApiEnv> =>
  createMiddleware<ApiEnv>(async (c, next) =>
    scopes.some((scope) => c.var.access.scopes.has(scope)) ? next() : refuse(c, 403),
  )

/** A whole number of a query, up to the largest that is possible, which it is where the query does not say it. */
export function countIn(c: Context, name: string, most: number, otherwise = most): number {
  const asked = Number(c.req.query(name) ?? otherwise)
  return Number.isInteger(asked) && asked >= 0 ? Math.min(asked, most) : otherwise
}
