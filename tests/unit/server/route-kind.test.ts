import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../../scripts/support/settings.ts'
import { findPathKind, type PathKind } from '../../../server/http/route-kind.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

const PUBLIC_FILES = new Set(['/logo.png'])
const findKind = (path: string) => findPathKind(path, PUBLIC_FILES)

/** Valid values of dynamic segments that accept no other value. */
const SAMPLE_PATHS: Record<string, string> = { '/search/[file]': 'index.json', '/scripts/[name]': 'a.js' }

type Route = { file: string; shape: string; address: string; isPage: boolean; isPublic: boolean; isMade: boolean }

const ROUTES: Route[] = globSync(
  ['app/{,.*/}**/{page,route}.{ts,tsx}', 'app/*.{ico,svg,png}', 'app/{manifest,robots,sitemap}.ts'],
  { cwd: root },
).map((file) => {
  const shape = `/${file
    .replace(/^app\//, '')
    .replaceAll(/\([^)]+\)\//g, '')
    .replace(/(^|\/)(page|route)\.tsx?$/, '')}`
    .replace(/^\/manifest\.ts$/, '/manifest.webmanifest')
    .replace(/^\/(robots|sitemap)\.ts$/, (_, name) => `/${name}.${name === 'robots' ? 'txt' : 'xml'}`)
  const address =
    shape.replaceAll(/\/?\[\[.*?\]\]/g, '').replaceAll(/\[[^\]]+\]/g, SAMPLE_PATHS[shape] ?? 'sample') || '/'
  const text = readFileSync(resolve(root, file), 'utf8')
  const isPage = file.endsWith('/page.tsx')
  return {
    file,
    shape,
    address,
    isPage,
    isPublic: /^app\/\((site|demo)\)\//.test(file),
    isMade: text.includes("'force-dynamic'"),
  }
})

const isCatchAll = ({ shape }: Route) => shape === '/[[...path]]'

/** Matches a path against a route by Next's file conventions. */
const matchesRoute = ({ shape }: Route, path: string) =>
  new RegExp(
    `^${shape
      .replaceAll('.', '\\.')
      .replaceAll(/\/\[\[\\\.\\\.\\\.\w+\]\]/g, '(/.+)?')
      .replaceAll(/\[\\\.\\\.\\\.\w+\]/g, '.+')
      .replaceAll(/\[\w+\]/g, '[^/]+')}$`,
  ).test(path)

/** Returns the path kinds that `findPathKind` may return for a route. */
function getAllowedKinds({ isPage, isPublic, isMade }: Route): PathKind[] {
  if (!isPage) return ['next', 'cached']
  if (!isPublic) return ['next']
  return isMade ? ['dynamic'] : ['page']
}

const formatAdvice = (route: Route) => {
  const list = route.isPage && route.isPublic ? 'the dynamic pages' : 'NEXT_FILES or NEXT_ROOTS'
  const kinds = `${getAllowedKinds(route).join(' or ')}, not ${findKind(route.address)}`
  return `${route.file} at ${route.address} needs ${kinds}: extend ${list} in server/http/route-kind.ts`
}

describe('app/ routes', () => {
  it('include pages, endpoints and metadata files', () => {
    expect(ROUTES.length).toBeGreaterThan(80)
    const shapes = ROUTES.map(({ shape }) => shape)
    for (const shape of [
      '/[[...path]]',
      '/api/v1/[[...path]]',
      '/robots.txt',
      '/favicon.ico',
      '/.well-known/security.txt',
      '/newsletter/[step]',
    ])
      expect(shapes).toContain(shape)
  })

  it('are assigned to the right handler', () => {
    const mismatches = ROUTES.filter((route) => !getAllowedKinds(route).includes(findKind(route.address)))
    expect(mismatches.map(formatAdvice)).toEqual([])
  })

  it('leave unknown paths to the cached 404 page without calling Next', () => {
    const otherRoutes = ROUTES.filter((route) => !isCatchAll(route))
    const children = otherRoutes.map(({ address }) => `${address === '/' ? '' : address}/nothing`)
    const childPaths = [...children, '/nothing', '/no/thing.php']
    const unknown = childPaths.filter((path) => !otherRoutes.some((route) => matchesRoute(route, path)))
    expect(unknown.length).toBeGreaterThan(10)
    expect(unknown.filter((path) => !['page', 'cached'].includes(findKind(path)))).toEqual([])
  })
})

describe('Next configuration outside app/', () => {
  beforeAll(() => stubSiteEnv())

  it('has redirects, which the gateway passes to Next', async () => {
    const { default: configure } = await import('../../../next.config.ts')
    const redirects = (await configure('phase-production-server').redirects?.()) ?? []
    expect(redirects.length).toBeGreaterThan(1)
    const addresses = redirects.map(({ source }) => source.replace(/:path[*+]$/, 'sample'))
    expect(addresses.filter((path) => findKind(path) !== 'next')).toEqual([])
  })

  it('has proxy matchers, which the gateway passes to Next', async () => {
    const { config } = await import('../../../proxy.ts')
    const sources = config.matcher.filter((source) => typeof source === 'string')
    expect(sources.length).toBeGreaterThan(5)
    const addresses = sources.map((source) => source.replace(/:path\*$|\(\.\*\)$/, 'sample'))
    expect(addresses.filter((path) => findKind(path) !== 'next')).toEqual([])
  })
})

it.each<[string, PathKind]>([
  ['/', 'page'],
  ['/api', 'page'],
  ['/blog/page/2', 'page'],
  ['/documentation/search', 'next'],
  ['/search/other.json', 'page'],
  ['/searching', 'page'],
  ['/__clerk/npm/@clerk/ui@1.36.0/dist/ui-common_ui_58d0c7_1.36.0.js', 'cached'],
  ['/__clerk/npm/@clerk/ui@1/dist/ui.browser.js', 'next'],
  ['/__clerk/npm/@clerk/ui@1.36.0/dist/../secret.js', 'next'],
  ['/__clerk/v1/npm/@clerk/ui@1.36.0/dist/a.js', 'next'],
  ['/newsletter', 'page'],
  ['/newsletter/confirm', 'dynamic'],
  ['/speculation-rules.json', 'rules'],
  ['/dashboards', 'page'],
  ['/studio', 'next'],
  ['/studio/desk/city', 'next'],
  ['/logo.png', 'next'],
  ['/other.png', 'page'],
  ['/opengraph-image/blog/a', 'cached'],
  ['/opengraph-images', 'page'],
  ['*', 'page'],
  ['', 'page'],
])('the route kind of %j is %s', (path, expected) => expect(findKind(path)).toBe(expected))
