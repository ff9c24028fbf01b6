import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { cors, LOOPBACK_HOST, serve } from '../local-server/index.ts'
import { createAccounts } from './accounts.ts'
import {
  registerBackendBillingRoutes,
  registerBackendOrganizationRoutes,
  registerBackendPlanRoutes,
} from './backend-api/organizations.ts'
import { registerBackendSessionRoutes, registerBackendTokenRoutes } from './backend-api/sessions.ts'
import { registerBackendUserRoutes } from './backend-api/users.ts'
import { registerAccountRoutes } from './frontend-api/account.ts'
import { registerClientRoutes, registerEnvironmentRoutes } from './frontend-api/client.ts'
import { registerAvatarRoutes, createBundleRoutes } from './frontend-api/files.ts'
import { registerOrganizationRoutes } from './frontend-api/organizations.ts'
import { registerSessionRoutes } from './frontend-api/sessions.ts'
import { registerSignInRoutes } from './frontend-api/sign-in.ts'
import { registerSignUpRoutes } from './frontend-api/sign-up.ts'
import { limitBody, paginate, readBody } from './http/fields.ts'
import {
  findClient,
  requireLoopbackHost,
  requireSiteOrigin,
  applyMethodOverride,
  requireSecretKey,
} from './http/middleware.ts'
import { sendJson, onError } from './http/responses.ts'
import { type ClerkConfig, createInstance, readConfig, readSettings, type SettingsInput } from './services/config.ts'
import { ClerkError, createNotSupportedError } from './services/errors.ts'
import { openKeys } from './services/keys.ts'
import { MAIL_LIMIT } from './services/limits.ts'
import { openMailer, type SentEmail } from './services/mailer.ts'
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
import { registerBackendWebhookRoutes, startWebhooks } from './webhooks/webhooks.ts'

export type ClerkOptions = SettingsInput & {
  /** Port to listen on; 0 selects a free port. */
  port: number
  dataDir: string
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
  /** Returns the latest emails, oldest first. @param to exact address */
  listEmails: (to?: string) => SentEmail[]
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
    const mailer = openMailer({
      smtpUrl: settings.smtpUrl,
      from: { name: `${config.applicationName} accounts (local Clerk)`, address: config.mailFrom },
      now: clock.now,
    })
    const instance = createInstance(config)
    const mailLimit = createLimiter(MAIL_LIMIT)
    const services: Services = { settings, instance, clock, store, keys, mailer, mailLimit, events: createEvents() }
    const webhooks = startWebhooks(services, endpoints)
    if (config.accounts) await createAccounts(services, config.accounts)
    const app = createApp(services, { testClock: options.testClock === true })
    const fetch: typeof app.fetch = (request, env) => app.fetch(applyMethodOverride(request), env)
    const { url, close } = await serve(
      getRequestListener(fetch, { hostname: LOOPBACK_HOST }),
      options.port,
      async () => {
        mailer.close()
        await webhooks.close()
        store.close()
      },
    )
    return {
      url,
      backendUrl: `${url}/bapi`,
      frontendUrl: `${url}/fapi`,
      publicKey: keys.publicPem,
      listEmails: mailer.list,
      close,
    }
  } catch (error) {
    store.close()
    throw error
  }
}

function createApp(services: Services, { testClock }: { testClock: boolean }): Hono<Env> {
  const app = createRouter()
  app.onError(onError(services))
  app.notFound(handleUnknownRoute)
  app.use(requireLoopbackHost)
  app.get('/health', (c) => sendJson(c, { status: 'ok' }))
  app.route('/fapi', createBundleRoutes())
  app.route('/fapi/v1', createFrontendApp(services))
  app.route('/bapi/v1', createBackendApp(services))
  if (testClock) app.route('/test', createTestRoutes(services))
  return app
}

function createFrontendApp(services: Services): Hono<Env> {
  const api = createRouter()
  registerAvatarRoutes(api, services)
  api.use(
    requireSiteOrigin(services),
    cors((origin) => origin === services.settings.siteOrigin),
    limitBody,
    readBody,
    findClient(services),
  )
  const parts = [
    registerEnvironmentRoutes,
    registerClientRoutes,
    registerSignUpRoutes,
    registerSignInRoutes,
    registerSessionRoutes,
    registerAccountRoutes,
    registerOrganizationRoutes,
  ]
  for (const part of parts) part(api, services)
  return api
}

function createBackendApp(services: Services): Hono<Env> {
  const api = createRouter()
  api.use(requireSecretKey(services), limitBody, readBody)
  const parts = [
    registerBackendTokenRoutes,
    registerBackendSessionRoutes,
    registerBackendUserRoutes,
    registerBackendOrganizationRoutes,
    registerBackendBillingRoutes,
    registerBackendPlanRoutes,
    registerBackendWebhookRoutes,
    registerBackendEmailRoutes,
  ]
  for (const part of parts) part(api, services)
  return api
}

/** Creates a router that accepts trailing slashes, because clerk-js uses routes with and without one. */
const createRouter = () => new Hono<Env>({ strict: false })

/** Returns 501 below the API paths, because Clerk may have the route. Returns 404 elsewhere. */
function handleUnknownRoute(c: ClerkContext): Response {
  const route = `${c.req.method} ${c.req.path.replace(/^\/[fb]api/, '')}`
  if (/^\/[fb]api\/v1\//.test(c.req.path)) throw createNotSupportedError(route)
  throw new ClerkError(404, 'resource_not_found', 'not found', { longMessage: `Not found: ${route}.` })
}

/** Adds a list of the sent emails, for applications and tests without a mail server. */
function registerBackendEmailRoutes(routes: Hono<Env>, { mailer }: Services): void {
  routes.get('/local/emails', (c) =>
    sendJson(
      c,
      paginate(c, mailer.list(c.req.query('to')).toReversed(), (email) => email),
    ),
  )
}

function createTestRoutes({ clock }: Services): Hono<Env> {
  const routes = new Hono<Env>()
  routes.post('/advance', readBody, (c) => {
    const { minutes } = c.var.body
    if (typeof minutes !== 'number' || !(minutes >= 0 && minutes <= 1_000_000)) {
      throw new ClerkError(422, 'form_param_format_invalid', 'minutes must be a number, 0 or greater')
    }
    clock.advance(minutes)
    return sendJson(c, { now: clock.now() })
  })
  return routes
}
