import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect } from '@playwright/test'
import { siteProcessEnv, buildSiteServerArgs, buildSiteVariables } from '../../../scripts/support/services.ts'
import { sendHttpRequest as requestPort, openRawConnection } from '../../support/http.ts'
import { requestPage } from '../../support/pages/known-pages.ts'
import { publishAndWait } from '../../support/pages/publishing.ts'
import { stack } from '../../support/stack/addresses.ts'
import { lake } from '../../support/stack/lake.ts'
import { startSecondSite } from '../../support/stack/second-site.ts'
import { release } from '../../support/stack/stack.ts'
import { pollUntil, waitUntilTime } from '../../support/until.ts'
import { buildCookies, getToken } from '../account/gate-visitors.ts'
import { test } from '../test.ts'

const { siteUrl } = stack.env
const HOST = 'localhost'
const PORT = Number(new URL(siteUrl).port)

/** Minimum time between two renders of the same page. */
const RENDER_INTERVAL_MS = 1_000

const PUBLISH_COUNT = 8
const CONNECTION_COUNT = 16

/** Time between requests per connection. All connections send hundreds per second, but do not saturate the CPU. */
const VISIT_INTERVAL_MS = 20

/** Maximum time from SIGTERM to exit. */
const SHUTDOWN_TIMEOUT_MS = 10_000

const sendRequest = (path: string, options: Parameters<typeof requestPort>[2] = {}) =>
  requestPort(PORT, path, { host: HOST, ...options })
const openConnection = (port = PORT) => openRawConnection(port, HOST)

test.describe('home page under load', () => {
  type Visit = { startedAt: number; etag: string; text: string }
  let visits: Visit[]
  let loadController: AbortController
  let visitorLoops: Promise<void>[]
  let heading: { place: string; text: string }

  const runVisitor = async () => {
    while (!loadController.signal.aborted) {
      const startedAt = Date.now()
      const { headers, body } = await sendRequest('/')
      visits.push({
        startedAt,
        etag: headers.etag ?? '',
        text: /<h1[^>]*>(.*?)<\/h1>/s.exec(body.toString())?.[1] ?? '',
      })
      await sleep(VISIT_INTERVAL_MS)
    }
  }

  const waitForVisit = (text: string) =>
    pollUntil(`a visit with the text "${text}"`, async () => visits.some((visit) => visit.text === text) || undefined)

  test.beforeEach(async () => {
    const [{ _key, heading: text }] = await lake.fetch<[{ _key: string; heading: string }]>(
      '*[_id == "page-home"][0].blocks[0..0]{ _key, heading }',
    )
    heading = { place: `blocks[_key=="${_key}"].heading`, text }
    visits = []
    loadController = new AbortController()
    visitorLoops = Array.from({ length: CONNECTION_COUNT }, runVisitor)
    await waitForVisit(text)
  })

  test.afterEach(async () => {
    loadController.abort()
    await Promise.all(visitorLoops)
    await publishAndWait('page-home', { [heading.place]: heading.text })
  })

  test('is fresh on the first view after a publish and renders once per publish', async () => {
    const published: { text: string; newFrom: number }[] = []
    for (let index = 0; index < PUBLISH_COUNT; index++) {
      const text = `Heading ${Date.now().toString(36)} under load`
      const { answeredAt } = await publishAndWait('page-home', { [heading.place]: text })
      const newFrom = answeredAt + RENDER_INTERVAL_MS
      await waitUntilTime(newFrom)
      const first = await requestPage(siteUrl, '/')
      expect(first.text).toContain(text)
      published.push({ text, newFrom })
      await waitForVisit(text)
    }
    loadController.abort()
    await Promise.all(visitorLoops)
    expect(visits.length).toBeGreaterThan(PUBLISH_COUNT * CONNECTION_COUNT)
    const staleTexts = published.flatMap(({ text, newFrom }, index) => {
      const laterTexts = new Set(published.slice(index).map((entry) => entry.text))
      return visits.filter((visit) => visit.startedAt > newFrom && !laterTexts.has(visit.text)).map(() => text)
    })
    expect(staleTexts).toEqual([])
    const versions = new Set(visits.map(({ etag }) => etag)).size
    test.info().annotations.push({ type: 'load', description: `${visits.length} visits, ${versions} pages` })
    expect(versions).toBeLessThanOrEqual(2 * PUBLISH_COUNT + 1)
  })
})

test('a page has the same text in every encoding, supports HEAD, and returns 304 if unchanged @smoke', async () => {
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }
  const texts = new Set<string>()
  const tags = new Set<string | undefined>()
  for (const [encoding, decode] of Object.entries(decoders)) {
    // Retries: after a few requests, a better compressed variant replaces the first.
    await expect(async () => {
      const headers = { 'accept-encoding': encoding }
      const fullResponse = await sendRequest('/pricing', { headers })
      expect(fullResponse.status).toBe(200)
      expect(fullResponse.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding)
      const headResponse = await sendRequest('/pricing', { method: 'HEAD', headers })
      expect([headResponse.status, headResponse.body.length]).toEqual([200, 0])
      expect({ ...headResponse.headers, date: undefined }).toEqual({ ...fullResponse.headers, date: undefined })
      const revalidated = await sendRequest('/pricing', {
        headers: { ...headers, 'if-none-match': fullResponse.headers.etag },
      })
      expect([revalidated.status, revalidated.body.length]).toEqual([304, 0])
      texts.add(decode(fullResponse.body).toString())
      tags.add(fullResponse.headers.etag)
    }).toPass()
  }
  expect(texts.size).toBe(1)
  expect(tags.size).toBeGreaterThanOrEqual(3)
})

test('a cached page has exactly the expected headers @smoke', async () => {
  await sendRequest('/pricing')
  const { raw, headers } = await sendRequest('/pricing', { headers: { 'accept-encoding': 'br' } })
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
  await sendRequest('/api/openapi.json')
  for (const path of ['/pricing', '/no/such/page', '/_next/webpack-hmr']) {
    const otherConnection = openConnection()
    otherConnection.socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close, Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    )
    expect(await otherConnection.ended, path).toMatch(/^HTTP\/1\.1 (200|404) /)
  }
})

test('a second server on the same port exits and reports the reason', async () => {
  const child = spawn(process.execPath, buildSiteServerArgs(release, '--port', String(PORT), '--hostname', HOST), {
    cwd: release,
    env: { ...process.env, ...buildSiteVariables(stack), ...siteProcessEnv },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    expect(code).toBe(1)
    expect(output).toContain('EADDRINUSE')
  } finally {
    child.kill('SIGKILL')
  }
})

test('on SIGTERM, the site completes pending requests and exits within ten seconds', async () => {
  const secondSite = await startSecondSite({ SITE_URL: siteUrl })
  const port = Number(new URL(secondSite.url).port)
  try {
    const headers = await buildCookies(getToken('admin'))
    const fetchChanges = (since: string) => fetch(`${secondSite.url}/api/dashboard/changes${since}`, { headers })
    const currentChanges = await fetchChanges('')
    expect(currentChanges.status).toBe(200)
    const { last } = (await currentChanges.json()) as { last: string | null }
    const pendingChanges = fetchChanges(`?since=${last ?? '-'}`)
    const form = openConnection(port)
    form.socket.write(
      `POST /api/contact HTTP/1.1\r\nHost: ${HOST}\r\nOrigin: ${siteUrl}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{`,
    )
    const idleConnection = openConnection(port)
    idleConnection.socket.write(`GET /pricing HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`)
    // Sends later requests: their responses prove that the server has received the earlier ones.
    await pollUntil('the response', async () => idleConnection.received().includes('</html>') || undefined)
    expect((await fetchChanges('')).status).toBe(200)

    const exited = once(secondSite.child, 'exit') as Promise<[number | null]>
    const signaledAt = performance.now()
    secondSite.child.kill('SIGTERM')
    expect((await (await pendingChanges).json()) as object).toEqual({ last })
    await idleConnection.ended
    await expect(fetch(`${secondSite.url}/pricing`)).rejects.toThrow()
    form.socket.write('}')
    expect(await form.ended).toMatch(/^HTTP\/1\.1 4\d\d [\s\S]*connection: close/i)
    expect(await exited).toEqual([0, null])
    const shutdownMs = Math.round(performance.now() - signaledAt)
    test.info().annotations.push({ type: 'from SIGTERM to the end', description: `${shutdownMs} ms` })
    expect(shutdownMs).toBeLessThan(SHUTDOWN_TIMEOUT_MS)
  } finally {
    await secondSite.end()
  }
})

test('on SIGTERM, the site exits within ten seconds despite an unfinished request', async () => {
  const secondSite = await startSecondSite({})
  try {
    const endlessConnection = openConnection(Number(new URL(secondSite.url).port))
    endlessConnection.socket.write(`POST /api/contact HTTP/1.1\r\nHost: ${HOST}\r\nContent-Length: 2\r\n\r\n{`)
    await fetch(`${secondSite.url}/robots.txt`)
    const exited = once(secondSite.child, 'exit') as Promise<[number | null]>
    const signaledAt = performance.now()
    secondSite.child.kill('SIGTERM')
    await exited
    expect(performance.now() - signaledAt).toBeLessThan(SHUTDOWN_TIMEOUT_MS + 1_000)
  } finally {
    await secondSite.end()
  }
})
