import { Hono } from 'hono'
import { createHttpError } from '../store/errors.ts'
import { createAuthRoutes } from './auth.ts'
import { createAssetRoutes, createDocumentRoutes, createQueryRoutes } from './documents.ts'
import { createHistoryRoutes } from './history.ts'
import { createListenRoutes } from './listen.ts'
import { authenticate, createCors, type Env, requireKnownHost, onError, type Services } from './services.ts'
import { createHookRoutes, createStudioRoutes, createUnsupportedRoutes } from './studio.ts'
import { createProjectRoutes, createUserRoutes } from './users.ts'

export function createApp(services: Services): Hono<Env> {
  const api = [
    createAuthRoutes(services),
    createUserRoutes(services),
    createProjectRoutes(services),
    createQueryRoutes(services),
    createDocumentRoutes(services),
    createListenRoutes(services),
    createHistoryRoutes(services),
    createHookRoutes(services),
    createStudioRoutes(services),
    createUnsupportedRoutes(),
  ]
  const app = new Hono<Env>()
  app.onError(onError)
  app.notFound((c) => {
    throw createHttpError(404, `Endpoint not found: ${c.req.method} ${c.req.path}`)
  })
  app.use(requireKnownHost(services.isKnownHost))
  app.use(createCors(services.corsOrigins))
  app.route('/', createAssetRoutes(services))
  app.use(authenticate(services))
  for (const routes of api) app.route('/:version{v1|vX|v\\d{4}-\\d{2}-\\d{2}}', routes)
  return app
}
