import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { requirePermission, requireUser } from '../access/users.ts'
import { createHttpError } from '../store/errors.ts'
import type { Env, Services } from './services.ts'

/** Features reported to the Studio. The lake does not support tasks, single-document releases and dataset aliases. */
const FEATURES = ['contentReleases', 'studioComments', 'privateDataset']

const RELEASE_LIMITS = { datasetReleaseLimit: 100, orgActiveReleaseLimit: null, orgMeteredActiveReleaseCount: 0 }

const SUBSCRIPTION = { plan: { name: 'Local' }, featureTypes: { retention: { features: [{ attributes: {} }] } } }

/** Response to schema uploads. The AI features of hosted Sanity use the schema, but the lake has none. */
const NOTHING_TO_SYNCHRONIZE = { synchronization: { type: 'complete' } }

const requireSignIn = createMiddleware<Env>(async (c, next) => {
  requireUser(c.get('user'))
  await next()
})

export function createStudioRoutes({ corsOrigins }: Services): Hono<Env> {
  return new Hono<Env>()
    .get('/ping', (c) => c.json({ ok: true }))
    .get('/data/ping/:dataset', (c) => c.json({ ok: true }))
    .get('/check/cors', (c) => {
      const origin = c.req.header('origin')
      const isAllowed = origin === undefined || corsOrigins.includes(origin)
      return c.json({ result: { allowed: isAllowed, withCredentials: isAllowed } })
    })
    .get('/aliases', requireSignIn, (c) => c.json([]))
    .get('/features', (c) => c.json(FEATURES))
    .get('/journey/announcements', (c) => c.json([]))
    .get('/journey/*', (c) => c.json({}))
    .get('/intake/*', (c) => c.json({ status: 'denied' }))
    .post('/intake/*', (c) => c.json({ status: 'denied' }))
    .get('/help/*', (c) => c.json({}))
    .get('/projects/:project/new-content-release-allowed', requireSignIn, (c) => c.json({ data: RELEASE_LIMITS }))
    .get('/subscriptions/project/:project', requireSignIn, (c) => c.json(SUBSCRIPTION))
    .get('/access/requests/me', requireSignIn, (c) => c.json([]))
    .post('/descriptors/claim', requireSignIn, (c) => c.json(NOTHING_TO_SYNCHRONIZE))
}

/** Paths that return 501. The suffix `/*` also matches the path without it. */
const UNSUPPORTED_PATHS = [
  '/access/*',
  '/agent/*',
  '/aliases/*',
  '/assist/*',
  '/blueprints/*',
  '/canvases/*',
  '/collaboration/*',
  '/dashboards/*',
  '/data/embeddings-index/*',
  '/embeddings-index/*',
  '/functions/*',
  '/invitations/*',
  '/knowledge-bases/*',
  '/media-libraries/*',
  '/organizations/*',
  '/projects/:project/datasets/:name/backups/*',
  '/projects/:project/datasets/:name/copy',
  '/projects/:project/datasets/:name/schemas/*',
  '/projects/:project/datasets/:name/settings/*',
  '/projects/:project/tokens/*',
  '/projects/:project/cors/*',
  '/schedules/*',
  '/subscriptions/*',
  '/user-applications/*',
]

export function createUnsupportedRoutes(): Hono<Env> {
  const routes = new Hono<Env>()
  for (const path of UNSUPPORTED_PATHS) {
    routes.all(path, (c) => {
      throw createHttpError(501, `The local Content Lake does not support ${c.req.method} ${c.req.path}`)
    })
  }
  return routes
}

export function createHookRoutes({ webhooks }: Services): Hono<Env> {
  return new Hono<Env>().all('/hooks/*', (c) => {
    requirePermission(c.get('user'), 'manage')
    return webhooks.handleHooks(c.req.raw)
  })
}
