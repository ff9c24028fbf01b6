import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Provider } from 'oidc-provider'
import { z } from 'zod'
import { listSampleBusyTimes, type SampleCalendar, type Times } from '../data/sample-data.ts'
import type { Entry, Store } from '../data/store.ts'
import type { Settings, SystemName } from '../data/systems.ts'

export type Services = { settings: Settings; store: Store; providers: Record<SystemName, Provider> }

type Access = { account: string; scopes: ReadonlySet<string> }

type ApiEnv = { Variables: { access: Access } }

export type ErrorResponder = (c: Context, status: 400 | 401 | 403 | 404 | 409 | 503) => Response

const getBearerToken = (c: Context): string => c.req.header('authorization')?.replace(/^Bearer /, '') ?? ''

export type Api = { basePath: string; respondError: ErrorResponder; createRoutes: (services: Services) => Hono<ApiEnv> }

export const defineApi = (
  name: SystemName,
  basePath: string,
  respondError: ErrorResponder,
  addRoutes: (api: Hono<ApiEnv>, services: Services) => void,
): Api => ({
  basePath,
  respondError,
  createRoutes(services) {
    const { AccessToken, ClientCredentials } = services.providers[name]
    const api = new Hono<ApiEnv>()
    api.use('*', async (c, next) => {
      const token = await (name === 'servicetitan' ? ClientCredentials : AccessToken).find(getBearerToken(c))
      if (!token) return respondError(c, 401)
      c.set('access', { account: token.accountId ?? '', scopes: token.scopes })
      return next()
    })
    addRoutes(api, services)
    return api
  },
})

export const createScopeGuard = (respondError: ErrorResponder, ...scopes: string[]): MiddlewareHandler<ApiEnv> =>
  createMiddleware<ApiEnv>(async (c, next) =>
    scopes.some((scope) => c.var.access.scopes.has(scope)) ? next() : respondError(c, 403),
  )

export function parseCount(c: Context, name: string, max: number, fallback = max): number {
  const requested = Number(c.req.query(name) ?? fallback)
  return Number.isInteger(requested) && requested >= 0 ? Math.min(requested, max) : fallback
}

type Calendar = { id: string; name: string; isMain: boolean; sample?: SampleCalendar }

export function listCalendars(store: Store, system: SystemName, account: string): Calendar[] {
  const appCalendars = store.calendars.list(system, account).map(({ id, name }) => ({ id, name, isMain: false }))
  return [
    { id: `${account}@example.com`, name: 'Office', isMain: true, sample: 'office' },
    { id: `${account}+crew@example.com`, name: 'Crew', isMain: false, sample: 'crew' },
    ...appCalendars,
  ]
}

const toTimes = ({ startsAt, endsAt }: Entry): Times => ({ from: Date.parse(startsAt), to: Date.parse(endsAt) })

export function listBusyTimes(store: Store, { id, sample }: Calendar, period: Times): Times[] {
  if (sample) return listSampleBusyTimes(sample, period)
  return store.entries
    .list(id)
    .map(toTimes)
    .filter(({ from, to }) => from < period.to && to > period.from)
}

export const formatIso = (milliseconds: number): string => new Date(milliseconds).toISOString()

export const momentSchema = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))
