import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect } from '@playwright/test'
import { siteProcess, siteServer, siteVariables } from '../../../scripts/support/services.ts'
import { ask as askPort, rawConnection } from '../../support/http.ts'
import { look } from '../../support/pages/known-pages.ts'
import { publishAndWait } from '../../support/pages/publishing.ts'
import { stack } from '../../support/stack/addresses.ts'
import { lake } from '../../support/stack/lake.ts'
import { startSecondSite } from '../../support/stack/second-site.ts'
import { release } from '../../support/stack/stack.ts'
import { until, untilTime } from '../../support/until.ts'
import { cookiesWith, tokenOf } from '../account/gate-visitors.ts'
import { test } from '../test.ts'

const { siteUrl } = stack.env
const HOST = 'localhost'
const PORT = Number(new URL(siteUrl).port)

/** Minimum milliseconds between two renders of the same page. */
const MADE_ANEW_EVERY = 1_000

const PUBLISHES = 8
const CONNECTIONS = 16

/** Milliseconds between requests per connection: hundreds per second in total, without saturating the CPU. */
const BETWEEN_VISITS = 20

/** Maximum milliseconds from SIGTERM to exit. */
const ENDS_WITHIN = 10_000

const ask = (path: string, sent: Parameters<typeof askPort>[2] = {}) => askPort(PORT, path, { host: HOST, ...sent })
const connection = (port = PORT) => rawConnection(port, HOST)

test.describe('home page under load', () => {
  type Visit = { startedAt: number; etag: string; text: string }
  let visits: Visit[]
  let load: AbortController
  let visitors: Promise<void>[]
  let heading: { place: string; text: string }

  const visitor = async () => {
    while (!load.signal.aborted) {
      const startedAt = Date.now()
      const { headers, body } = await ask('/')
      visits.push({
        startedAt,
        etag: headers.etag ?? '',
        text: /<h1[^>]*>(.*?)<\/h1>/s.exec(body.toString())?.[1] ?? '',
      })
      await pause(BETWEEN_VISITS)
    }
  }

  const untilSeen = (text: string) =>
    until(`a visit with the text "${text}"`, async () => visits.some((visit) => visit.text === text) || undefined)

  test.beforeEach(async () => {
    const [{ _key, heading: text }] = await lake.fetch<[{ _key: string; heading: string }]>(
      '*[_id == "page-home"][0].blocks[0..0]{ _key, heading }',
    )
    heading = { place: `blocks[_key=="${_key}"].heading`, text }
    visits = []
    load = new AbortController()
    visitors = Array.from({ length: CONNECTIONS }, visitor)
    await untilSeen(text)
  })

  test.afterEach(async () => {
    load.abort()
    await Promise.all(visitors)
    await publishAndWait('page-home', { [heading.place]: heading.text })
  })

  test('is fresh on the first view after a publish and renders once per publish', async () => {
    const published: { text: string; newFrom: number }[] = []
    for (let index = 0; index < PUBLISHES; index++) {
      const text = `Heading ${Date.now().toString(36)} under load`
      const { answeredAt } = await publishAndWait('page-home', { [heading.place]: text })
      const newFrom = answeredAt + MADE_ANEW_EVERY
      await untilTime(newFrom)
      const first = await look(siteUrl, '/')
      expect(first.text).toContain(text)
      published.push({ text, newFrom })
      await untilSeen(text)
    }
    load.abort()
    await Promise.all(visitors)
    expect(visits.length).toBeGreaterThan(PUBLISHES * CONNECTIONS)
    const old = published.flatMap(({ text, newFrom }, index) => {
      const later = new Set(published.slice(index).map((one) => one.text))
      return visits.filter((visit) => visit.startedAt > newFrom && !later.has(visit.text)).map(() => text)
    })
    expect(old).toEqual([])
    const versions = new Set(visits.map(({ etag }) => etag)).size
    test.info().annotations.push({ type: 'load', description: `${visits.length} visits, ${versions} pages` })
    expect(versions).toBeLessThanOrEqual(2 * PUBLISHES + 1)
  })
})

test('a page has the same text in every encoding, supports HEAD, and returns 304 if unchanged @smoke', async () => {
  const decoded = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }
  const texts = new Set<string>()
  const tags = new Set<string | undefined>()
  for (const [encoding, decode] of Object.entries(decoded)) {
    // Retries: after a few requests, a better compressed variant replaces the first.
    await expect(async () => {
      const headers = { 'accept-encoding': encoding }
      const whole = await ask('/pricing', { headers })
      expect(whole.status).toBe(200)
      expect(whole.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding)
      const head = await ask('/pricing', { method: 'HEAD', headers })
      expect([head.status, head.body.length]).toEqual([200, 0])
      expect({ ...head.headers, date: undefined }).toEqual({ ...whole.headers, date: undefined })
      const known = await ask('/pricing', { headers: { ...headers, 'if-none-match': whole.headers.etag } })
      expect([known.status, known.body.length]).toEqual([304, 0])
      texts.add(decode(whole.body).toString())
      tags.add(whole.headers.etag)
    }).toPass()
  }
  expect(texts.size).toBe(1)
  expect(tags.size).toBeGreaterThanOrEqual(3)
})

test('a cached page has exactly the expected headers @smoke', async () => {
  await ask('/pricing')
  const { raw, headers } = await ask('/pricing', { headers: { 'accept-encoding': 'br' } })
  expect(raw.map(([name]) => name).toSorted()).toEqual([
    'cache-control',
    'connection',
    'content-encoding',
    'content-length',
    'content-security-policy',
    'content-type',
    'cross-origin-opener-policy',
    'cross-origin-resource-policy',
    'date',
    'etag',
    'permissions-policy',
    'referrer-policy',
    'speculation-rules',
    'vary',
    'x-content-type-options',
  ])
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=0, must-revalidate',
    'content-type': 'text/html; charset=utf-8',
    vary: 'Accept-Encoding',
  })
})

test('upgrade requests never take over a connection', async () => {
  // Next handles upgrades only after its first request.
  await ask('/api/openapi.json')
  for (const path of ['/pricing', '/no/such/page', '/_next/webpack-hmr']) {
    const other = connection()
    other.socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close, Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    )
    expect(await other.ended, path).toMatch(/^HTTP\/1\.1 (200|404) /)
  }
})

test('a second server on the same port exits and reports the reason', async () => {
  const child = spawn(process.execPath, siteServer(release, '--port', String(PORT), '--hostname', HOST), {
    cwd: release,
    env: { ...process.env, ...siteVariables(stack), ...siteProcess },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    expect(code).toBe(1)
    expect(said).toContain('EADDRINUSE')
  } finally {
    child.kill('SIGKILL')
  }
})

test('on SIGTERM, the site completes pending requests and exits within ten seconds', async () => {
  const site = await startSecondSite({ SITE_URL: siteUrl })
  const port = Number(new URL(site.url).port)
  try {
    const headers = await cookiesWith(tokenOf('admin'))
    const changes = (since: string) => fetch(`${site.url}/api/dashboard/changes${since}`, { headers })
    const present = await changes('')
    expect(present.status).toBe(200)
    const { last } = (await present.json()) as { last: string | null }
    const waiting = changes(`?since=${last ?? '-'}`)
    const form = connection(port)
    form.socket.write(
      `POST /api/contact HTTP/1.1\r\nHost: ${HOST}\r\nOrigin: ${siteUrl}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{`,
    )
    const idle = connection(port)
    idle.socket.write(`GET /pricing HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`)
    // Sends later requests: their responses prove that the server has received the earlier ones.
    await until('the response', async () => idle.received().includes('</html>') || undefined)
    expect((await changes('')).status).toBe(200)

    const ended = once(site.child, 'exit') as Promise<[number | null]>
    const toldAt = performance.now()
    site.child.kill('SIGTERM')
    expect((await (await waiting).json()) as object).toEqual({ last })
    await idle.ended
    await expect(fetch(`${site.url}/pricing`)).rejects.toThrow()
    form.socket.write('}')
    expect(await form.ended).toMatch(/^HTTP\/1\.1 4\d\d [\s\S]*connection: close/i)
    expect(await ended).toEqual([0, null])
    const took = Math.round(performance.now() - toldAt)
    test.info().annotations.push({ type: 'from SIGTERM to the end', description: `${took} ms` })
    expect(took).toBeLessThan(ENDS_WITHIN)
  } finally {
    await site.end()
  }
})

test('on SIGTERM, the site exits within ten seconds despite an unfinished request', async () => {
  const site = await startSecondSite({})
  try {
    const endless = connection(Number(new URL(site.url).port))
    endless.socket.write(`POST /api/contact HTTP/1.1\r\nHost: ${HOST}\r\nContent-Length: 2\r\n\r\n{`)
    await fetch(`${site.url}/robots.txt`)
    const ended = once(site.child, 'exit') as Promise<[number | null]>
    const toldAt = performance.now()
    site.child.kill('SIGTERM')
    await ended
    expect(performance.now() - toldAt).toBeLessThan(ENDS_WITHIN + 1_000)
  } finally {
    await site.end()
  }
})
