import { globSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, extname, resolve } from 'node:path'
import type { RunningPostgres } from '@ductwise/postgres/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cookiesWith, tokenOf } from '../e2e/account/gate-visitors.ts'
import { ownRelease } from '../support/stack/own-release.ts'
import { startTcpRelay } from '../support/stack/tcp-relay.ts'
import { startOperatePostgres } from './support/postgres.ts'
import { hasProgram } from './support/programs.ts'
import { type Site, startSite } from './support/sites.ts'

const TEXTS = new Set(['.js', '.json', '.html', '.rsc', '.body', '.meta', '.css', '.txt', '.segments', '.map', ''])

const renamed = (name: string) => name.replace(/.(?=\.\w+$)/, (digit) => (digit === '7' ? '3' : '7'))

/** Simulates another build: renames files and all references to them. */
function renameFiles(folder: string, names: string[]): void {
  const files = globSync(['.next/**/*', 'lib/browser-bundles.js'], { cwd: folder })
  for (const file of files) {
    const path = resolve(folder, file)
    if (!statSync(path).isFile() || !TEXTS.has(extname(path))) continue
    const text = readFileSync(path, 'utf8')
    const changed = names.reduce((before, name) => before.replaceAll(name, renamed(name)), text)
    if (changed !== text) writeFileSync(path, changed)
  }
  for (const file of files) {
    const name = names.find((known) => basename(file).startsWith(known))
    if (name) renameSync(resolve(folder, file), resolve(folder, file.replace(name, renamed(name))))
  }
}

const FILE = /(?:\/_next\/static\/|\/scripts\/)[\w~./-]+\.(?:css|js|woff2)/g

const PAGES = ['/', '/pricing', '/blog', '/contact', '/search']

const TYPES: Record<string, RegExp> = {
  '.css': /^text\/css/,
  '.js': /^(?:application|text)\/javascript/,
  '.woff2': /^font\/woff2/,
}

async function filesOf({ url }: Site): Promise<Set<string>> {
  const headers = await cookiesWith(tokenOf('admin'))
  const found = new Set<string>()
  const note = (text: string) => {
    for (const [path] of text.matchAll(FILE)) found.add(path)
  }
  for (const path of PAGES) note(await (await fetch(url + path)).text())
  note(await (await fetch(`${url}/dashboard`, { headers })).text())
  note(await (await fetch(`${url}/login`)).text())
  for (const path of [...found].filter((file) => file.endsWith('.css'))) {
    const css = await (await fetch(url + path)).text()
    for (const [, file = ''] of css.matchAll(/url\(["']?([^"')]+\.woff2)/g))
      found.add(new URL(file, url + path).pathname)
  }
  return found
}

async function wrongFiles(paths: Iterable<string>, other: Site, bytes: Map<string, Buffer>): Promise<string[]> {
  const wrong: string[] = []
  for (const path of paths) {
    const answer = await fetch(other.url + path)
    const got = Buffer.from(await answer.arrayBuffer())
    const { headers, status } = answer
    const isRight =
      status === 200 &&
      bytes.get(path)?.equals(got) === true &&
      TYPES[extname(path)]?.test(headers.get('content-type') ?? '') === true &&
      headers.get('cache-control') === 'public, max-age=31536000, immutable' &&
      headers.get('content-security-policy')?.includes("default-src 'none'") === true &&
      headers.get('x-content-type-options') === 'nosniff'
    if (!isRight) wrong.push(`${path}: ${status} ${headers.get('content-type')} ${headers.get('cache-control')}`)
  }
  return wrong
}

describe.skipIf(!hasProgram('postgres'))('two builds on one database', () => {
  let postgres: RunningPostgres
  let former: Site
  let next: Site
  let ofFormer: string[]
  let ofNext: string[]
  const bytes = new Map<string, Buffer>()
  const variables = () => ({ DATABASE_URL: postgres.url })
  let nextFolder: string

  beforeAll(async () => {
    postgres = await startOperatePostgres()
    former = await startSite({ name: 'version-former', variables: variables() })
    const all = [...(await filesOf(former))]
    const named = (pattern: RegExp) => all.filter((path) => pattern.test(path)).map((path) => basename(path))
    const [css = ''] = named(/chunks\/.*\.css$/)
    const [js = ''] = named(/chunks\/[^/]*\.js$/)
    const [font = ''] = named(/\.woff2$/)
    const [script = ''] = named(/^\/scripts\//)
    nextFolder = ownRelease('version-next')
    renameFiles(nextFolder, [css, js, font, script])
    next = await startSite({ name: 'version-next', folder: nextFolder, variables: variables() })
    const [formerFiles, nextFiles] = [new Set(all), await filesOf(next)]
    ofFormer = all.filter((path) => !nextFiles.has(path))
    ofNext = [...nextFiles].filter((path) => !formerFiles.has(path))
    for (const [site, paths] of [
      [former, formerFiles],
      [next, nextFiles],
    ] as const) {
      for (const path of paths) {
        const answer = await fetch(site.url + path)
        if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`)
        bytes.set(path, Buffer.from(await answer.arrayBuffer()))
      }
    }
  })
  afterAll(async () => {
    await former?.stop()
    await next?.stop()
    await postgres?.close()
  })

  it('reference different files', () => {
    const kinds = (paths: string[]) => [...new Set(paths.map((path) => path.replace(/[^/]*(\.\w+)$/, '$1')))].toSorted()
    const all = ['/_next/static/chunks/.css', '/_next/static/chunks/.js', '/_next/static/media/.woff2', '/scripts/.js']
    expect([kinds(ofFormer), kinds(ofNext)]).toEqual([all, all])
  })

  it("serve each other's files while both run", async () => {
    expect(await wrongFiles(ofFormer, next, bytes)).toEqual([])
    expect(await wrongFiles(ofNext, former, bytes)).toEqual([])
  })

  it('respond to unknown paths with an uncacheable 404', async () => {
    const [path = ''] = ofFormer
    for (const made of [path.replace(/[^.]{5}(\.\w+)$/, '-made$1'), `${path}.map`, '/scripts/none-0123456789.js']) {
      const { status, headers } = await fetch(next.url + made)
      expect([made, status, headers.get('cache-control')]).toEqual([made, 404, 'no-store'])
    }
  })

  it('still serve files of a stopped build to open pages', async () => {
    await former.stop()
    await next.stop()
    next = await startSite({ name: 'version-next', folder: nextFolder, variables: variables() })
    expect(await wrongFiles(ofFormer, next, bytes)).toEqual([])
  })

  it('do not cache a missing file while the database is down', async () => {
    await next.stop()
    const relay = await startTcpRelay(Number(new URL(postgres.url).port))
    try {
      const database = new URL(postgres.url)
      database.port = String(relay.port)
      next = await startSite({ name: 'version-next', folder: nextFolder, variables: { DATABASE_URL: database.href } })
      const [path = ''] = ofFormer
      relay.cut()
      const { status, headers } = await fetch(next.url + path)
      expect([status, headers.get('cache-control')]).toEqual([404, 'no-store'])
      relay.mend()
      await expect.poll(async () => (await fetch(next.url + path)).status, { timeout: 15_000 }).toBe(200)
    } finally {
      await next.stop()
      await relay.close()
    }
  })
})
