import { Hono } from 'hono'
import { httpError } from '../store/errors.ts'
import { authRoutes } from './auth.ts'
import { assetRoutes, documentRoutes, queryRoutes } from './documents.ts'
import { historyRoutes } from './history.ts'
import { listenRoutes } from './listen.ts'
import { authenticate, corsFor, type Env, knownHosts, onError, type Services } from './services.ts'
import { hookRoutes, studioRoutes, unsupportedRoutes } from './studio.ts'
import { projectRoutes, userRoutes } from './users.ts'

export function createApp(services: Services): Hono<Env> {
  const api = [
    authRoutes(services),
    userRoutes(services),
    projectRoutes(services),
    queryRoutes(services),
    documentRoutes(services),
    listenRoutes(services),
    historyRoutes(services),
    hookRoutes(services),
    studioRoutes(services),
    unsupportedRoutes(),
  ]
  const app = new Hono<Env>()
  app.onError(onError)
  app.notFound((c) => {
    throw httpError(404, `No such endpoint: ${c.req.method} ${c.req.path}`)
  })
  app.use(knownHosts(services.isKnownHost))
  app.use(corsFor(services.corsOrigins))
  app.route('/', assetRoutes(services))
  app.use(authenticate(services))
  for (const routes of api) app.route('/:version{v1|vX|v\\d{4}-\\d{2}-\\d{2}}', routes)
  return app
}
