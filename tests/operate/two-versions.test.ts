import { globSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, extname, resolve } from 'node:path'
import type { RunningPostgres } from '@ductwise/postgres/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCookies, getToken } from '../e2e/account/gate-visitors.ts'
import { copyRelease } from '../support/stack/own-release.ts'
import { startTcpRelay } from '../support/stack/tcp-relay.ts'
import { startOperatePostgres } from './support/postgres.ts'
import { hasProgram } from './support/programs.ts'
import { type Site, startSite } from './support/sites.ts'

const TEXT_EXTENSIONS = new Set([
  '.js',
  '.json',
  '.html',
  '.rsc',
  '.body',
  '.meta',
  '.css',
  '.txt',
  '.segments',
  '.map',
  '',
])

const renameHash = (name: string) => name.replace(/.(?=\.\w+$)/, (character) => (character === '7' ? '3' : '7'))

/** Simulates another build: renames files and all references to them. */
function renameFiles(folder: string, names: string[]): void {
  const files = globSync(['.next/**/*', 'lib/browser-bundles.js'], { cwd: folder })
  for (const file of files) {
    const path = resolve(folder, file)
    if (!statSync(path).isFile() || !TEXT_EXTENSIONS.has(extname(path))) continue
    const text = readFileSync(path, 'utf8')
    const newText = names.reduce((current, name) => current.replaceAll(name, renameHash(name)), text)
    if (newText !== text) writeFileSync(path, newText)
  }
  for (const file of files) {
    const name = names.find((candidate) => basename(file).startsWith(candidate))
    if (name) renameSync(resolve(folder, file), resolve(folder, file.replace(name, renameHash(name))))
  }
}

const FILE_URL_PATTERN = /(?:\/_next\/static\/|\/scripts\/)[\w~./-]+\.(?:css|js|woff2)/g

const PAGE_PATHS = ['/', '/pricing', '/blog', '/contact', '/search']

const CONTENT_TYPES: Record<string, RegExp> = {
  '.css': /^text\/css/,
  '.js': /^(?:application|text)\/javascript/,
  '.woff2': /^font\/woff2/,
}

async function findReferencedFiles({ url }: Site): Promise<Set<string>> {
  const headers = await buildCookies(getToken('admin'))
  const files = new Set<string>()
  const addFiles = (text: string) => {
    for (const [path] of text.matchAll(FILE_URL_PATTERN)) files.add(path)
  }
  for (const path of PAGE_PATHS) addFiles(await (await fetch(url + path)).text())
  addFiles(await (await fetch(`${url}/dashboard`, { headers })).text())
  addFiles(await (await fetch(`${url}/login`)).text())
  for (const path of [...files].filter((file) => file.endsWith('.css'))) {
    const css = await (await fetch(url + path)).text()
    for (const [, file = ''] of css.matchAll(/url\(["']?([^"')]+\.woff2)/g))
      files.add(new URL(file, url + path).pathname)
  }
  return files
}

async function findWrongFiles(paths: Iterable<string>, site: Site, bytes: Map<string, Buffer>): Promise<string[]> {
  const problems: string[] = []
  for (const path of paths) {
    const response = await fetch(site.url + path)
    const receivedBytes = Buffer.from(await response.arrayBuffer())
    const { headers, status } = response
    const isCorrect =
      status === 200 &&
      bytes.get(path)?.equals(receivedBytes) === true &&
      CONTENT_TYPES[extname(path)]?.test(headers.get('content-type') ?? '') === true &&
      headers.get('cache-control') === 'public, max-age=31536000, immutable' &&
      headers.get('content-security-policy')?.includes("default-src 'none'") === true &&
      headers.get('x-content-type-options') === 'nosniff'
    if (!isCorrect) problems.push(`${path}: ${status} ${headers.get('content-type')} ${headers.get('cache-control')}`)
  }
  return problems
}

describe.skipIf(!hasProgram('postgres'))('two builds on one database', () => {
  let postgres: RunningPostgres
  let previousSite: Site
  let next: Site
  let previousOnlyPaths: string[]
  let nextOnlyPaths: string[]
  const bytes = new Map<string, Buffer>()
  const buildVariables = () => ({ DATABASE_URL: postgres.url })
  let nextFolder: string

  beforeAll(async () => {
    postgres = await startOperatePostgres()
    previousSite = await startSite({ name: 'version-former', variables: buildVariables() })
    const previousPaths = [...(await findReferencedFiles(previousSite))]
    const findNames = (pattern: RegExp) =>
      previousPaths.filter((path) => pattern.test(path)).map((path) => basename(path))
    const [css = ''] = findNames(/chunks\/.*\.css$/)
    const [js = ''] = findNames(/chunks\/[^/]*\.js$/)
    const [font = ''] = findNames(/\.woff2$/)
    const [script = ''] = findNames(/^\/scripts\//)
    nextFolder = copyRelease('version-next')
    renameFiles(nextFolder, [css, js, font, script])
    next = await startSite({ name: 'version-next', folder: nextFolder, variables: buildVariables() })
    const [previousFiles, nextFiles] = [new Set(previousPaths), await findReferencedFiles(next)]
    previousOnlyPaths = previousPaths.filter((path) => !nextFiles.has(path))
    nextOnlyPaths = [...nextFiles].filter((path) => !previousFiles.has(path))
    for (const [site, paths] of [
      [previousSite, previousFiles],
      [next, nextFiles],
    ] as const) {
      for (const path of paths) {
        const response = await fetch(site.url + path)
        if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}`)
        bytes.set(path, Buffer.from(await response.arrayBuffer()))
      }
    }
  })
  afterAll(async () => {
    await previousSite?.stop()
    await next?.stop()
    await postgres?.close()
  })

  it('reference different files', () => {
    const getKinds = (paths: string[]) =>
      [...new Set(paths.map((path) => path.replace(/[^/]*(\.\w+)$/, '$1')))].toSorted()
    const expectedKinds = [
      '/_next/static/chunks/.css',
      '/_next/static/chunks/.js',
      '/_next/static/media/.woff2',
      '/scripts/.js',
    ]
    expect([getKinds(previousOnlyPaths), getKinds(nextOnlyPaths)]).toEqual([expectedKinds, expectedKinds])
  })

  it("serve each other's files while both run", async () => {
    expect(await findWrongFiles(previousOnlyPaths, next, bytes)).toEqual([])
    expect(await findWrongFiles(nextOnlyPaths, previousSite, bytes)).toEqual([])
  })

  it('respond to unknown paths with an uncacheable 404', async () => {
    const [path = ''] = previousOnlyPaths
    for (const unknownPath of [
      path.replace(/[^.]{5}(\.\w+)$/, '-made$1'),
      `${path}.map`,
      '/scripts/none-0123456789.js',
    ]) {
      const { status, headers } = await fetch(next.url + unknownPath)
      expect([unknownPath, status, headers.get('cache-control')]).toEqual([unknownPath, 404, 'no-store'])
    }
  })

  it('still serve files of a stopped build to open pages', async () => {
    await previousSite.stop()
    await next.stop()
    next = await startSite({ name: 'version-next', folder: nextFolder, variables: buildVariables() })
    expect(await findWrongFiles(previousOnlyPaths, next, bytes)).toEqual([])
  })

  it('do not cache a missing file while the database is down', async () => {
    await next.stop()
    const relay = await startTcpRelay(Number(new URL(postgres.url).port))
    try {
      const database = new URL(postgres.url)
      database.port = String(relay.port)
      next = await startSite({ name: 'version-next', folder: nextFolder, variables: { DATABASE_URL: database.href } })
      const [path = ''] = previousOnlyPaths
      relay.cut()
      const { status, headers } = await fetch(next.url + path)
      expect([status, headers.get('cache-control')]).toEqual([404, 'no-store'])
      relay.restore()
      await expect.poll(async () => (await fetch(next.url + path)).status, { timeout: 15_000 }).toBe(200)
    } finally {
      await next.stop()
      await relay.close()
    }
  })
})
