import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, createServer as createTcpServer, type Server as TcpServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { RunningPostgres } from '@ductwise/postgres/testing'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { openDatabase } from '../../lib/platform/db/client.ts'
import { inOrganization } from '../../lib/platform/db/organization.ts'
import { organizationSettings } from '../../lib/dashboard/schema/settings.ts'
import { requestHandover } from '../../lib/dashboard/voice-vendor/handover-request.ts'
import { freePort } from '../../packages/local-server/tests/servers.ts'
import { localSystemVariables } from '../../scripts/support/local-systems.ts'
import { type Mailbox, startMailServer } from '../contract/contact-fixtures.ts'
import { cookiesWith, ORGANIZATION, tokenOf } from '../e2e/account/gate-visitors.ts'
import { startOperatePostgres } from '../operate/support/postgres.ts'
import { hasProgram } from '../operate/support/programs.ts'
import { type Site, startSite } from '../operate/support/sites.ts'
import { check } from '../support/check.ts'
import { closed, listening } from '../support/http.ts'
import { startSystemsInTrouble, type SystemsInTrouble, type Trouble } from '../support/systems-in-trouble.ts'
import { askDashboard, BEHIND_PROXY, newCall, newMessage } from './support/asked.ts'
import { residentMegabytes } from './support/memory.ts'
import { slowestOf, untilHolds, visit } from './support/visit.ts'

const AGENT = 'agent_of_others'

/** Maximum milliseconds until a message is accepted. Its delivery happens later. */
const TAKEN_WITHIN = 5_000

/** Maximum milliseconds per dashboard response. */
const ANSWERED_WITHIN = 10_000

/** Maximum milliseconds until all deliveries are done after the other service has recovered. */
const DONE_WITHIN = 40_000

/** Maximum memory growth in MB during an endless response. */
const MOST_MEGABYTES = 100

/** Bytes that a client reads of an endless recording. */
const HEARD = 1_000_000

const MAIL_FAULTS = ['reset', 'flood', 'refuse', 'silent'] as const

const VENDOR_FAULTS = ['fail', 'redirect', 'garbage', 'endless', 'hang'] as const
type VendorFault = (typeof VENDOR_FAULTS)[number]

function writeEndlessly(to: Socket | ServerResponse, chunk: string): void {
  const more = () => {
    while (!to.destroyed && to.write(chunk));
  }
  to.on('drain', more)
  more()
}

function mailFault(fault: (typeof MAIL_FAULTS)[number], socket: Socket): void {
  if (fault === 'reset') return void socket.resetAndDestroy()
  if (fault === 'refuse') return void socket.end('554 No service here\r\n')
  if (fault === 'flood') writeEndlessly(socket, `220-${'x'.repeat(60_000)}`)
}

function vendorFault(fault: VendorFault, response: ServerResponse, elsewhere: string): void {
  const json = { 'content-type': 'application/json' }
  if (fault === 'fail') response.writeHead(503, json).end('{"detail":{"status":"down"}}')
  if (fault === 'redirect') response.writeHead(307, { location: elsewhere }).end()
  if (fault === 'garbage') response.writeHead(200, json).end('<html>Something else</html>')
  if (fault === 'endless') writeEndlessly(response.writeHead(200, json), `"${'x'.repeat(60_000)}",`)
}

describe.skipIf(!hasProgram('postgres')).concurrent('outages of other services', () => {
  let server: RunningPostgres
  let owner: Sql
  let systems: SystemsInTrouble
  let mailbox: Mailbox
  let mailWay: TcpServer
  let vendor: Server
  let site: Site
  /** Request counts at the voice vendor, at the target of its redirect, and of assistant syncs. */
  const asked = { agent: 0, elsewhere: 0, told: 0 }
  let connections = 0
  let recording: VendorFault = 'hang'
  const sockets = new Set<Socket>()

  beforeAll(async () => {
    server = await startOperatePostgres()
    owner = postgres(server.url, { max: 1, onnotice: () => undefined })
    systems = await startSystemsInTrouble('http://localhost')
    const mailPort = await freePort()
    mailbox = await startMailServer(mailPort)
    mailWay = createTcpServer((socket) => {
      sockets.add(socket.on('error', () => undefined))
      const fault = MAIL_FAULTS[connections++]
      if (fault) return mailFault(fault, socket)
      const target = connect(mailPort, '127.0.0.1').on('error', () => socket.destroy())
      socket.pipe(target).pipe(socket)
    })
    let vendorUrl = ''
    vendor = createServer(async (request, response) => {
      const { url = '' } = request
      await text(request)
      if (url.startsWith('/elsewhere')) asked.elsewhere += 1
      if (url.endsWith('/audio'))
        return recording === 'endless'
          ? writeEndlessly(response.writeHead(200, { 'content-type': 'audio/mpeg' }), 'x'.repeat(60_000))
          : vendorFault(recording, response, `${vendorUrl}/elsewhere`)
      const fault = VENDOR_FAULTS[asked.agent++]
      if (fault) return vendorFault(fault, response, `${vendorUrl}/elsewhere`)
      asked.told += 1
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ agent_id: AGENT }))
    })
    vendorUrl = `http://127.0.0.1:${await listening(vendor)}`
    await new Promise<void>((resolve) => mailWay.listen(0, '127.0.0.1', resolve))
    const { port } = mailWay.address() as { port: number }
    site = await startSite({
      name: 'others',
      variables: {
        ...BEHIND_PROXY,
        ...localSystemVariables(systems.url),
        DATABASE_URL: server.url,
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        VOICE_API_URL: vendorUrl,
        VOICE_API_KEY: 'key-of-the-vendor',
      },
    })
    const { db, close } = await openDatabase(server.url)
    await inOrganization(db, ORGANIZATION, async (tx) => {
      await tx.db.insert(organizationSettings).values({ organizationId: ORGANIZATION, voiceAgentId: AGENT })
      await requestHandover(tx, 'settings:1')
    })
    await close()
  })
  afterAll(async () => {
    systems.trouble = undefined
    await site?.stop()
    for (const socket of sockets) socket.destroy()
    mailWay?.close()
    if (vendor) await closed(vendor)
    await mailbox?.close()
    await systems?.close()
    await owner?.end()
    await server?.close()
  })

  /** Makes waiting retries due immediately. */
  const hurry = async (): Promise<void> => {
    await owner`update jobs set due_at = now() where done_at is null and last_error is not null`
  }

  const untilDone = (isDone: () => boolean) =>
    untilHolds(
      async () => {
        await hurry()
        return isDone()
      },
      { deadlineMs: DONE_WITHIN, intervalMs: 500 },
    )

  check(
    {
      what: 'Mail server failure',
      tried: 'sent 5 messages while the mail server reset, sent endless data, rejected or hung',
      expected: `accepts each immediately, loses and duplicates none; uses at most ${MOST_MEGABYTES} MB more`,
    },
    async () => {
      const before = residentMegabytes(site.child)
      const marks = [1, 2, 3, 4, 5].map((index) => `message-in-trouble-${index}.`)
      const taken = await Promise.all(marks.map((mark) => newMessage(mark).send(site.url)))
      expect(taken.map(({ status }) => status)).toEqual(marks.map(() => 200))
      expect(slowestOf(taken)).toBeLessThan(TAKEN_WITHIN)
      const arrived = () => marks.map((mark) => mailbox.mails.filter((mail) => mail.includes(mark)).length)
      const done = await untilDone(() => arrived().every((times) => times > 0))
      expect(arrived(), 'deliveries per email').toEqual(marks.map(() => 1))
      const more = residentMegabytes(site.child) - before
      expect(more).toBeLessThan(MOST_MEGABYTES)
      return `200 within ${slowestOf(taken)} ms, 5 of 5 emails delivered once after ${done} ms, ${more} MB more`
    },
  )

  check(
    {
      what: 'Voice vendor failure',
      tried: 'synced a change while the vendor failed, redirected, sent invalid or endless data, or hung',
      expected: 'syncs once after recovery and follows no redirect',
    },
    async () => {
      const done = await untilDone(() => asked.told > 0)
      expect(done, 'ms until the sync').toBeLessThan(Infinity)
      expect(asked).toEqual({ agent: VENDOR_FAULTS.length + 1, elsewhere: 0, told: 1 })
      return `synced once after ${VENDOR_FAULTS.length} failures and ${done} ms; no request elsewhere`
    },
  )

  check(
    {
      what: 'Unavailable recording',
      tried: 'requested a recording while the vendor hung, redirected, failed and sent endless audio',
      expected: `returns 502 in time; streams endless audio with at most ${MOST_MEGABYTES} MB more`,
    },
    async () => {
      const call = newCall(AGENT, { isRecorded: true })
      expect((await call.send(site.url)).status).toBe(200)
      const [row] = await owner<{ id: string }[]>`select id from calls where external_id = ${call.id}`
      const path = `/api/dashboard/calls/${row?.id}/recording`
      const seen: number[] = []
      let slowest = 0
      for (const fault of ['hang', 'redirect', 'fail'] as const) {
        recording = fault
        const { status, milliseconds } = await askDashboard(site.url, path)
        seen.push(status)
        slowest = Math.max(slowest, milliseconds)
      }
      expect(seen).toEqual([502, 502, 502])
      expect(slowest).toBeLessThan(ANSWERED_WITHIN)
      expect(asked.elsewhere).toBe(0)
      recording = 'endless'
      const before = residentMegabytes(site.child)
      const heard = await listen(`${site.url}${path}`)
      expect(heard).toBeGreaterThanOrEqual(HEARD)
      const more = residentMegabytes(site.child) - before
      expect(more).toBeLessThan(MOST_MEGABYTES)
      return `502 three times within ${slowest} ms; ${Math.round(heard / 1_000)} kB of audio, ${more} MB more`
    },
  )

  const GOOGLE = '/api/dashboard/integrations/google-workspace'
  const begin = () => askDashboard(site.url, `${GOOGLE}/authorization`, { method: 'POST' })

  check(
    {
      what: 'OAuth provider failure',
      tried:
        'started and finished a connection while the provider failed, redirected, sent invalid or endless data, or hung',
      expected: `returns 424 or redirects back within ${ANSWERED_WITHIN / 1_000} s; uses at most ${MOST_MEGABYTES} MB more`,
    },
    async () => {
      const before = residentMegabytes(site.child)
      const faults: Trouble['does'][] = ['fail', 'redirect', 'garbage', 'endless', 'hang']
      const begun = []
      for (const does of faults) {
        systems.trouble = { at: '/', does }
        begun.push(await begin())
      }
      expect(begun.map(({ status }) => status)).toEqual(faults.map(() => 424))
      const back = []
      for (const does of faults) {
        systems.trouble = undefined
        const state = new URL((JSON.parse((await begin()).text) as { address: string }).address).searchParams.get(
          'state',
        )
        systems.trouble = { at: '/token', does }
        const query = new URLSearchParams({ code: 'a-code', state: state ?? '', iss: systems.issuer })
        back.push(await askDashboard(site.url, `${GOOGLE}/callback?${query}`))
      }
      systems.trouble = undefined
      expect(back.map(({ status }) => status)).toEqual(faults.map(() => 303))
      const slowest = slowestOf([...begun, ...back])
      expect(slowest).toBeLessThan(ANSWERED_WITHIN)
      expect((await visit(site.url, '/pricing')).status).toBe(200)
      const more = residentMegabytes(site.child) - before
      expect(more).toBeLessThan(MOST_MEGABYTES)
      return `424 five times, 303 five times, within ${slowest} ms, ${more} MB more`
    },
  )
})

async function listen(address: string): Promise<number> {
  const { cookie = '' } = await cookiesWith(tokenOf('admin'))
  const response = await fetch(address, { headers: { cookie }, signal: AbortSignal.timeout(ANSWERED_WITHIN) })
  let heard = 0
  for await (const chunk of response.body ?? []) {
    heard += (chunk as Uint8Array).byteLength
    if (heard >= HEARD) break
  }
  return heard
}
