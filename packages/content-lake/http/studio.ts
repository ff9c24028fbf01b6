import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { requireUser } from '../access/permissions.ts'
import type { Env, Services } from './services.ts'

/**
 * Content releases, comments and private datasets. Tasks, single-document releases and aliases of datasets are hosted features that
 * the lake does not have.
 */
const FEATURES = ['contentReleases', 'studioComments', 'privateDataset']

const RELEASE_LIMITS = { datasetReleaseLimit: 100, orgActiveReleaseLimit: null, orgMeteredActiveReleaseCount: 0 }

/** The Studio shows the days of retention, if there are any; here history is kept for ever. */
const SUBSCRIPTION = { plan: { name: 'Local' }, featureTypes: { retention: { features: [{ attributes: {} }] } } }

/** The Studio offers its schema to hosted Sanity's AI features; nothing here wants it. */
const NOTHING_TO_SYNCHRONIZE = { synchronization: { type: 'complete' } }

const signedIn = createMiddleware<Env>(async (c, next) => {
  requireUser(c.get('user'))
  await next()
})

/** Small things that the Studio and the client ask for and that need no state. */
export function studioRoutes({ corsOrigins }: Services): Hono<Env> {
  return new Hono<Env>()
    .get('/ping', (c) => c.json({ ok: true }))
    .get('/data/ping/:dataset', (c) => c.json({ ok: true }))
    .get('/check/cors', (c) => {
      const origin = c.req.header('origin')
      const allowed = origin === undefined || corsOrigins.includes(origin)
      return c.json({ result: { allowed, withCredentials: allowed } })
    })
    .get('/aliases', signedIn, (c) => c.json([]))
    .get('/features', (c) => c.json(FEATURES))
    .get('/journey/announcements', (c) => c.json([]))
    .get('/journey/*', (c) => c.json({}))
    .get('/intake/*', (c) => c.json({ status: 'denied' }))
    .post('/intake/*', (c) => c.json({ status: 'denied' }))
    .get('/help/*', (c) => c.json({}))
    .get('/projects/:project/new-content-release-allowed', signedIn, (c) => c.json({ data: RELEASE_LIMITS }))
    .get('/subscriptions/project/:project', signedIn, (c) => c.json(SUBSCRIPTION))
    .get('/access/requests/me', signedIn, (c) => c.json([]))
    .post('/descriptors/claim', signedIn, (c) => c.json(NOTHING_TO_SYNCHRONIZE))
}
