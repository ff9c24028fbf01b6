import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, createServer as createTcpServer, type Server as TcpServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { RunningPostgres } from '@ductwise/postgres/testing'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { openDatabase } from '../../lib/platform/db/client.ts'
import { runInOrganization } from '../../lib/platform/db/organization.ts'
import { organizationSettings } from '../../lib/dashboard/schema/settings.ts'
import { requestSync } from '../../lib/dashboard/voice-vendor/sync-request.ts'
import { findFreePort } from '../../packages/local-server/tests/servers.ts'
import { buildLocalSystemVariables } from '../../scripts/support/local-systems.ts'
import { type Mailbox, startMailServer } from '../contract/contact-fixtures.ts'
import { buildCookies, ORGANIZATION, getToken } from '../e2e/account/gate-visitors.ts'
import { startOperatePostgres } from '../operate/support/postgres.ts'
import { hasProgram } from '../operate/support/programs.ts'
import { type Site, startSite } from '../operate/support/sites.ts'
import { check } from '../support/check.ts'
import { closeServer, listenOnFreePort } from '../support/http.ts'
import { startFailingSystems, type FailingSystems, type SystemFault } from '../support/failing-systems.ts'
import { requestDashboard, TRUSTED_PROXY_ENV, createVoiceCall, createMessage } from './support/sample-requests.ts'
import { measureResidentMegabytes } from './support/memory.ts'
import { findSlowestMs, measureUntil, requestSite } from './support/request-site.ts'

const AGENT_ID = 'agent_of_others'

/** Time limit for accepting a message. It is delivered later. */
const MAX_ACCEPT_MS = 5_000

/** Maximum response time of the dashboard. */
const MAX_RESPONSE_MS = 10_000

/** Time limit for all deliveries after the other service has recovered. */
const COMPLETION_TIMEOUT_MS = 40_000

/** Maximum memory growth during an endless response. */
const MAX_EXTRA_MB = 100

/** Bytes to read from a recording that never ends, before the client disconnects. */
const MIN_AUDIO_BYTES = 1_000_000

const MAIL_FAULTS = ['reset', 'flood', 'refuse', 'silent'] as const

const VENDOR_FAULTS = ['fail', 'redirect', 'garbage', 'endless', 'hang'] as const
type VendorFault = (typeof VENDOR_FAULTS)[number]

function writeEndlessly(to: Socket | ServerResponse, chunk: string): void {
  const writeChunks = () => {
    while (!to.destroyed && to.write(chunk));
  }
  to.on('drain', writeChunks)
  writeChunks()
}

function injectMailFault(fault: (typeof MAIL_FAULTS)[number], socket: Socket): void {
  if (fault === 'reset') return void socket.resetAndDestroy()
  if (fault === 'refuse') return void socket.end('554 No service here\r\n')
  if (fault === 'flood') writeEndlessly(socket, `220-${'x'.repeat(60_000)}`)
}

function injectVendorFault(fault: VendorFault, response: ServerResponse, redirectUrl: string): void {
  const jsonHeaders = { 'content-type': 'application/json' }
  if (fault === 'fail') response.writeHead(503, jsonHeaders).end('{"detail":{"status":"down"}}')
  if (fault === 'redirect') response.writeHead(307, { location: redirectUrl }).end()
  if (fault === 'garbage') response.writeHead(200, jsonHeaders).end('<html>Something else</html>')
  if (fault === 'endless') writeEndlessly(response.writeHead(200, jsonHeaders), `"${'x'.repeat(60_000)}",`)
}

describe.skipIf(!hasProgram('postgres')).concurrent('outages of other services', () => {
  let server: RunningPostgres
  let owner: Sql
  let systems: FailingSystems
  let mailbox: Mailbox
  let mailProxy: TcpServer
  let vendor: Server
  let site: Site
  /** Counts of agent requests to the voice vendor, requests to the redirect target, and assistant syncs. */
  const requestCounts = { agent: 0, elsewhere: 0, told: 0 }
  let connectionCount = 0
  let recordingFault: VendorFault = 'hang'
  const sockets = new Set<Socket>()

  beforeAll(async () => {
    server = await startOperatePostgres()
    owner = postgres(server.url, { max: 1, onnotice: () => undefined })
    systems = await startFailingSystems('http://localhost')
    const mailPort = await findFreePort()
    mailbox = await startMailServer(mailPort)
    mailProxy = createTcpServer((socket) => {
      sockets.add(socket.on('error', () => undefined))
      const fault = MAIL_FAULTS[connectionCount++]
      if (fault) return injectMailFault(fault, socket)
      const target = connect(mailPort, '127.0.0.1').on('error', () => socket.destroy())
      socket.pipe(target).pipe(socket)
    })
    let vendorUrl = ''
    vendor = createServer(async (request, response) => {
      const { url = '' } = request
      await text(request)
      if (url.startsWith('/elsewhere')) requestCounts.elsewhere += 1
      if (url.endsWith('/audio'))
        return recordingFault === 'endless'
          ? writeEndlessly(response.writeHead(200, { 'content-type': 'audio/mpeg' }), 'x'.repeat(60_000))
          : injectVendorFault(recordingFault, response, `${vendorUrl}/elsewhere`)
      const fault = VENDOR_FAULTS[requestCounts.agent++]
      if (fault) return injectVendorFault(fault, response, `${vendorUrl}/elsewhere`)
      requestCounts.told += 1
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ agent_id: AGENT_ID }))
    })
    vendorUrl = `http://127.0.0.1:${await listenOnFreePort(vendor)}`
    await new Promise<void>((resolve) => mailProxy.listen(0, '127.0.0.1', resolve))
    const { port } = mailProxy.address() as { port: number }
    site = await startSite({
      name: 'others',
      variables: {
        ...TRUSTED_PROXY_ENV,
        ...buildLocalSystemVariables(systems.url),
        DATABASE_URL: server.url,
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        VOICE_API_URL: vendorUrl,
        VOICE_API_KEY: 'key-of-the-vendor',
      },
    })
    const { db, close } = await openDatabase(server.url)
    await runInOrganization(db, ORGANIZATION, async (tx) => {
      await tx.db.insert(organizationSettings).values({ organizationId: ORGANIZATION, voiceAgentId: AGENT_ID })
      await requestSync(tx, 'settings:1')
    })
    await close()
  })
  afterAll(async () => {
    systems.trouble = undefined
    await site?.stop()
    for (const socket of sockets) socket.destroy()
    mailProxy?.close()
    if (vendor) await closeServer(vendor)
    await mailbox?.close()
    await systems?.close()
    await owner?.end()
    await server?.close()
  })

  /** Makes waiting retries due immediately. */
  const makeRetriesDue = async (): Promise<void> => {
    await owner`update jobs set due_at = now() where done_at is null and last_error is not null`
  }

  const waitUntilDone = (isDone: () => boolean) =>
    measureUntil(
      async () => {
        await makeRetriesDue()
        return isDone()
      },
      { deadlineMs: COMPLETION_TIMEOUT_MS, intervalMs: 500 },
    )

  check(
    {
      what: 'Mail server failure',
      tried: 'sent 5 messages while the mail server reset, sent endless data, rejected or hung',
      expected: `accepts each immediately, loses and duplicates none; uses at most ${MAX_EXTRA_MB} MB more`,
    },
    async () => {
      const memoryBeforeMb = measureResidentMegabytes(site.child)
      const markers = [1, 2, 3, 4, 5].map((index) => `message-in-trouble-${index}.`)
      const responses = await Promise.all(markers.map((marker) => createMessage(marker).send(site.url)))
      expect(responses.map(({ status }) => status)).toEqual(markers.map(() => 200))
      expect(findSlowestMs(responses)).toBeLessThan(MAX_ACCEPT_MS)
      const countDeliveries = () =>
        markers.map((marker) => mailbox.mails.filter((mail) => mail.includes(marker)).length)
      const elapsedMs = await waitUntilDone(() => countDeliveries().every((times) => times > 0))
      expect(countDeliveries(), 'deliveries per email').toEqual(markers.map(() => 1))
      const extraMb = measureResidentMegabytes(site.child) - memoryBeforeMb
      expect(extraMb).toBeLessThan(MAX_EXTRA_MB)
      return `200 within ${findSlowestMs(responses)} ms, 5 of 5 emails delivered once after ${elapsedMs} ms, ${extraMb} MB more`
    },
  )

  check(
    {
      what: 'Voice vendor failure',
      tried: 'synced a change while the vendor failed, redirected, sent invalid or endless data, or hung',
      expected: 'syncs once after recovery and follows no redirect',
    },
    async () => {
      const elapsedMs = await waitUntilDone(() => requestCounts.told > 0)
      expect(elapsedMs, 'ms until the sync').toBeLessThan(Infinity)
      expect(requestCounts).toEqual({ agent: VENDOR_FAULTS.length + 1, elsewhere: 0, told: 1 })
      return `synced once after ${VENDOR_FAULTS.length} failures and ${elapsedMs} ms; no request to other hosts`
    },
  )

  check(
    {
      what: 'Unavailable recording',
      tried: 'requested a recording while the vendor hung, redirected, failed and sent endless audio',
      expected: `returns 502 in time; streams endless audio with at most ${MAX_EXTRA_MB} MB more`,
    },
    async () => {
      const call = createVoiceCall(AGENT_ID, { isRecorded: true })
      expect((await call.send(site.url)).status).toBe(200)
      const [row] = await owner<{ id: string }[]>`select id from calls where external_id = ${call.id}`
      const path = `/api/dashboard/calls/${row?.id}/recording`
      const statuses: number[] = []
      let slowestMs = 0
      for (const fault of ['hang', 'redirect', 'fail'] as const) {
        recordingFault = fault
        const { status, milliseconds } = await requestDashboard(site.url, path)
        statuses.push(status)
        slowestMs = Math.max(slowestMs, milliseconds)
      }
      expect(statuses).toEqual([502, 502, 502])
      expect(slowestMs).toBeLessThan(MAX_RESPONSE_MS)
      expect(requestCounts.elsewhere).toBe(0)
      recordingFault = 'endless'
      const memoryBeforeMb = measureResidentMegabytes(site.child)
      const audioBytes = await readAudio(`${site.url}${path}`)
      expect(audioBytes).toBeGreaterThanOrEqual(MIN_AUDIO_BYTES)
      const extraMb = measureResidentMegabytes(site.child) - memoryBeforeMb
      expect(extraMb).toBeLessThan(MAX_EXTRA_MB)
      return `502 three times within ${slowestMs} ms; ${Math.round(audioBytes / 1_000)} kB of audio, ${extraMb} MB more`
    },
  )

  const GOOGLE_PATH = '/api/dashboard/integrations/google-workspace'
  const startAuthorization = () => requestDashboard(site.url, `${GOOGLE_PATH}/authorization`, { method: 'POST' })

  check(
    {
      what: 'OAuth provider failure',
      tried:
        'started and finished a connection while the provider failed, redirected, sent invalid or endless data, or hung',
      expected: `returns 424 or redirects back within ${MAX_RESPONSE_MS / 1_000} s; uses at most ${MAX_EXTRA_MB} MB more`,
    },
    async () => {
      const memoryBeforeMb = measureResidentMegabytes(site.child)
      const faults: SystemFault['kind'][] = ['fail', 'redirect', 'garbage', 'endless', 'hang']
      const startResponses = []
      for (const fault of faults) {
        systems.trouble = { pathPrefix: '/', kind: fault }
        startResponses.push(await startAuthorization())
      }
      expect(startResponses.map(({ status }) => status)).toEqual(faults.map(() => 424))
      const callbackResponses = []
      for (const fault of faults) {
        systems.trouble = undefined
        const state = new URL(
          (JSON.parse((await startAuthorization()).text) as { address: string }).address,
        ).searchParams.get('state')
        systems.trouble = { pathPrefix: '/token', kind: fault }
        const query = new URLSearchParams({ code: 'a-code', state: state ?? '', iss: systems.issuer })
        callbackResponses.push(await requestDashboard(site.url, `${GOOGLE_PATH}/callback?${query}`))
      }
      systems.trouble = undefined
      expect(callbackResponses.map(({ status }) => status)).toEqual(faults.map(() => 303))
      const slowestMs = findSlowestMs([...startResponses, ...callbackResponses])
      expect(slowestMs).toBeLessThan(MAX_RESPONSE_MS)
      expect((await requestSite(site.url, '/pricing')).status).toBe(200)
      const extraMb = measureResidentMegabytes(site.child) - memoryBeforeMb
      expect(extraMb).toBeLessThan(MAX_EXTRA_MB)
      return `424 five times, 303 five times, within ${slowestMs} ms, ${extraMb} MB more`
    },
  )
})

async function readAudio(address: string): Promise<number> {
  const { cookie = '' } = await buildCookies(getToken('admin'))
  const response = await fetch(address, { headers: { cookie }, signal: AbortSignal.timeout(MAX_RESPONSE_MS) })
  let audioBytes = 0
  for await (const chunk of response.body ?? []) {
    audioBytes += (chunk as Uint8Array).byteLength
    if (audioBytes >= MIN_AUDIO_BYTES) break
  }
  return audioBytes
}
