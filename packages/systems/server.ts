import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createHttpServer, isLoopbackName, listen, reporter, stopListening } from '../local-server/index.ts'
import type { ApiEnv, Refuse, Services } from './api/access.ts'
import {
  hubspotApi,
  quickbooksApi,
  refuseAsHubspot,
  refuseAsQuickbooks,
  refuseAsSalesforce,
  refuseAsServicetitan,
  salesforceApi,
  servicetitanApi,
} from './api/customers.ts'
import { googleApi, refuseAsGoogle } from './api/google.ts'
import { microsoftApi, refuseAsMicrosoft } from './api/microsoft.ts'
import { refuseAsSlack, refuseAsZapier, slackApi, zapierApi } from './api/others.ts'
import { makeProvider } from './oauth/provider.ts'
import { frontPage } from './pages/front.ts'
import { interactionPages } from './pages/interaction.ts'
import { PAGE_HEADERS } from './pages/layout.ts'
import { systemPages } from './pages/system.ts'
import { forEachSystem, readSettings, type SettingsInput, systemIn } from './settings.ts'
import { type Entry, openStore, type OwnCalendar } from './store.ts'
import type { SystemName } from './systems.ts'

export type SystemsOptions = SettingsInput & {
  /** 0 takes any free port. */
  port: number
  /** Folder of the data; without one they are kept in memory. */
  dataDir?: string | undefined
  /** Sees each request first, for tests only. @returns whether it has answered, or never will */
  intercept?: (request: IncomingMessage, response: ServerResponse) => boolean
}

export type Systems = {
  url: string
  /** Issuer of a system's authorization server, and where its API and its page are. */
  addressOf: (name: SystemName) => string
  /** What applications have entered into the calendars of a system that they made there. */
  entriesOf: (name: SystemName) => (OwnCalendar & { entries: Entry[] })[]
  /** Deletes the calendars that applications made in a system, with what is in them. */
  clearCalendars: (name: SystemName) => void
  /** Ends an access token before its time, as a system does for reasons of its own; the permission stays. */
  endToken: (name: SystemName, token: string) => void
  close: () => Promise<void>
}

/** Loopback only: it lets everybody in. */
const HOST = '127.0.0.1'

const report = reporter('systems')

/** Where the API of each system begins, after its name. */
const APIS: Record<SystemName, { at: string; make: (services: Services) => Hono<ApiEnv>; refuse: Refuse }> = {
  'google-workspace': { at: '/calendar/v3', make: googleApi, refuse: refuseAsGoogle },
  'microsoft-365': { at: '/v1.0', make: microsoftApi, refuse: refuseAsMicrosoft },
  hubspot: { at: '', make: hubspotApi, refuse: refuseAsHubspot },
  salesforce: { at: '/services/data', make: salesforceApi, refuse: refuseAsSalesforce },
  quickbooks: { at: '/v3/company', make: quickbooksApi, refuse: refuseAsQuickbooks },
  servicetitan: { at: '/crm/v2', make: servicetitanApi, refuse: refuseAsServicetitan },
  slack: { at: '/api', make: slackApi, refuse: refuseAsSlack },
  zapier: { at: '/v1', make: zapierApi, refuse: refuseAsZapier },
}

const MAX_BODY = 100_000

/** The pages and the APIs; the rest is done by the authorization servers. */
function createApp(services: Services): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(bodyLimit({ maxSize: MAX_BODY }))
  // A page of somewhere else must not press the buttons of these.
  app.use(async (c, next) => {
    const origin = c.req.header('origin')
    if (c.req.method === 'GET' || origin === undefined || origin === new URL(c.req.url).origin) return next()
    return c.text('This is for pages of this server alone.', 403)
  })
  app.get('/', (c) => c.html(frontPage(services.settings.applicationName), 200, PAGE_HEADERS))
  app.get('/health', (c) => c.json({ status: 'ok' }))
  app.route('/', systemPages(services))
  app.route('/', interactionPages(services))
  for (const [name, { at, make }] of Object.entries(APIS)) app.route(`/${name}${at}`, make(services))
  app.onError((error, c) => {
    // What is no JSON, and somebody who comes back to a page that has been answered.
    const isTheirs = error instanceof SyntaxError || error.name === 'SessionNotFound'
    if (!isTheirs) report(error)
    return c.json(
      { error: isTheirs ? 'This cannot be read, or is over.' : 'Something went wrong.' },
      isTheirs ? 400 : 500,
    )
  })
  return app
}

/** Paths of an authorization server, after the name of its system. */
const OAUTH = /^\/(?:\.well-known\/openid-configuration|auth(?:\/[\w-]+)?|token(?:\/revocation)?|jwks)$/

/** Paths of pages, which go on answering while a system is down. */
const PAGE = /^(?:|\/end|\/outage|\/interaction\/[\w-]+)$/

/** Sends each request to the authorization server of its system, or to the pages and APIs. */
function dispatch(services: Services, { intercept }: SystemsOptions): RequestListener {
  const oauth = forEachSystem((name) => services.providers[name].callback())
  const app = createApp(services)
  const down = new Hono().all('*', (c) => {
    const name = systemIn(c.req.path)
    return name ? APIS[name].refuse(c, 503) : c.notFound()
  })
  const answer = getRequestListener(app.fetch, { hostname: HOST })
  const answerDown = getRequestListener(down.fetch, { hostname: HOST })
  return (request, response) => {
    if (intercept?.(request, response)) return
    const { pathname, hostname } = new URL(request.url ?? '/', `http://${request.headers.host ?? HOST}`)
    if (!isLoopbackName(hostname)) return void response.writeHead(421).end('Unknown host')
    const name = systemIn(pathname)
    if (!name) return void answer(request, response)
    const path = pathname.slice(name.length + 1)
    if (!PAGE.test(path) && services.store.outages.has(name)) return void answerDown(request, response)
    if (!OAUTH.test(path)) return void answer(request, response)
    // As a router does for what is mounted below a path: addresses that are made of it stay below the path.
    Object.assign(request, { originalUrl: request.url, url: request.url?.slice(name.length + 1) })
    oauth[name](request, response)
  }
}

/**
 * Starts the server; resolves when it accepts requests. Rejects with a ConfigurationError for wrong options, and when the
 * port or the data folder is taken.
 */
export async function startSystems(options: SystemsOptions): Promise<Systems> {
  const settings = readSettings(options)
  const store = openStore(options.dataDir)
  const server = createHttpServer()
  try {
    const url = `http://${HOST}:${await listen(server, options.port, HOST)}`
    const addressOf = (name: SystemName) => `${url}/${name}`
    const providers = forEachSystem((name) => makeProvider(name, addressOf(name), { settings, store }))
    server.on('request', dispatch({ settings, store, providers }, options))
    const shutDown = async (): Promise<void> => {
      await stopListening(server)
      store.close()
    }
    let closing: Promise<void> | undefined
    return {
      url,
      addressOf,
      entriesOf: (name) =>
        store.calendars.list(name).map((calendar) => ({ ...calendar, entries: store.entries.list(calendar.id) })),
      clearCalendars: (name) => store.calendars.clear(name),
      endToken: (name, token) => store.kept.remove(name, 'AccessToken', token),
      close: () => (closing ??= shutDown()),
    }
  } catch (error) {
    store.close()
    throw error
  }
}
