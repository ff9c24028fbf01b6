import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { Hono } from 'hono'
import { getPrimaryEmail } from '../model/emails.ts'
import { createNotFoundError } from '../services/errors.ts'
import type { ClerkContext, Env, Services } from '../services/services.ts'

export function registerAvatarRoutes(routes: Hono<Env>, { store }: Services): void {
  const findName = (kind: string, id: string): string | undefined => {
    if (kind === 'organizations') return store.organizations.get(id)?.name
    const user = store.users.get(id)
    return user && (user.firstName ?? getPrimaryEmail(store, user)?.address ?? '?')
  }
  routes.get('/avatars/:kind{users|organizations}/:file{\\w+\\.svg}', (c) => {
    const id = c.req.param('file').slice(0, -'.svg'.length)
    const name = findName(c.req.param('kind'), id)
    if (name === undefined) throw createNotFoundError('picture')
    c.header('content-type', 'image/svg+xml')
    c.header('cache-control', 'private, max-age=3600')
    c.header('x-content-type-options', 'nosniff')
    c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    return c.body(renderAvatar(id, name))
  })
}

function renderAvatar(id: string, name: string): string {
  const hue = Math.round((createHash('sha256').update(id).digest()[0]! * 360) / 255)
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? '?'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80"><rect width="80" height="80" fill="hsl(${hue} 40% 38%)"/><text x="40" y="53" font-family="sans-serif" font-size="38" fill="#fff" text-anchor="middle">${letter}</text></svg>`
}

type Package = { version: string; dist: string }

const FILE_PATTERN = /^[\w-]+(\.[\w-]+)*\.(js|mjs|css)$/

const CONTENT_TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}

/** Adds routes for the bundles of the installed @clerk/clerk-js and @clerk/ui, at the same paths as Clerk. */
export function createBundleRoutes(): Hono<Env> {
  const packages = new Map([
    ['clerk-js', findPackage('@clerk/clerk-js')],
    ['ui', findPackage('@clerk/ui')],
  ])
  const routes = new Hono<Env>()
  routes.get('/npm/@clerk/:package/dist/:file', async (c) => {
    const [, name = '', requestedVersion = ''] = /^([a-z-]+)(?:@([\w.-]+))?$/.exec(c.req.param('package')) ?? []
    const pkg = packages.get(name)
    const file = c.req.param('file')
    if (!pkg || !FILE_PATTERN.test(file) || !existsSync(join(pkg.dist, file)))
      throw createNotFoundError(`@clerk/${name} ${file}`)
    if (!matches(pkg.version, requestedVersion))
      throw createNotFoundError(`@clerk/${name} ${requestedVersion} (installed is ${pkg.version})`)
    return sendFile(c, join(pkg.dist, file), requestedVersion === pkg.version)
  })
  return routes
}

const matches = (installed: string, requested: string): boolean =>
  requested === '' || requested === 'latest' || installed === requested || installed.startsWith(`${requested}.`)

/** Sends a file. Exact versions are immutable. Versions such as `6` or `latest` revalidate by ETag. */
async function sendFile(c: ClerkContext, file: string, isExact: boolean): Promise<Response> {
  const content = await readFile(file)
  const tag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`
  c.header('cache-control', isExact ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate')
  c.header('etag', tag)
  c.header('x-content-type-options', 'nosniff')
  if (c.req.header('if-none-match') === tag) return c.body(null, 304)
  c.header('content-type', CONTENT_TYPES[file.split('.').at(-1)!])
  return c.body(content)
}

/** Finds an installed package by folder, because the `exports` field hides its bundles from `require.resolve`. */
function findPackage(name: string): Package {
  const file = findPackageJSON(name, import.meta.url)
  if (!file) throw new Error(`${name} is not installed`)
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  return { version, dist: join(dirname(file), 'dist') }
}
