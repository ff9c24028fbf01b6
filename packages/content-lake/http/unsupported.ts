import { Hono } from 'hono'
import type { Env } from './services.ts'

/** What hosted Sanity has and the lake does not; each answers 501 and says so. */
const UNSUPPORTED = [
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
  '/media-libraries',
  '/media-libraries/*',
  '/organizations',
  '/organizations/*',
  '/projects/:project/datasets/:name/backups',
  '/projects/:project/datasets/:name/backups/*',
  '/projects/:project/datasets/:name/copy',
  '/projects/:project/datasets/:name/schemas',
  '/projects/:project/datasets/:name/schemas/*',
  '/projects/:project/datasets/:name/settings/*',
  '/projects/:project/tokens',
  '/projects/:project/tokens/*',
  '/projects/:project/cors',
  '/projects/:project/cors/*',
  '/schedules/*',
  '/subscriptions/*',
  '/user-applications/*',
]

export function unsupportedRoutes(): Hono<Env> {
  const routes = new Hono<Env>()
  for (const path of UNSUPPORTED) {
    routes.all(path, (c) => {
      const message = `The local Content Lake does not support ${c.req.method} ${c.req.path}`
      return c.json({ statusCode: 501, error: 'Not Implemented', message }, 501)
    })
  }
  return routes
}
