import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { Hono } from 'hono'
import { notFound } from '../errors.ts'
import type { ClerkContext, Env } from './services.ts'

type Package = { version: string; dist: string }

/** Names of files that browsers load, without path separators or a leading dot. */
const FILE = /^[\w-]+(\.[\w-]+)*\.(js|mjs|css)$/

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}

/** The browser bundles of the installed @clerk/clerk-js and @clerk/ui, at the same paths as on Clerk's own host. */
export function bundleRoutes(): Hono<Env> {
  const packages = new Map([
    ['clerk-js', findPackage('@clerk/clerk-js')],
    ['ui', findPackage('@clerk/ui')],
  ])
  const routes = new Hono<Env>()
  routes.get('/npm/@clerk/:package/dist/:file', async (c) => {
    const [, name = '', asked = ''] = /^([a-z-]+)(?:@([\w.-]+))?$/.exec(c.req.param('package')) ?? []
    const found = packages.get(name)
    const file = c.req.param('file')
    if (!found || !FILE.test(file) || !existsSync(join(found.dist, file))) throw notFound(`@clerk/${name} ${file}`)
    if (!matches(found.version, asked)) throw notFound(`@clerk/${name} ${asked} (installed is ${found.version})`)
    return sendFile(c, join(found.dist, file), asked === found.version)
  })
  return routes
}

/** Whether the installed version is the requested one: a version, its beginning (`6`) or `latest`. */
const matches = (installed: string, asked: string): boolean =>
  asked === '' || asked === 'latest' || installed === asked || installed.startsWith(`${asked}.`)

/** A file of an exact version is cached for good; of `6` or `latest` it is revalidated with its ETag. */
async function sendFile(c: ClerkContext, file: string, exact: boolean): Promise<Response> {
  const content = await readFile(file)
  const tag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`
  c.header('cache-control', exact ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate')
  c.header('etag', tag)
  c.header('x-content-type-options', 'nosniff')
  if (c.req.header('if-none-match') === tag) return c.body(null, 304)
  c.header('content-type', TYPES[file.split('.').at(-1)!])
  return c.body(content)
}

/** By its name, because the packages' `exports` do not let `require.resolve` find their bundles. */
function findPackage(name: string): Package {
  const file = findPackageJSON(name, import.meta.url)
  if (!file) throw new Error(`${name} is not installed`)
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  return { version, dist: join(dirname(file), 'dist') }
}
