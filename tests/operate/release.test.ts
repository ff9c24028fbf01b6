import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildStudio } from '../../scripts/build/builds.ts'
import { writeRelease } from '../../scripts/build/release/write-release.ts'
import { stop } from '../../scripts/support/processes.ts'
import { loadSettings, root } from '../../scripts/support/settings.ts'
import { buildCookies, getToken } from '../e2e/account/gate-visitors.ts'
import { type ServedRelease, serveFolder, serveImage } from './support/release-process.ts'

/* With CONTAINER_IMAGE and CONTAINER_RUN, the tests run against an image instead (deploy/try-container.sh). */

const { CONTAINER_IMAGE: image, CONTAINER_RUN: run } = process.env

let folder: string
let release: ServedRelease

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'release-'))
  if (image && run) {
    release = await serveImage(run, image)
    return
  }
  await buildStudio(loadSettings())
  await writeRelease(root, folder)
  release = await serveFolder(folder)
})

afterAll(async () => {
  if (release) await stop(release.service)
  rmSync(folder, { recursive: true, force: true })
})

const fetchPath = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, release.url), { headers, redirect: 'manual' })

const getContentType = ({ headers }: Response) => headers.get('content-type')?.split(';')[0]

async function fetchHtml(path: string): Promise<string> {
  const response = await fetchPath(path)
  expect([path, response.status, getContentType(response)]).toEqual([path, 200, 'text/html'])
  return response.text()
}

const findUniqueMatches = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([match]) => match.replaceAll('&amp;', '&'))),
]

const listFiles = () =>
  globSync(['**/*', '.next/**/*'], { cwd: folder, exclude: ['.next/cache/**', 'node_modules/**', 'public/**'] })
    .toSorted()
    .map((file) => [file, statSync(resolve(folder, file), { throwIfNoEntry: false })?.mtimeMs])

it.each(['/', '/pricing', '/blog', '/contact', '/search?q=heat', '/demo', '/login', '/studio'])(
  'the release serves the page %s',
  async (path) => {
    expect(await fetchHtml(path)).toContain('</html>')
  },
)

it('the release serves a blog post and a documentation page', async () => {
  const [post = ''] = findUniqueMatches(await fetchHtml('/blog'), /(?<=href=")\/blog\/[a-z0-9-]+(?=")/g)
  expect(await fetchHtml(post)).toContain('<h1')
  const first = (await fetchPath('/docs')).headers.get('location') ?? ''
  expect(await fetchHtml(first)).toContain('<h1')
})

it('the release contains every file that its pages reference', async () => {
  const pages = await Promise.all(['/', '/login', '/studio'].map(fetchHtml))
  const filePaths = pages.flatMap((page) =>
    findUniqueMatches(page, /(?<=")\/(_next\/static|scripts|studio\/static)\/[^"\s\\]+/g),
  )
  expect(filePaths.length).toBeGreaterThan(10)
  const responses = await Promise.all(filePaths.map(async (path) => ({ path, response: await fetchPath(path) })))
  // For a missing file, the Studio returns its HTML page with status 200.
  const missing = responses.filter(
    ({ response }) => response.status !== 200 || getContentType(response) === 'text/html',
  )
  expect(missing.map(({ path }) => path)).toEqual([])
})

it('the release resizes images with its native library', async () => {
  const [imageUrl = ''] = findUniqueMatches(await fetchHtml('/'), /\/_next\/image\?[^"\s]+/g)
  const response = await fetchPath(imageUrl, { accept: 'image/webp' })
  expect([response.status, getContentType(response)]).toEqual([200, 'image/webp'])
  // The first bytes of a WebP file.
  expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toMatch(/^RIFF....WEBP/s)
})

it('the release renders the Open Graph image of a page with its fonts', async () => {
  const [address = ''] = findUniqueMatches(await fetchHtml('/pricing'), /(?<=property="og:image" content=")[^"]+/g)
  const { pathname, search } = new URL(address)
  const response = await fetchPath(pathname + search)
  expect([response.status, getContentType(response)]).toEqual([200, 'image/png'])
})

it.each([
  ['/robots.txt', 'text/plain'],
  ['/sitemap.xml', 'application/xml'],
  ['/blog/rss.xml', 'application/rss+xml'],
  ['/llms.txt', 'text/plain'],
  ['/api/openapi.json', 'application/json'],
  ['/api/contact/ticket', 'application/json'],
  ['/dashboard-worker.js', 'text/javascript'],
])('the release serves the file %s', async (path, type) => {
  const response = await fetchPath(path)
  expect([response.status, getContentType(response)]).toEqual([200, type])
})

describe('dashboard', () => {
  it('redirects signed-out visitors to the sign-in page, also behind an HTTPS proxy', async () => {
    const response = await fetchPath('/dashboard', { 'x-forwarded-proto': 'https' })
    expect([response.status, response.headers.get('location')]).toEqual([307, expect.stringContaining('/login')])
  })

  it('serves signed-in admins', async () => {
    const cookies = await buildCookies(getToken('admin'))
    const paths = ['/dashboard', '/dashboard/calls', '/dashboard/settings/data', '/api/dashboard/today']
    const statuses = await Promise.all(paths.map(async (path) => [path, (await fetchPath(path, cookies)).status]))
    expect(statuses).toEqual(paths.map((path) => [path, 200]))
  })
})

it('the release contains no build-time packages or files', () => {
  const buildPackages = globSync('node_modules/{typescript,tailwindcss,sanity,vitest,@next,@swc}', { cwd: folder })
  // Next needs small parts of these two packages at runtime.
  expect(buildPackages.toSorted()).toEqual(image ? [] : ['node_modules/@next', 'node_modules/@swc'])
  expect(globSync(['**/*.test.ts', 'node_modules/@next/swc*', '.next/**/*.{map,nft.json}'], { cwd: folder })).toEqual(
    [],
  )
})

it('the release writes only to its cache', async () => {
  if (image) return
  const filesBefore = listFiles()
  await fetchHtml('/about')
  expect(listFiles()).toEqual(filesBefore)
  expect(globSync('.next/cache/*', { cwd: folder }).toSorted()).toEqual(
    ['answers', 'images', 'pages'].map((name) => `.next/cache/${name}`),
  )
})

it('the release logs no errors and shuts down cleanly', async () => {
  await stop(release.service)
  expect(await release.service.exitReason).toBe('exit code 0')
  const lines = readFileSync(release.logFile, 'utf8').split('\n')
  expect(lines.filter((line) => /"level":"(warn|error|fatal)"|Error/.test(line))).toEqual([])
})
