import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { desc, eq, isNotNull, sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SealError } from '../../lib/dashboard/integrations/secrets.ts'
import { rotateSecrets } from '../../lib/dashboard/integrations/rotate.ts'
import { parseIntegrations } from '../../lib/dashboard/integrations/environment.ts'
import { createCallOnce, changeCall } from '../../lib/dashboard/calls/repository.ts'
import { createKey, revokeKey } from '../../lib/dashboard/keys/repository.ts'
import { createLead } from '../../lib/dashboard/leads/repository.ts'
import { WEBHOOK_EVENT_NAMES, type WebhookEvent } from '../../lib/dashboard/model/webhook-event.ts'
import { deleteCallerData } from '../../lib/dashboard/retention/caller-data.ts'
import {
  createTestMessage,
  deleteOldMessages,
  readDeliveries,
  recordTest,
  resendDelivery,
} from '../../lib/dashboard/webhooks/deliveries.ts'
import {
  deliveryLog,
  endpointChange,
  endpointInput,
  endpointList,
  MAX_ENDPOINTS,
} from '../../lib/dashboard/webhooks/input.ts'
import { createWebhookMailHandler } from '../../lib/dashboard/webhooks/mails.ts'
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  findEndpoint,
  readEndpoints,
  rotateEndpointSecret,
  TooManyEndpointsError,
} from '../../lib/dashboard/webhooks/repository.ts'
import { resealEndpointSecrets } from '../../lib/dashboard/webhooks/rotate.ts'
import { buildSendOptions, sendMessage } from '../../lib/dashboard/webhooks/send.ts'
import { type JobWorker, runDueJobs, startWorker } from '../../lib/platform/jobs/worker.ts'
import { createOrganizationId, setUpDatabase } from '../support/opened-database.ts'
import { connectAsOwner } from '../support/owner.ts'
import { callers, jobs, notifications, webhookDeliveries, webhookMessages } from '../support/tables.ts'
import { type Received, type Receiver, startReceiver } from '../support/webhook-receiver.ts'
import { createManualClock } from './contact-fixtures.ts'
import { createMailContext } from './mail-fixtures.ts'
import { createTestHandler, LOOPBACK_OPTIONS, SILENT_LOG, WEBHOOK_KEYS } from './webhooks-fixtures.ts'

const ADA = { kind: 'person', id: 'user_ada' } as const
const LEAD = { name: 'Ada Byron', phone: '+12125550142', problem: 'No heat' }
const HOUR_MS = 3_600_000

const getId = ({ headers }: Received) => headers['webhook-id'] ?? ''

describe('webhooks', { timeout: 30_000 }, () => {
  const database = setUpDatabase()
  const owner = connectAsOwner(database)
  let organization: string
  let clock: ReturnType<typeof createManualClock>
  let receiver: Receiver
  const receivers: Receiver[] = []
  const startAnother = async () => {
    const another = await startReceiver()
    receivers.push(another)
    return another
  }

  beforeEach(async () => {
    await owner.sql`truncate jobs`
    organization = createOrganizationId()
    // Events become due at the real time, which is later than the start of the test.
    clock = createManualClock(Date.now() + 60_000)
    receiver = await startAnother()
  })
  const workers: JobWorker[] = []
  const startTestWorker = (): JobWorker => {
    const worker = startWorker({
      database: async () => database.db,
      handlers: { 'webhook-delivery': createTestHandler() },
      log: SILENT_LOG,
      pollMs: 20,
    })
    workers.push(worker)
    return worker
  }
  const stopWorkers = async () => {
    for (const worker of workers.splice(0)) await worker.stop()
  }
  afterEach(async () => {
    await stopWorkers()
    for (const started of receivers.splice(0)) await started.close()
  })

  const within = <Result>(work: Parameters<typeof database.within<Result>>[1]) => database.within(organization, work)
  const addEndpoint = (options: { url?: string; events?: WebhookEvent[]; name?: string } = {}) =>
    within((tx) =>
      createEndpoint(
        tx,
        ADA,
        { url: receiver.url, name: '', events: [...WEBHOOK_EVENT_NAMES], ...options },
        WEBHOOK_KEYS,
      ),
    )
  const addLead = () => within((tx) => createLead(tx, ADA, LEAD))
  const deliver = (options = {}) =>
    runDueJobs(database.db, 'webhook-delivery', createTestHandler(options, clock.now), {
      clock: clock.now,
      log: SILENT_LOG,
    })
  const readLog = async (endpointId: string) => (await within((tx) => readDeliveries(tx, endpointId)))?.deliveries ?? []
  const readState = (id: string) => within((tx) => findEndpoint(tx, id))
  const change = async (id: string, values: object) => {
    const version = (await readState(id))?.version
    return within((tx) => changeEndpoint(tx, ADA, id, endpointChange.parse({ version, ...values }), clock.now()))
  }

  it('are sent once, signed for the published clients, and without a transcript', async () => {
    const { secret, record } = await addEndpoint()
    await within((tx) =>
      createCallOnce(tx, ADA, {
        startedAt: '2026-03-01T07:14:00Z',
        outcome: 'booked',
        callerName: 'Ada Byron',
        transcript: [{ speaker: 'caller', text: 'No heat since last night', at: 2 }],
      }),
    )
    await deliver()
    await deliver()
    expect(receiver.received).toHaveLength(1)
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
    expect(JSON.parse(body)).toMatchObject({
      type: 'call.created',
      apiVersion: '2026-12-01',
      data: { callerName: 'Ada Byron' },
    })
    for (const Client of [Webhook, SvixWebhook]) {
      expect(() => new Client(secret).verify(body, headers)).not.toThrow()
      expect(() => new Client(secret).verify(`${body} `, headers)).toThrow()
      const old = String(Math.floor(Date.now() / 1_000) - 6 * 60)
      expect(() => new Client(secret).verify(body, { ...headers, 'webhook-timestamp': old }), 'a replay').toThrow()
    }
    expect(headers['content-type']).toBe('application/json')
    expect(body).not.toContain('No heat since')
    expect(body).not.toContain('transcript"')
    const [delivery] = await readLog(record.id)
    expect(delivery).toMatchObject({
      state: 'delivered',
      attempts: 1,
      status: 200,
      response: 'answer 200',
      error: null,
    })
  })

  it('are retried under one id until the receiver accepts them', async () => {
    const { record } = await addEndpoint()
    await addLead()
    for (const [status, pauseMs] of [
      [500, 5_000],
      [500, 10_000],
      [200, 0],
    ] as const) {
      receiver.respond(status)
      await deliver()
      clock.advance(pauseMs)
    }
    await deliver()
    expect(receiver.received).toHaveLength(3)
    expect(new Set(receiver.received.map(getId)).size).toBe(1)
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
    expect(await readLog(record.id)).toMatchObject([{ state: 'delivered', attempts: 3, status: 200 }])
    expect(await readState(record.id)).toMatchObject({ failingSince: null, retryAt: null, failures: 0 })
  })

  it('share the backoff of their endpoint, so a queue makes one attempt at a time', async () => {
    const { record } = await addEndpoint()
    receiver.respond(503)
    for (let count = 0; count < 10; count += 1) await addLead()
    await deliver()
    expect(receiver.received).toHaveLength(1)
    await addLead()
    await deliver()
    expect(receiver.received, 'during the backoff').toHaveLength(1)
    clock.advance(5_000)
    await deliver()
    expect(receiver.received).toHaveLength(2)
    receiver.respond(200)
    clock.advance(20_000)
    await deliver()
    expect((await readLog(record.id)).filter(({ state }) => state === 'delivered')).toHaveLength(11)
  })

  it('are given up a day after the event', async () => {
    const { record } = await addEndpoint()
    receiver.respond((response, { body }) => {
      const isFirst = (JSON.parse(body) as { data: { name: string } }).data.name === 'First'
      response.writeHead(isFirst ? 500 : 200).end()
    })
    await within((tx) => createLead(tx, ADA, { ...LEAD, name: 'First' }))
    for (let hour = 0; hour < 26; hour += 1) {
      await addLead()
      await deliver()
      clock.advance(5_000)
      await deliver()
      clock.advance(HOUR_MS)
    }
    const states = (await readLog(record.id)).map(({ state }) => state)
    expect(states.filter((state) => state === 'failed')).toHaveLength(1)
    expect(states.filter((state) => state === 'pending')).toHaveLength(0)
    expect(await readState(record.id), 'other events succeed').toMatchObject({ pausedAt: null })
  })

  it('leave out test calls', async () => {
    await addEndpoint()
    await within((tx) =>
      createCallOnce(tx, ADA, { startedAt: '2026-03-01T07:14:00Z', outcome: 'booked' }, { isTest: true }),
    )
    expect(await within(({ db }) => db.$count(webhookMessages))).toBe(0)
  })

  it('are not stored for companies without a subscribed endpoint', async () => {
    await addEndpoint({ events: ['lead.updated'] })
    await addLead()
    expect(await within(({ db }) => db.$count(webhookMessages))).toBe(0)
    expect(await within(({ db }) => db.$count(jobs))).toBe(0)
  })

  it('reach other receivers while one hangs, also with a long queue', async () => {
    receiver.respond(() => undefined)
    const other = await startAnother()
    for (const { url, name } of [
      { url: receiver.url, name: 'hung' },
      { url: other.url, name: 'fast' },
    ])
      await addEndpoint({ url, name })
    for (let count = 0; count < 20; count += 1) await addLead()
    const worker = startTestWorker()
    await expect.poll(() => other.received.length, { timeout: 5_000 }).toBe(20)
    await addLead()
    await expect.poll(() => other.received.length, { timeout: 5_000 }).toBe(21)
    expect(receiver.received, 'one attempt of the hung receiver occupies one slot').toHaveLength(1)
    await worker.stop()
    const leased = await within(({ db }) => db.$count(jobs, isNotNull(jobs.leaseUntil)))
    expect(leased, 'a stop aborts the attempt and releases its job').toBe(0)
  })

  it('time out, including a response body that never ends', async () => {
    const { record } = await addEndpoint()
    receiver.respond((response) => void response.writeHead(200).write('a'))
    await addLead()
    await deliver({ timeoutMs: 100 })
    expect(await readLog(record.id)).toMatchObject([{ state: 'pending', status: null, error: 'TIMEOUT' }])
  })

  it('read at most the start of a response', async () => {
    const { record } = await addEndpoint()
    let written = 0
    receiver.respond((response) => {
      response.writeHead(200)
      const chunk = Buffer.alloc(64 * 1024, 'a')
      const write = () => {
        while (written < 10_000_000 && !response.destroyed) {
          written += chunk.byteLength
          if (!response.write(chunk)) return void response.once('drain', write)
        }
        response.end()
      }
      write()
    })
    await addLead()
    await deliver()
    const [delivery] = await readLog(record.id)
    expect(delivery).toMatchObject({ state: 'delivered', response: 'a'.repeat(1_000) })
    expect(written).toBeLessThan(10_000_000)
  })

  it('do not follow redirects', async () => {
    const { record } = await addEndpoint()
    const other = await startAnother()
    receiver.respond((response) => response.writeHead(302, { location: other.url }).end())
    await addLead()
    await deliver()
    expect(other.received).toHaveLength(0)
    expect(await readLog(record.id)).toMatchObject([{ state: 'pending', status: 302 }])
  })

  it('are neither lost nor doubled by two workers, one of which is killed', async () => {
    await addEndpoint()
    const other = await startAnother()
    await addEndpoint({ url: other.url })
    for (let count = 0; count < 30; count += 1) await addLead()
    const script = fileURLToPath(new URL('./webhooks-worker.ts', import.meta.url))
    const child = spawn(process.execPath, [script, database.url], { stdio: 'inherit' })
    let answered = 0
    other.respond((response) => {
      answered += 1
      // The killed worker has sent this event, but has not stored the outcome.
      if (answered === 5) return void child.kill('SIGKILL')
      response.writeHead(200).end()
    })
    await new Promise((resolve) => void child.on('exit', resolve))
    await owner.sql`update jobs set lease_until = now() where lease_until is not null`
    for (let count = 0; count < 2; count += 1) startTestWorker()
    await expect
      .poll(() => within(({ db }) => db.$count(webhookDeliveries, eq(webhookDeliveries.state, 'delivered'))), {
        timeout: 30_000,
      })
      .toBe(60)
    await stopWorkers()
    for (const { received } of [receiver, other]) expect(new Set(received.map(getId)).size).toBe(30)
    expect(receiver.received.length).toBeLessThanOrEqual(31)
    expect(other.received).toHaveLength(31)
  })

  describe('endpoint', () => {
    it('is listed without its secret', async () => {
      const { secret, record } = await addEndpoint({ name: 'Dispatch' })
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
      const list = await within(readEndpoints)
      expect(endpointList.parse(list)).toEqual(list)
      expect(list.endpoints).toEqual([record])
      expect(JSON.stringify(list)).not.toContain('secret":')
      const [stored] = await within(({ db }) =>
        db.execute<{ row: string }>(sql`select e::text as row from webhook_endpoints e`),
      )
      expect(stored?.row).not.toContain(secret.slice(6))
      const log = await within((tx) => readDeliveries(tx, record.id))
      expect(deliveryLog.parse(log)).toEqual(log)
    })

    it('is signed with both secrets for a day after a rotation', async () => {
      const { secret: formerSecret, record } = await addEndpoint()
      const rotated = await within((tx) => rotateEndpointSecret(tx, ADA, record.id, WEBHOOK_KEYS, clock.now()))
      await addLead()
      await deliver()
      clock.advance(24 * HOUR_MS)
      await addLead()
      await deliver()
      const [during, after] = receiver.received
      const verify = (secret: string | undefined, { body, headers }: Received) =>
        new Webhook(secret ?? '').verify(body, { ...headers, 'webhook-timestamp': headers['webhook-timestamp'] ?? '' })
      expect(during?.headers['webhook-signature']?.split(' ')).toHaveLength(2)
      expect(verify(formerSecret, during!)).toEqual(verify(rotated?.secret, during!))
      expect(after?.headers['webhook-signature']?.split(' ')).toHaveLength(1)
    })

    it('is limited in number, also for concurrent requests', async () => {
      const results = await Promise.allSettled(Array.from({ length: MAX_ENDPOINTS + 2 }, () => addEndpoint()))
      const rejected = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
      expect(rejected.map(({ reason }) => reason as unknown)).toEqual([
        expect.any(TooManyEndpointsError),
        expect.any(TooManyEndpointsError),
      ])
    })

    it('cannot be created without encryption keys', async () => {
      const input = { url: receiver.url, name: '', events: [...WEBHOOK_EVENT_NAMES] }
      await expect(within((tx) => createEndpoint(tx, ADA, input, []))).rejects.toThrow(SealError)
    })

    it('conflicts after a concurrent change', async () => {
      const { record } = await addEndpoint()
      expect(await change(record.id, { name: 'One' })).toMatchObject({ changed: { name: 'One', version: 2 } })
      expect(await change(record.id, { name: 'Two', version: 1 })).toMatchObject({ conflict: { name: 'One' } })
    })

    it('of another company is unknown to every operation', async () => {
      const { record } = await addEndpoint()
      await addLead()
      const [delivery] = await readLog(record.id)
      const intruder = createOrganizationId()
      const results = await database.within(intruder, async (tx) => [
        await findEndpoint(tx, record.id),
        await readDeliveries(tx, record.id),
        await changeEndpoint(tx, ADA, record.id, { version: 1, name: 'x' }),
        await rotateEndpointSecret(tx, ADA, record.id, WEBHOOK_KEYS),
        await deleteEndpoint(tx, ADA, record.id),
        await resendDelivery(tx, ADA, { endpointId: record.id, deliveryId: delivery?.id ?? '' }),
      ])
      expect(results).toEqual([undefined, undefined, undefined, undefined, false, undefined])
      expect(await readState(record.id)).toMatchObject({ version: 1 })
    })

    it('is paused after a day of failures, and admins are notified once', async () => {
      const { record } = await addEndpoint({ name: 'Dispatch' })
      receiver.respond(500)
      for (let hour = 0; hour < 26; hour += 1) {
        await addLead()
        await deliver()
        clock.advance(HOUR_MS)
      }
      expect(await readState(record.id)).toMatchObject({ pausedAt: expect.any(Date), pauseReason: 'failures' })
      const attempts = receiver.received.length
      await deliver()
      expect(receiver.received).toHaveLength(attempts)
      const mails = createMailContext({ [organization]: ['user_ada', 'user_bob'] })
      const runMails = () =>
        runDueJobs(database.db, 'webhook-mail', createWebhookMailHandler(mails), { clock: clock.now, log: SILENT_LOG })
      await runMails()
      await runMails()
      expect(mails.sent.map(({ to }) => to).toSorted()).toEqual(['user_ada@ductwise.test', 'user_bob@ductwise.test'])
      expect(mails.sent[0]?.text).toContain('https://www.example.com/dashboard/settings/webhooks')
      expect(await within(({ db }) => db.select().from(notifications))).toMatchObject([
        { kind: 'webhook', subjectId: record.id, details: { reason: 'failures', host: new URL(receiver.url).host } },
        { kind: 'webhook' },
      ])
      expect((await database.events(organization)).filter(({ action }) => action === 'webhook.paused')).toHaveLength(1)
      receiver.respond(200)
      const pending = (await readLog(record.id)).filter(({ state }) => state === 'pending').length
      expect(pending).toBeGreaterThan(0)
      await change(record.id, { isPaused: false })
      await deliver()
      expect((await readLog(record.id)).filter(({ state }) => state === 'pending')).toHaveLength(0)
      expect(receiver.received).toHaveLength(attempts + pending)
    })

    it('is paused at once after 410 Gone', async () => {
      const { record } = await addEndpoint()
      receiver.respond(410)
      await addLead()
      await deliver()
      expect(await readState(record.id)).toMatchObject({ pauseReason: 'failures' })
      expect(await readLog(record.id)).toMatchObject([{ state: 'pending', nextAttemptAt: null }])
    })

    it('keeps pending events while a user paused it', async () => {
      const { record } = await addEndpoint()
      await addLead()
      await change(record.id, { isPaused: true })
      await addLead()
      await deliver()
      expect(receiver.received).toHaveLength(0)
      await change(record.id, { isPaused: false })
      await deliver()
      expect(receiver.received, 'events during the pause are not stored').toHaveLength(1)
    })

    it('receives an event again under the same id', async () => {
      const { record } = await addEndpoint()
      await addLead()
      await deliver()
      const [delivery] = await readLog(record.id)
      const resend = () =>
        within((tx) => resendDelivery(tx, ADA, { endpointId: record.id, deliveryId: delivery?.id ?? '' }, clock.now()))
      expect(await resend()).toBe('enqueued')
      await deliver()
      expect(receiver.received.map(getId)).toEqual([delivery?.messageId, delivery?.messageId])
      expect(await readLog(record.id)).toHaveLength(2)
      await change(record.id, { isPaused: true })
      expect(await resend()).toBe('paused')
    })

    it('receives a pending event at once after a resend', async () => {
      const { record } = await addEndpoint()
      receiver.respond(500)
      await addLead()
      await deliver()
      receiver.respond(200)
      const [delivery] = await readLog(record.id)
      await within((tx) => resendDelivery(tx, ADA, { endpointId: record.id, deliveryId: delivery!.id }, clock.now()))
      await deliver()
      expect(await readLog(record.id)).toMatchObject([{ state: 'delivered', attempts: 2 }])
    })

    it('logs test events, which do not change its state', async () => {
      const { record, secret } = await addEndpoint()
      receiver.respond(500)
      const message = await within((tx) => createTestMessage(tx, clock.now()))
      const endpoint = await readState(record.id)
      const outcome = await sendMessage(endpoint!, message, LOOPBACK_OPTIONS, {
        now: clock.now(),
        signal: new AbortController().signal,
      })
      await within((tx) =>
        recordTest(tx, ADA, { endpointId: record.id, messageId: message.id, outcome, now: clock.now() }),
      )
      expect(new Webhook(secret).verify(receiver.received[0]!.body, receiver.received[0]!.headers)).toMatchObject({
        type: 'test',
      })
      expect(await readLog(record.id)).toMatchObject([{ event: 'test', state: 'failed', status: 500 }])
      expect(await readState(record.id)).toMatchObject({ failures: 0, failingSince: null })
    })

    it('of a revoked API key is deleted', async () => {
      const keyRecord = (await within((tx) => createKey(tx, ADA, { name: 'Zapier', scopes: ['leads:read'] }))).record
      const hook = await within((tx) =>
        createEndpoint(
          tx,
          { kind: 'key', id: keyRecord.id },
          { url: receiver.url, name: '', events: ['lead.created'], kind: 'zapier', apiKeyId: keyRecord.id },
          WEBHOOK_KEYS,
        ),
      )
      const { record } = await addEndpoint()
      await within((tx) => revokeKey(tx, ADA, keyRecord.id))
      expect(await readState(hook.record.id)).toBeUndefined()
      expect(await readState(record.id)).toBeDefined()
    })

    it('keeps its secrets when the encryption keys rotate', async () => {
      const { record, secret } = await addEndpoint()
      await within((tx) => rotateEndpointSecret(tx, ADA, record.id, WEBHOOK_KEYS))
      const { settings } = parseIntegrations({}, 'https://www.example.com')
      const keys = [{ id: 'k2', bytes: new Uint8Array(32).fill(8) }, ...WEBHOOK_KEYS]
      const rotate = () => rotateSecrets(database.db, { ...settings, keys }, [resealEndpointSecrets])
      expect((await rotate()).resealed).toBeGreaterThanOrEqual(2)
      expect(await rotate()).toMatchObject({ resealed: 0 })
      await addLead()
      await deliver({ keys: keys.slice(0, 1) })
      expect(new Webhook(secret).verify(receiver.received[0]!.body, receiver.received[0]!.headers)).toBeDefined()
    })
  })

  describe('payloads', () => {
    it('are deleted with the data of their caller', async () => {
      await addEndpoint()
      const { call } = await within((tx) =>
        createCallOnce(tx, ADA, { startedAt: '2026-03-01T07:14:00Z', outcome: 'booked', callerPhone: '+12125550142' }),
      )
      await within((tx) => changeCall(tx, ADA, call.id, { attention: 'Call back' }))
      await addLead()
      expect(await within(({ db }) => db.$count(webhookMessages))).toBe(3)
      const [caller] = await within(({ db }) => db.select().from(callers))
      await within((tx) => deleteCallerData(tx, ADA, caller?.id ?? ''))
      expect(await within(({ db }) => db.$count(webhookMessages))).toBe(0)
      await deliver()
      expect(receiver.received).toHaveLength(0)
    })

    it('are kept for 30 days, and the log for 100 deliveries', async () => {
      const { record } = await addEndpoint()
      const [message] = await within(({ db }) =>
        db.insert(webhookMessages).values({ organizationId: organization, event: 'test', payload: {} }).returning(),
      )
      await within(({ db }) =>
        db.insert(webhookDeliveries).values(
          Array.from({ length: 105 }, (_, number) => ({
            organizationId: organization,
            endpointId: record.id,
            messageId: message?.id ?? '',
            state: number === 0 ? ('pending' as const) : ('delivered' as const),
            createdAt: new Date(clock.now().getTime() + number),
          })),
        ),
      )
      await within((tx) => deleteOldMessages(tx, clock.now()))
      const kept = await within(({ db }) =>
        db.select().from(webhookDeliveries).orderBy(desc(webhookDeliveries.createdAt)),
      )
      expect(kept, 'a pending delivery is kept').toHaveLength(101)
      clock.advance(30 * 24 * HOUR_MS + 60_000)
      await within((tx) => deleteOldMessages(tx, clock.now()))
      expect(await within(({ db }) => db.$count(webhookMessages))).toBe(0)
    })
  })

  describe('URL', () => {
    const parse = (url: string) => endpointInput.safeParse({ url, name: '', events: ['call.created'] })

    it.each(['https://example.com/hook?x=1', 'http://localhost:4000/', 'http://127.0.0.1:4000/', 'http://[::1]:1/'])(
      'may be %s',
      (url) => expect(parse(url).success).toBe(true),
    )

    it.each([
      '',
      'example.com',
      'ftp://example.com',
      'http://example.com',
      'https://a:b@example.com/',
      'https://example.com/#a',
    ])('may not be "%s"', (url) => expect(parse(url).success).toBe(false))

    it('may be a loopback address only if the site runs on one', () => {
      const { settings } = parseIntegrations({}, 'http://localhost:3000')
      expect(buildSendOptions(settings).guard.allowsLoopback).toBe(true)
      expect(buildSendOptions({ ...settings, siteUrl: 'https://www.example.com' }).guard.allowsLoopback).toBe(false)
    })
  })
})
