import { Hono } from 'hono'
import { accountRoutes } from '../account/routes.ts'
import { backendOrganizationRoutes } from '../backend-api/organizations.ts'
import { backendSessionRoutes } from '../backend-api/sessions.ts'
import { backendTokenRoutes } from '../backend-api/tokens.ts'
import { backendUserRoutes } from '../backend-api/users.ts'
import { ClerkError, notSupported } from '../errors.ts'
import { organizationRoutes } from '../organizations/routes.ts'
import { sessionRoutes } from '../sessions/routes.ts'
import { signInRoutes } from '../sign-in/routes.ts'
import { signUpRoutes } from '../sign-up/routes.ts'
import { backendWebhookRoutes } from '../webhooks/routes.ts'
import { json, onError } from './responses.ts'
import { avatarRoutes } from './avatars.ts'
import { limitBody, readBody } from './request-body.ts'
import { bundleRoutes } from './bundles.ts'
import { clientRoutes } from './client.ts'
import { environmentRoutes } from './environment.ts'
import { findClient, loopbackHosts, siteOriginOnly, withSecretKey } from './middleware.ts'
import type { ClerkContext, Env, Services } from './services.ts'
import { testRoutes } from './test-routes.ts'

/** The whole HTTP interface: the Frontend API and the bundles below `/fapi`, the Backend API below `/bapi`. */
export function createApp(services: Services, { testClock }: { testClock: boolean }): Hono<Env> {
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
  api.route('/', avatarRoutes(services))
  api.use(siteOriginOnly(services), limitBody, readBody, findClient(services))
  const routes = [
    environmentRoutes(services),
    clientRoutes(services),
    signUpRoutes(services),
    signInRoutes(services),
    sessionRoutes(services),
    accountRoutes(services),
    organizationRoutes(services),
  ]
  for (const part of routes) api.route('/', part)
  return api
}

function backend(services: Services): Hono<Env> {
  const api = newApp()
  api.use(withSecretKey(services), limitBody, readBody)
  const routes = [
    backendTokenRoutes(services),
    backendSessionRoutes(services),
    backendUserRoutes(services),
    backendOrganizationRoutes(services),
    backendWebhookRoutes(services),
  ]
  for (const part of routes) api.route('/', part)
  return api
}

/** Not strict: clerk-js uses routes with and without a trailing slash. */
const newApp = () => new Hono<Env>({ strict: false })

/** 501 below the two APIs, because Clerk may have the route; 404 elsewhere. */
function unknownRoute(c: ClerkContext): Response {
  const what = `${c.req.method} ${c.req.path.replace(/^\/[fb]api/, '')}`
  if (/^\/[fb]api\/v1\//.test(c.req.path)) throw notSupported(what)
  throw new ClerkError(404, 'resource_not_found', 'not found', { long: `There is nothing at ${what}.` })
}
