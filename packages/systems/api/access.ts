import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Provider } from 'oidc-provider'
import { z } from 'zod'
import { sampleBusy, type SampleCalendar, type Times } from '../data/sample-data.ts'
import type { Entry, Store } from '../data/store.ts'
import type { Settings, SystemName } from '../data/systems.ts'

export type Services = { settings: Settings; store: Store; providers: Record<SystemName, Provider> }

type Access = { account: string; scopes: ReadonlySet<string> }

type ApiEnv = { Variables: { access: Access } }

export type Refuse = (c: Context, status: 400 | 401 | 403 | 404 | 409 | 503) => Response

const tokenIn = (c: Context): string => c.req.header('authorization')?.replace(/^Bearer /, '') ?? ''

export type Api = { at: string; refuse: Refuse; make: (services: Services) => Hono<ApiEnv> }

export const defineApi = (
  name: SystemName,
  at: string,
  refuse: Refuse,
  addRoutes: (api: Hono<ApiEnv>, services: Services) => void,
): Api => ({
  at,
  refuse,
  make(services) {
    const { AccessToken, ClientCredentials } = services.providers[name]
    const api = new Hono<ApiEnv>()
    api.use('*', async (c, next) => {
      const token = await (name === 'servicetitan' ? ClientCredentials : AccessToken).find(tokenIn(c))
      if (!token) return refuse(c, 401)
      c.set('access', { account: token.accountId ?? '', scopes: token.scopes })
      return next()
    })
    addRoutes(api, services)
    return api
  },
})

export const withScope = (refuse: Refuse, ...scopes: string[]): MiddlewareHandler<ApiEnv> =>
  createMiddleware<ApiEnv>(async (c, next) =>
    scopes.some((scope) => c.var.access.scopes.has(scope)) ? next() : refuse(c, 403),
  )

export function countIn(c: Context, name: string, most: number, otherwise = most): number {
  const asked = Number(c.req.query(name) ?? otherwise)
  return Number.isInteger(asked) && asked >= 0 ? Math.min(asked, most) : otherwise
}

type Calendar = { id: string; name: string; isMain: boolean; sample?: SampleCalendar }

export function calendarsOf(store: Store, system: SystemName, account: string): Calendar[] {
  const own = store.calendars.list(system, account).map(({ id, name }) => ({ id, name, isMain: false }))
  return [
    { id: `${account}@example.com`, name: 'Office', isMain: true, sample: 'office' },
    { id: `${account}+crew@example.com`, name: 'Crew', isMain: false, sample: 'crew' },
    ...own,
  ]
}

const timesOf = ({ startsAt, endsAt }: Entry): Times => ({ from: Date.parse(startsAt), to: Date.parse(endsAt) })

export function busyIn(store: Store, { id, sample }: Calendar, period: Times): Times[] {
  if (sample) return sampleBusy(sample, period)
  return store.entries
    .list(id)
    .map(timesOf)
    .filter(({ from, to }) => from < period.to && to > period.from)
}

export const iso = (milliseconds: number): string => new Date(milliseconds).toISOString()

export const moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))
