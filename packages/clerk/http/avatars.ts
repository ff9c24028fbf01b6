import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { notFound } from '../errors.ts'
import { primaryEmail } from '../resources/public-user.ts'
import type { Env, Services } from './services.ts'

/** Generated pictures of users and organizations: the first letter of the name on a colour derived from the id. */
export function avatarRoutes({ store }: Services): Hono<Env> {
  const nameOf = (kind: string, id: string): string | undefined => {
    if (kind === 'organizations') return store.organizations.get(id)?.name
    const user = store.users.get(id)
    return user && (user.firstName ?? primaryEmail(store, user)?.address ?? '?')
  }
  const routes = new Hono<Env>()
  routes.get('/avatars/:kind{users|organizations}/:file{\\w+\\.svg}', (c) => {
    const id = c.req.param('file').slice(0, -'.svg'.length)
    const name = nameOf(c.req.param('kind'), id)
    if (name === undefined) throw notFound('picture')
    c.header('content-type', 'image/svg+xml')
    c.header('cache-control', 'private, max-age=3600')
    c.header('x-content-type-options', 'nosniff')
    c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    return c.body(picture(id, name))
  })
  return routes
}

function picture(id: string, name: string): string {
  const hue = Math.round((createHash('sha256').update(id).digest()[0]! * 360) / 255)
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '?'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80"><rect width="80" height="80" fill="hsl(${hue} 40% 38%)"/><text x="40" y="53" font-family="sans-serif" font-size="38" fill="#fff" text-anchor="middle">${letter}</text></svg>`
}
