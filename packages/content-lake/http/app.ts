import { Hono } from 'hono'
import { actionRoutes, mutateRoutes } from './mutate.ts'
import { assetRoutes, assetUploadRoutes } from './assets.ts'
import { authRoutes } from './auth.ts'
import { documentRoutes, exportRoutes, referenceRoutes } from './documents.ts'
import { historyRoutes } from './history.ts'
import { hookRoutes } from './hooks.ts'
import { listenRoutes } from './listen.ts'
import { authenticate, cors, knownHosts, notFound, onError } from './middleware.ts'
import { projectRoutes } from './projects.ts'
import { queryRoutes } from './query.ts'
import type { Env, Services } from './services.ts'
import { studioRoutes } from './studio.ts'
import { unsupportedRoutes } from './unsupported.ts'
import { userRoutes } from './users.ts'

/** The whole HTTP interface: assets at the root, the API below `/v1`, `/vX` or a dated version, for every project host alike. */
export function createApp(services: Services): Hono<Env> {
  const api = [
    authRoutes(services),
    userRoutes(services),
    projectRoutes(services),
    queryRoutes(services),
    documentRoutes(services),
    mutateRoutes(services),
    actionRoutes(services),
    listenRoutes(services),
    historyRoutes(services),
    referenceRoutes(services),
    exportRoutes(services),
    assetUploadRoutes(services),
    hookRoutes(services),
    studioRoutes(services),
    unsupportedRoutes(),
  ]
  const app = new Hono<Env>()
  app.onError(onError)
  app.notFound(notFound)
  app.use(knownHosts(services.isKnownHost))
  app.use(cors(services.corsOrigins))
  app.route('/', assetRoutes(services))
  app.use(authenticate(services))
  for (const routes of api) app.route('/:version{v1|vX|v\\d{4}-\\d{2}-\\d{2}}', routes)
  return app
}
