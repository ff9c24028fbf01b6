import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { cors, LOOPBACK_HOST, serve } from '../local-server/index.ts'
import { createAccounts } from './accounts.ts'
import { backendBillingRoutes, backendOrganizationRoutes, backendPlanRoutes } from './backend-api/organizations.ts'
import { backendSessionRoutes, backendTokenRoutes } from './backend-api/sessions.ts'
import { backendUserRoutes } from './backend-api/users.ts'
import { accountRoutes } from './frontend-api/account.ts'
import { clientRoutes, environmentRoutes } from './frontend-api/client.ts'
import { avatarRoutes, bundleRoutes } from './frontend-api/files.ts'
import { organizationRoutes } from './frontend-api/organizations.ts'
import { sessionRoutes } from './frontend-api/sessions.ts'
import { signInRoutes } from './frontend-api/sign-in.ts'
import { signUpRoutes } from './frontend-api/sign-up.ts'
import { limitBody, readBody } from './http/fields.ts'
import { findClient, loopbackHosts, siteOriginOnly, withOverriddenMethod, withSecretKey } from './http/middleware.ts'
import { json, onError } from './http/responses.ts'
import { type ClerkConfig, createInstance, readConfig, readSettings, type SettingsInput } from './services/config.ts'
import { ClerkError, notSupported } from './services/errors.ts'
import { openKeys } from './services/keys.ts'
import { MAIL_LIMIT } from './services/limits.ts'
import { openOutbox } from './services/outbox.ts'
import {
  type ClerkContext,
  createClock,
  createEvents,
  createLimiter,
  type Env,
  type Services,
} from './services/services.ts'
import { openStore } from './services/store.ts'
import { readEndpoints, type WebhookEndpoint } from './webhooks/endpoints.ts'
import { backendWebhookRoutes, startWebhooks } from './webhooks/webhooks.ts'

export type ClerkOptions = SettingsInput & {
  /** Port to listen on; 0 selects a free port. */
  port: number
  dataDir: string
  outbox: string
  webhooks?: readonly WebhookEndpoint[]
  /** Enables `POST /test/advance`, for tests only. */
  testClock?: boolean
  config?: ClerkConfig
}

export type Clerk = {
  url: string
  backendUrl: string
  frontendUrl: string
  publicKey: string
  close: () => Promise<void>
}

/** Starts the server. @throws ConfigurationError for invalid options, or if the port or data folder is in use */
export async function startClerk(options: ClerkOptions): Promise<Clerk> {
  const settings = readSettings(options)
  const config = readConfig(options.config ?? {})
  const endpoints = readEndpoints(options.webhooks ?? [])
  const store = openStore(options.dataDir)
  try {
    const clock = createClock()
    const keys = openKeys(options.dataDir)
    const outbox = openOutbox(options.outbox, `${config.applicationName} <${config.mailFrom}>`, clock.now)
    const instance = createInstance(config)
    const mailLimit = createLimiter(MAIL_LIMIT)
    const services: Services = { settings, instance, clock, store, keys, outbox, mailLimit, events: createEvents() }
    const webhooks = startWebhooks(services, endpoints)
    if (config.accounts) await createAccounts(services, config.accounts)
    const app = createApp(services, { testClock: options.testClock === true })
    const fetch: typeof app.fetch = (request, env) => app.fetch(withOverriddenMethod(request), env)
    const { url, close } = await serve(
      getRequestListener(fetch, { hostname: LOOPBACK_HOST }),
      options.port,
      async () => {
        await webhooks.close()
        store.close()
      },
    )
    return { url, backendUrl: `${url}/bapi`, frontendUrl: `${url}/fapi`, publicKey: keys.publicPem, close }
  } catch (error) {
    store.close()
    throw error
  }
}

function createApp(services: Services, { testClock }: { testClock: boolean }): Hono<Env> {
  const app = newApp()
  app.onError(onError(services))
  app.notFound(unknownRoute)
  app.use(loopbackHosts)
  app.get('/health', (c) => json(c, { status: 'ok' }))
  app.route('/fapi', bundleRoutes())
  app.route('/fapi/v1', frontend(services))
  app.route('/bapi/v1', backend(services))
  if (testClock) app.route('/test', testRoutes(services))
  return app
}

function frontend(services: Services): Hono<Env> {
  const api = newApp()
  avatarRoutes(api, services)
  api.use(
    siteOriginOnly(services),
    cors((origin) => origin === services.settings.siteOrigin),
    limitBody,
    readBody,
    findClient(services),
  )
  const parts = [
    environmentRoutes,
    clientRoutes,
    signUpRoutes,
    signInRoutes,
    sessionRoutes,
    accountRoutes,
    organizationRoutes,
  ]
  for (const part of parts) part(api, services)
  return api
}

function backend(services: Services): Hono<Env> {
  const api = newApp()
  api.use(withSecretKey(services), limitBody, readBody)
  const parts = [
    backendTokenRoutes,
    backendSessionRoutes,
    backendUserRoutes,
    backendOrganizationRoutes,
    backendBillingRoutes,
    backendPlanRoutes,
    backendWebhookRoutes,
  ]
  for (const part of parts) part(api, services)
  return api
}

/** Creates a router that accepts trailing slashes, because clerk-js uses routes with and without one. */
const newApp = () => new Hono<Env>({ strict: false })

/** Returns 501 below the API paths, because Clerk may have the route. Returns 404 elsewhere. */
function unknownRoute(c: ClerkContext): Response {
  const what = `${c.req.method} ${c.req.path.replace(/^\/[fb]api/, '')}`
  if (/^\/[fb]api\/v1\//.test(c.req.path)) throw notSupported(what)
  throw new ClerkError(404, 'resource_not_found', 'not found', { long: `Not found: ${what}.` })
}

function testRoutes({ clock }: Services): Hono<Env> {
  const routes = new Hono<Env>()
  routes.post('/advance', readBody, (c) => {
    const { minutes } = c.var.body
    if (typeof minutes !== 'number' || !(minutes >= 0 && minutes <= 1_000_000)) {
      throw new ClerkError(422, 'form_param_format_invalid', 'minutes must be a number of at least 0')
    }
    clock.advance(minutes)
    return json(c, { now: clock.now() })
  })
  return routes
}
