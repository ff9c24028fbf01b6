import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createHttpServer, isLoopbackName, listen, createReporter, stopListening } from '../local-server/index.ts'
import type { Api, Services } from './api/access.ts'
import { hubspotApi, quickbooksApi, salesforceApi, servicetitanApi } from './api/customers.ts'
import { googleApi } from './api/google.ts'
import { microsoftApi } from './api/microsoft.ts'
import { slackApi } from './api/slack.ts'
import { zapierApi } from './api/zapier.ts'
import { createProvider } from './oauth/provider.ts'
import { createSlackPages } from './pages/slack.ts'
import { renderFrontPage, createSystemPages } from './pages/system.ts'
import { createZapierPages } from './pages/zapier.ts'
import { createInteractionPages } from './pages/interaction.ts'
import { PAGE_HEADERS } from './pages/layout.ts'
import { mapSystems, readSettings, type SettingsInput, parseSystemName, type SystemName } from './data/systems.ts'
import { type Entry, openStore, type AppCalendar, type Message } from './data/store.ts'

export type SystemsOptions = SettingsInput & {
  port: number
  dataDir?: string | undefined
  /** Test hook that receives each request first. @returns whether it has handled the request */
  intercept?: (request: IncomingMessage, response: ServerResponse) => boolean
}

export type Systems = {
  url: string
  getUrl: (name: SystemName) => string
  listEntries: (name: SystemName) => (AppCalendar & { entries: Entry[] })[]
  clearCalendars: (name: SystemName) => void
  /** Lists the messages that were posted to Slack, oldest first, with the names of their channels. */
  listMessages: () => Message[]
  clearMessages: () => void
  archiveChannel: (name: string, isArchived: boolean) => void
  /** Expires an access token early. The grant stays valid. */
  endToken: (name: SystemName, token: string) => void
  close: () => Promise<void>
}

/** Loopback address, because the server has no access control. */
const HOST = '127.0.0.1'

const report = createReporter('systems')

const APIS: Record<SystemName, Api> = {
  'google-workspace': googleApi,
  'microsoft-365': microsoftApi,
  hubspot: hubspotApi,
  salesforce: salesforceApi,
  quickbooks: quickbooksApi,
  servicetitan: servicetitanApi,
  slack: slackApi,
  zapier: zapierApi,
}

const MAX_BODY_BYTES = 100_000

function createApp(services: Services): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(bodyLimit({ maxSize: MAX_BODY_BYTES }))
  // CSRF protection: forms from other origins are rejected.
  app.use(async (c, next) => {
    const origin = c.req.header('origin')
    if (c.req.method === 'GET' || origin === undefined || origin === new URL(c.req.url).origin) return next()
    return c.text('Cross-origin request blocked.', 403)
  })
  app.get('/', (c) => c.html(renderFrontPage(services.settings.applicationName), 200, PAGE_HEADERS))
  app.get('/health', (c) => c.json({ status: 'ok' }))
  app.route('/', createSlackPages(services))
  app.route('/', createZapierPages(services))
  app.route('/', createSystemPages(services))
  app.route('/', createInteractionPages(services))
  for (const [name, { basePath, createRoutes }] of Object.entries(APIS))
    app.route(`/${name}${basePath}`, createRoutes(services))
  app.onError((error, c) => {
    // Client errors are invalid JSON and a return to a finished interaction.
    const isClientError = error instanceof SyntaxError || error.name === 'SessionNotFound'
    if (!isClientError) report(error)
    return c.json(
      { error: isClientError ? 'Invalid or expired session.' : 'Something went wrong.' },
      isClientError ? 400 : 500,
    )
  })
  return app
}

const OAUTH_PATH_PATTERN = /^\/(?:\.well-known\/openid-configuration|auth(?:\/[\w-]+)?|token(?:\/revocation)?|jwks)$/

/** Paths of pages that keep working during a simulated outage. */
const PAGE_PATH_PATTERN = /^(?:|\/end|\/outage|\/channels|\/zaps(?:\/[\w-]+)?|\/interaction\/[\w-]+)$/

function dispatch(services: Services, { intercept }: SystemsOptions): RequestListener {
  const oauth = mapSystems((name) => services.providers[name].callback())
  const app = createApp(services)
  const outageApp = new Hono().all('*', (c) => {
    const name = parseSystemName(c.req.path)
    return name ? APIS[name].respondError(c, 503) : c.notFound()
  })
  const handleRequest = getRequestListener(app.fetch, { hostname: HOST })
  const handleOutage = getRequestListener(outageApp.fetch, { hostname: HOST })
  return (request, response) => {
    if (intercept?.(request, response)) return
    const { pathname, hostname } = new URL(request.url ?? '/', `http://${request.headers.host ?? HOST}`)
    if (!isLoopbackName(hostname)) return void response.writeHead(421).end('Unknown host')
    const name = parseSystemName(pathname)
    if (!name) return void handleRequest(request, response)
    const path = pathname.slice(name.length + 1)
    if (!PAGE_PATH_PATTERN.test(path) && services.store.outages.has(name)) return void handleOutage(request, response)
    if (!OAUTH_PATH_PATTERN.test(path)) return void handleRequest(request, response)
    // The URL is rewritten like in a router mount, so that generated URLs stay below the path.
    Object.assign(request, { originalUrl: request.url, url: request.url?.slice(name.length + 1) })
    oauth[name](request, response)
  }
}

/** Starts the server. @throws ConfigurationError for invalid options, or if the port or data folder is in use */
export async function startSystems(options: SystemsOptions): Promise<Systems> {
  const settings = readSettings(options)
  const store = openStore(options.dataDir)
  const server = createHttpServer()
  try {
    const url = `http://${HOST}:${await listen(server, options.port, HOST)}`
    const getUrl = (name: SystemName) => `${url}/${name}`
    const providers = mapSystems((name) => createProvider(name, getUrl(name), { settings, store }))
    server.on('request', dispatch({ settings, store, providers }, options))
    const shutDown = async (): Promise<void> => {
      await stopListening(server)
      store.close()
    }
    let closing: Promise<void> | undefined
    return {
      url,
      getUrl,
      listEntries: (name) =>
        store.calendars.list(name).map((calendar) => ({ ...calendar, entries: store.entries.list(calendar.id) })),
      clearCalendars: (name) => store.calendars.clear(name),
      listMessages() {
        const names = new Map(store.channels.list().map(({ id, name }) => [id, name]))
        return store.messages
          .list()
          .map((message) => ({ ...message, channel: names.get(message.channel) ?? message.channel }))
      },
      clearMessages: () => store.messages.clear(),
      archiveChannel(name, isArchived) {
        const channel = store.channels.list().find((each) => each.name === name)
        if (channel) store.channels.setArchived(channel.id, isArchived)
      },
      endToken: (name, token) => store.kept.remove(name, 'AccessToken', token),
      close: () => (closing ??= shutDown()),
    }
  } catch (error) {
    store.close()
    throw error
  }
}
