import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../../scripts/support/settings.ts'
import { type Destination, destinationOf } from '../../../server/destination.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

const PUBLIC_FILES = new Set(['/logo.png'])
const destination = (path: string) => destinationOf(path, PUBLIC_FILES)

/** The one name there is where a folder takes a name of its own: the framework makes no other. */
const NAMES: Record<string, string> = { '/search/[file]': 'index.json', '/scripts/[name]': 'a.js' }

type Route = { file: string; shape: string; address: string; isPage: boolean; isPublic: boolean; isMade: boolean }

/** The files of `app/` that answer at an address of their own. */
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
  const address = shape.replaceAll(/\/?\[\[.*?\]\]/g, '').replaceAll(/\[[^\]]+\]/g, NAMES[shape] ?? 'sample') || '/'
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

/** Whether a route takes a path, as the framework reads its folders. */
const takes = ({ shape }: Route, path: string) =>
  new RegExp(
    `^${shape
      .replaceAll('.', '\\.')
      .replaceAll(/\/\[\[\\\.\\\.\\\.\w+\]\]/g, '(/.+)?')
      .replaceAll(/\[\\\.\\\.\\\.\w+\]/g, '.+')
      .replaceAll(/\[\w+\]/g, '[^/]+')}$`,
  ).test(path)

/** Whoever may answer a route: who that is decides between a picture of the whole folder and a new file in it. */
function allowed({ isPage, isPublic, isMade }: Route): Destination[] {
  if (!isPage) return ['framework', 'stored']
  if (!isPublic) return ['framework']
  return isMade ? ['made'] : ['page']
}

/** What to do about a route that is answered by somebody else. */
const advice = (route: Route) =>
  `${route.file} is at ${route.address}, where server/destination.ts has '${destination(route.address)}' answer, and not ${allowed(
    route,
  )
    .map((name) => `'${name}'`)
    .join(
      ' or ',
    )}: extend ${route.isPage && route.isPublic ? 'what it says of made pages' : 'FRAMEWORK_FILES or FRAMEWORK_ROOTS there'}.`

describe('the folders of app/', () => {
  it('are found', () => {
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

  it('are each answered by who can', () => {
    const wrong = ROUTES.filter((route) => !allowed(route).includes(destination(route.address)))
    expect(wrong.map(advice)).toEqual([])
  })

  it('leave what is in none of them to the page that says so, which costs the framework nothing', () => {
    const others = ROUTES.filter((route) => !isCatchAll(route))
    const below = [
      ...others.map(({ address }) => `${address === '/' ? '' : address}/nothing`),
      '/nothing',
      '/no/thing.php',
    ]
    const unknown = below.filter((path) => !others.some((route) => takes(route, path)))
    expect(unknown.length).toBeGreaterThan(10)
    expect(unknown.filter((path) => !['page', 'stored'].includes(destination(path)))).toEqual([])
  })
})

describe('what the framework is told beside its folders', () => {
  beforeAll(() => stubSiteEnv())

  it('are redirects, which the front leaves to it', async () => {
    const { default: configure } = await import('../../../next.config.ts')
    const redirects = (await configure('phase-production-server').redirects?.()) ?? []
    expect(redirects.length).toBeGreaterThan(1)
    const addresses = redirects.map(({ source }) => source.replace(/:path[*+]$/, 'sample'))
    expect(addresses.filter((path) => destination(path) !== 'framework')).toEqual([])
  })

  it('are the parts that the proxy answers', async () => {
    const { config } = await import('../../../proxy.ts')
    const sources = config.matcher.filter((source) => typeof source === 'string')
    expect(sources.length).toBeGreaterThan(5)
    const addresses = sources.map((source) => source.replace(/:path\*$|\(\.\*\)$/, 'sample'))
    expect(addresses.filter((path) => destination(path) !== 'framework')).toEqual([])
  })
})

it.each<[string, Destination]>([
  ['/', 'page'],
  ['/api', 'page'],
  ['/blog/page/2', 'page'],
  ['/documentation/search', 'framework'],
  ['/search/other.json', 'page'],
  ['/searching', 'page'],
  ['/__clerk/npm/@clerk/ui@1.36.0/dist/ui-common_ui_58d0c7_1.36.0.js', 'stored'],
  ['/__clerk/npm/@clerk/ui@1/dist/ui.browser.js', 'framework'],
  ['/__clerk/npm/@clerk/ui@1.36.0/dist/../secret.js', 'framework'],
  ['/__clerk/v1/npm/@clerk/ui@1.36.0/dist/a.js', 'framework'],
  ['/newsletter', 'page'],
  ['/newsletter/confirm', 'made'],
  ['/speculation-rules.json', 'rules'],
  ['/dashboards', 'page'],
  ['/studio', 'framework'],
  ['/studio/desk/city', 'framework'],
  ['/logo.png', 'framework'],
  ['/other.png', 'page'],
  ['/opengraph-image/blog/a', 'stored'],
  ['/opengraph-images', 'page'],
  ['*', 'page'],
  ['', 'page'],
])('a request of %j is for: %s', (path, expected) => expect(destination(path)).toBe(expected))
