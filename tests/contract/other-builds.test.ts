import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BUILD_FILE_DAYS } from '../../lib/platform/build-files/store.ts'
import { withDatabase } from '../../lib/platform/db/client.ts'
import { buildFiles } from '../../lib/platform/build-files/schema.ts'
import { log } from '../../lib/platform/log/log.ts'
import { OtherBuilds } from '../../server/http/other-builds.ts'
import { forgetPool } from '../support/forget-pool.ts'
import { openedDatabase } from '../support/opened-database.ts'
import { manualClock } from './contact-fixtures.ts'

const CSS = '/_next/static/chunks/0-qjf3jkqxs_c.css'
const JS = '/_next/static/chunks/turbopack-077hmtqrhcoji.js'
const LIST = '/_next/static/uc0Vi6Ji1797yky48r6UX/_buildManifest.js'
const FONT = '/_next/static/media/text_first-s.p.2pcu72op07ita.woff2'
const SCRIPT = '/scripts/shell-ad7c119d7a.js'
const OF_A_BUILD = [CSS, JS, LIST, FONT, SCRIPT]
const OTHERS = ['/_next/static/media/icon.3qe488e73a_u9.svg', '/_next/static/chunks/a.js', '/scripts/a.html']
const DAY = 24 * 60 * 60_000

describe('assets of other builds', () => {
  const opened = openedDatabase()
  let clock: ReturnType<typeof manualClock>
  let builds: OtherBuilds[]
  let asked: number

  const build = (own: string[], databaseUrl = opened.url) => {
    const made = new OtherBuilds({
      databaseUrl,
      own,
      read: async (path) => Buffer.from(`content of ${path}`),
      query: (work) => ((asked += 1), withDatabase(databaseUrl, work)),
      clock: clock.now,
    })
    builds.push(made)
    return made
  }
  const paths = async () => (await opened.db.select().from(buildFiles)).map(({ path }) => path).toSorted()

  beforeEach(async () => {
    vi.spyOn(log, 'info').mockReturnValue()
    vi.spyOn(log, 'warn').mockReturnValue()
    clock = manualClock()
    builds = []
    asked = 0
    await opened.db.delete(buildFiles)
  })
  afterEach(async () => {
    for (const { stop } of builds) await stop()
    await forgetPool()
    vi.restoreAllMocks()
  })

  it('include all content-hashed files, with type and immutable caching', async () => {
    await build([...OF_A_BUILD, ...OTHERS]).start()
    expect(await paths()).toEqual(OF_A_BUILD.toSorted())
    const other = build([])
    const answers = await Promise.all(OF_A_BUILD.map((path) => other.find(path)))
    const contents = answers.map((answer) => answer?.body.bytes.toString())
    expect(contents).toEqual(OF_A_BUILD.map((path) => `content of ${path}`))
    const script = 'application/javascript'
    const types = answers.map((answer) => answer?.headers['content-type']?.replace(/;.*/, ''))
    expect(types).toEqual(['text/css', script, script, 'font/woff2', script])
    for (const answer of answers)
      expect(answer?.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      })
  })

  it('are found after a later deployment, then served from memory', async () => {
    const other = build([])
    expect(await other.find(CSS)).toBeUndefined()
    await build([CSS]).start()
    const first = await other.find(CSS)
    expect(first?.body.bytes.toString()).toBe(`content of ${CSS}`)
    await opened.db.delete(buildFiles)
    expect(await other.find(CSS)).toBe(first)
  })

  it('are queried at most once a second, even for many unknown paths', async () => {
    const other = build([])
    const began = performance.now()
    await other.find(CSS)
    expect(asked).toBe(1)
    const made = Array.from({ length: 500 }, (_, index) => `/_next/static/chunks/madeup-${index + 1_000}.js`)
    expect(await Promise.all(made.map((path) => other.find(path)))).toEqual(made.map(() => undefined))
    expect(asked).toBe(2)
    expect(performance.now() - began, 'the second lookup is delayed').toBeGreaterThan(900)
  })

  it('need a content-hashed path, or the database is not queried', async () => {
    const other = build([])
    for (const path of [...OTHERS, '/_next/static/../x.js', '/', `${CSS}.map`])
      expect(await other.find(path)).toBeUndefined()
    expect(asked, 'no database query').toBe(0)
  })

  it('are kept while a process uses them, and for a month afterwards', async () => {
    await build([CSS, JS]).start()
    clock.advance((BUILD_FILE_DAYS - 1) * DAY)
    await build([CSS]).start()
    expect(await paths()).toEqual([CSS, JS].toSorted())
    clock.advance(2 * DAY)
    await build([FONT]).start()
    await expect.poll(paths).toEqual([CSS, FONT].toSorted())
  })

  it('are missing while the database is down, without an error', async () => {
    const away = build([CSS], 'postgres://local:local-password@127.0.0.1:9/postgres')
    expect(await away.find(JS)).toBeUndefined()
    expect(log.warn).toHaveBeenCalledWith(expect.objectContaining({ path: JS }), expect.any(String))
  })
})
