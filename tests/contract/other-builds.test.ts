import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BUILD_FILE_RETENTION_DAYS } from '../../lib/platform/build-files/store.ts'
import { withDatabase } from '../../lib/platform/db/client.ts'
import { buildFiles } from '../../lib/platform/build-files/schema.ts'
import { log } from '../../lib/platform/log/log.ts'
import { OtherBuilds } from '../../server/http/other-builds.ts'
import { resetPool } from '../support/reset-pool.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { createManualClock } from './contact-fixtures.ts'

const CSS = '/_next/static/chunks/0-qjf3jkqxs_c.css'
const JS = '/_next/static/chunks/turbopack-077hmtqrhcoji.js'
const MANIFEST = '/_next/static/uc0Vi6Ji1797yky48r6UX/_buildManifest.js'
const FONT = '/_next/static/media/text_first-s.p.2pcu72op07ita.woff2'
const SCRIPT = '/scripts/shell-ad7c119d7a.js'
const BUILD_FILES = [CSS, JS, MANIFEST, FONT, SCRIPT]
const OTHER_FILES = ['/_next/static/media/icon.3qe488e73a_u9.svg', '/_next/static/chunks/a.js', '/scripts/a.html']
const DAY_MS = 24 * 60 * 60_000

describe('assets of other builds', () => {
  const database = setUpDatabase()
  let clock: ReturnType<typeof createManualClock>
  let builds: OtherBuilds[]
  let queryCount: number

  const createBuild = (buildPaths: string[], databaseUrl = database.url) => {
    const otherBuilds = new OtherBuilds({
      databaseUrl,
      ownPaths: buildPaths,
      readFile: async (path) => Buffer.from(`content of ${path}`),
      query: (work) => ((queryCount += 1), withDatabase(databaseUrl, work)),
      clock: clock.now,
    })
    builds.push(otherBuilds)
    return otherBuilds
  }
  const listPaths = async () => (await database.db.select().from(buildFiles)).map(({ path }) => path).toSorted()

  beforeEach(async () => {
    vi.spyOn(log, 'info').mockReturnValue()
    vi.spyOn(log, 'warn').mockReturnValue()
    clock = createManualClock()
    builds = []
    queryCount = 0
    await database.db.delete(buildFiles)
  })
  afterEach(async () => {
    for (const { stop } of builds) await stop()
    await resetPool()
    vi.restoreAllMocks()
  })

  it('include all content-hashed files, with type and immutable caching', async () => {
    await createBuild([...BUILD_FILES, ...OTHER_FILES]).start()
    expect(await listPaths()).toEqual(BUILD_FILES.toSorted())
    const reader = createBuild([])
    const responses = await Promise.all(BUILD_FILES.map((path) => reader.find(path)))
    const contents = responses.map((response) => response?.body.bytes.toString())
    expect(contents).toEqual(BUILD_FILES.map((path) => `content of ${path}`))
    const script = 'application/javascript'
    const types = responses.map((response) => response?.headers['content-type']?.replace(/;.*/, ''))
    expect(types).toEqual(['text/css', script, script, 'font/woff2', script])
    for (const response of responses)
      expect(response?.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      })
  })

  it('are found after a later deployment, then served from memory', async () => {
    const reader = createBuild([])
    expect(await reader.find(CSS)).toBeUndefined()
    await createBuild([CSS]).start()
    const first = await reader.find(CSS)
    expect(first?.body.bytes.toString()).toBe(`content of ${CSS}`)
    await database.db.delete(buildFiles)
    expect(await reader.find(CSS)).toBe(first)
  })

  it('are queried at most once a second, even for many unknown paths', async () => {
    const reader = createBuild([])
    const startedAt = performance.now()
    await reader.find(CSS)
    expect(queryCount).toBe(1)
    const inventedPaths = Array.from({ length: 500 }, (_, index) => `/_next/static/chunks/madeup-${index + 1_000}.js`)
    expect(await Promise.all(inventedPaths.map((path) => reader.find(path)))).toEqual(
      inventedPaths.map(() => undefined),
    )
    expect(queryCount).toBe(2)
    expect(performance.now() - startedAt, 'the second lookup is delayed').toBeGreaterThan(900)
  })

  it('are looked up in the database only for content-hashed paths', async () => {
    const reader = createBuild([])
    for (const path of [...OTHER_FILES, '/_next/static/../x.js', '/', `${CSS}.map`])
      expect(await reader.find(path)).toBeUndefined()
    expect(queryCount, 'no database query').toBe(0)
  })

  it('are kept while a process uses them, and for a month afterwards', async () => {
    await createBuild([CSS, JS]).start()
    clock.advance((BUILD_FILE_RETENTION_DAYS - 1) * DAY_MS)
    await createBuild([CSS]).start()
    expect(await listPaths()).toEqual([CSS, JS].toSorted())
    clock.advance(2 * DAY_MS)
    await createBuild([FONT]).start()
    await expect.poll(listPaths).toEqual([CSS, FONT].toSorted())
  })

  it('are missing while the database is down, without an error', async () => {
    const disconnectedBuild = createBuild([CSS], 'postgres://local:local-password@127.0.0.1:9/postgres')
    expect(await disconnectedBuild.find(JS)).toBeUndefined()
    expect(log.warn).toHaveBeenCalledWith(expect.objectContaining({ path: JS }), expect.any(String))
  })
})
