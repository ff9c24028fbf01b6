import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import type { SMTPServerOptions } from 'smtp-server'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEmailChannel } from '../../lib/site/delivery/email.ts'
import { createWebhookChannel } from '../../lib/site/delivery/webhook.ts'
import { createDeliveryHandler, type Send } from '../../lib/site/delivery/deliver.ts'
import type { Channel } from '../../lib/site/outbox/enqueue.ts'
import { storeMessage } from '../../lib/site/contact/repository.ts'
import { MESSAGE_RETENTION_DAYS, deleteOldMessages } from '../../lib/site/contact/retention.ts'
import { contactMessages, jobs } from '../support/tables.ts'
import { scheduleJobs } from '../../jobs.ts'
import { toLoggedError } from '../../lib/platform/log/log-error.ts'
import { runDueJobs } from '../../lib/platform/jobs/worker.ts'
import { createSiteRetentionJob } from '../../lib/site/retention/site-data.ts'
import { type SendMail, createSmtpSender } from '../../lib/platform/mail/transport.ts'
import { closeServer, listenOnFreePort } from '../support/http.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { type Mailbox, MESSAGE, findFreePort, createManualClock, startMailServer } from './contact-fixtures.ts'

const HOUR_MS = 60 * 60_000
const SITE_URL = 'https://www.example.com'

const database = setUpDatabase()
let clock: ReturnType<typeof createManualClock>
let log: string[]

const writeLog = (facts: Record<string, unknown>, message: string) =>
  void log.push(`${message} ${JSON.stringify({ ...facts, ...('err' in facts && { err: toLoggedError(facts.err) }) })}`)
const recorder = { info: writeLog, warn: writeLog, error: writeLog }
let cleanups: (() => unknown)[]

beforeEach(async () => {
  for (const table of [jobs, contactMessages]) await database.db.delete(table)
  clock = createManualClock()
  log = []
  cleanups = []
})
afterEach(async () => {
  for (const end of cleanups) await end()
})

let ticketCount = 0
const store = (channels: Channel[] = ['email']) =>
  storeMessage(database.db, MESSAGE, { ticketId: String(ticketCount++), channels, now: clock.now() })

const createEmail = (send: SendMail): Send =>
  createEmailChannel({
    from: 'site@example.com',
    to: 'office@example.com',
    siteUrl: SITE_URL,
    getBrand: async () => 'Ductwise',
    send,
  })

const deliver = (channel: Channel, send: Send) =>
  runDueJobs(database.db, `contact-${channel}`, createDeliveryHandler(send), { clock: clock.now, log: recorder })

const listDeliveries = () => database.db.select().from(jobs)

async function startMailbox(port: number, options?: Parameters<typeof startMailServer>[1]): Promise<Mailbox> {
  const mailbox = await startMailServer(port, options)
  cleanups.push(mailbox.close)
  return mailbox
}

/** Matches personal data of the test message, but never a hex id. */
const PERSONAL_DATA_PATTERN = /byron|ada@|212 555|night/i

describe('email channel', () => {
  it('names the sender and sets Reply-To to the visitor', async () => {
    const mailbox = await startMailbox(await findFreePort())
    await store()
    await deliver('email', createEmail(createSmtpSender(mailbox.url)))
    const [mail = ''] = mailbox.mails
    expect(mail).toContain('To: office@example.com')
    expect(mail).toContain('Reply-To: Ada Byron <ada@example.com>')
    expect(mail).toContain('Subject: Message from Ada Byron, Byron Heating')
    expect(mail).toContain('The phone rings at night.\r\nWhat now?')
    expect(mail).toContain('+1 212 555 0142')
  })

  it('retries with growing delays while the mail server is down, and delivers once', async () => {
    const port = await findFreePort()
    const send = createEmail(createSmtpSender(`smtp://127.0.0.1:${port}`))
    await store()
    for (const attempt of [1, 2, 3, 4]) {
      await deliver('email', send)
      expect(await listDeliveries()).toMatchObject([
        { attempts: attempt, doneAt: null, lastError: expect.stringContaining('E') },
      ])
      await deliver('email', send)
      expect(await listDeliveries(), 'not retried before it is due').toMatchObject([{ attempts: attempt }])
      clock.advance(HOUR_MS)
    }
    const mailbox = await startMailbox(port)
    await deliver('email', send)
    clock.advance(24 * HOUR_MS)
    await deliver('email', send)
    expect(mailbox.mails).toHaveLength(1)
    expect(await listDeliveries()).toMatchObject([{ doneAt: expect.any(Date), lastError: null }])
  })

  const buildRejection = (responseCode: number) => Object.assign(new Error('not for ada@example.com'), { responseCode })
  it.each<[string, SMTPServerOptions]>([
    ['rejects the recipient', { onRcptTo: (_address, _session, done) => done(buildRejection(550)) }],
    [
      'rejects the message',
      { onData: (stream, _session, done) => void stream.resume().on('end', () => done(buildRejection(451))) },
    ],
    ['rejects the connection', { onConnect: (_session, done) => done(new Error('go away ada@example.com')) }],
  ])('retries when the server %s', async (_what, options) => {
    const port = await findFreePort()
    const send = createEmail(createSmtpSender(`smtp://127.0.0.1:${port}`))
    await store()
    const rejectingServer = await startMailServer(port, options)
    await deliver('email', send)
    await rejectingServer.close()
    expect(await listDeliveries()).toMatchObject([{ attempts: 1, doneAt: null }])
    clock.advance(HOUR_MS)
    const mailbox = await startMailbox(port)
    await deliver('email', send)
    expect(mailbox.mails).toHaveLength(1)
    expect(JSON.stringify([log, await listDeliveries()])).not.toMatch(PERSONAL_DATA_PATTERN)
  })

  it('times out on a silent mail server and retries later', async () => {
    const silentServer = createServer()
    const port = await listenOnFreePort(silentServer)
    await store()
    await deliver('email', createEmail(createSmtpSender(`smtp://127.0.0.1:${port}`, { greetingTimeout: 50 })))
    await closeServer(silentServer)
    expect(await listDeliveries()).toMatchObject([{ attempts: 1, doneAt: null, lastError: 'ETIMEDOUT' }])
    const mailbox = await startMailbox(port)
    clock.advance(HOUR_MS)
    await deliver('email', createEmail(createSmtpSender(`smtp://127.0.0.1:${port}`)))
    expect(mailbox.mails).toHaveLength(1)
  })

  it('has the same message id on a retry', async () => {
    const mailbox = await startMailbox(await findFreePort())
    const send = createSmtpSender(mailbox.url)
    const sendTwice: SendMail = async (mail) => {
      await send(mail)
      await send(mail)
    }
    await store()
    await deliver('email', createEmail(sendTwice))
    const messageIds = mailbox.mails.map((mail) => /^Message-ID: (<\S+>)\r$/m.exec(mail)?.[1])
    expect(messageIds).toEqual([expect.any(String), messageIds[0]])
  })
})

describe('webhook channel', () => {
  const SECRET = 'a-webhook-secret-long-enough'
  type ReceivedCall = { headers: IncomingHttpHeaders; body: string }

  async function startReceiver(statuses: number[]): Promise<{ url: string; calls: ReceivedCall[] }> {
    const calls: ReceivedCall[] = []
    const server = createServer(async (request, response) => {
      calls.push({ headers: request.headers, body: await text(request) })
      response.writeHead(statuses[calls.length - 1] ?? 200, { location: '/elsewhere' }).end()
    })
    cleanups.push(() => closeServer(server))
    return { url: `http://127.0.0.1:${await listenOnFreePort(server)}/hook`, calls }
  }

  it('posts signed JSON, retries with the same id, and follows no redirects', async () => {
    const { url, calls } = await startReceiver([500, 302, 404, 204])
    const send = createWebhookChannel({ url, secret: SECRET, siteUrl: SITE_URL })
    await store(['webhook'])
    for (let attempt = 0; attempt < 6; attempt++) {
      await deliver('webhook', send)
      clock.advance(HOUR_MS)
    }
    expect(calls).toHaveLength(4)
    expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const { headers, body } = calls[3] ?? { headers: {}, body: '' }
    const timestamp = Number(headers['webhook-timestamp'])
    expect(new Webhook(SECRET, { format: 'raw' }).verify(body, headers as Record<string, string>)).toBeTruthy()
    expect(Math.abs(Date.now() / 1000 - timestamp)).toBeLessThan(60)
    expect(JSON.parse(body)).toMatchObject({ type: 'contact.message', data: MESSAGE })
    expect(log).toHaveLength(3)
    expect(log[0]).toContain('HTTP 500')
    expect(log.join('\n')).not.toMatch(PERSONAL_DATA_PATTERN)
  })

  it('decodes the key of a secret with the prefix whsec_', async () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const { url, calls } = await startReceiver([])
    await store(['webhook'])
    await deliver('webhook', createWebhookChannel({ url, secret, siteUrl: SITE_URL }))
    const { headers, body } = calls[0] ?? { headers: {}, body: '' }
    const verifyWith = (signingSecret: string) =>
      new Webhook(signingSecret).verify(body, headers as Record<string, string>)
    expect(verifyWith(secret)).toMatchObject({ type: 'contact.message' })
    expect(() => verifyWith('whsec_c29tZSBvdGhlciBzZWNyZXQgb2YgMjQ=')).toThrow()
  })

  it('delivers while the mail server is down, and email is delivered while the webhook is down', async () => {
    const { url, calls } = await startReceiver([])
    const mailbox = await startMailbox(await findFreePort())
    const unusedPort = await findFreePort()
    await store(['email', 'webhook'])
    await store(['email', 'webhook'])
    await deliver('email', createEmail(createSmtpSender(`smtp://127.0.0.1:${unusedPort}`)))
    await deliver('webhook', createWebhookChannel({ url, secret: SECRET, siteUrl: SITE_URL }))
    expect(calls).toHaveLength(2)
    clock.advance(HOUR_MS)
    await store(['webhook'])
    await deliver(
      'webhook',
      createWebhookChannel({ url: `http://127.0.0.1:${unusedPort}`, secret: SECRET, siteUrl: SITE_URL }),
    )
    await deliver('email', createEmail(createSmtpSender(mailbox.url)))
    expect(mailbox.mails).toHaveLength(2)
    expect((await listDeliveries()).filter(({ doneAt }) => !doneAt)).toMatchObject([{ kind: 'contact-webhook' }])
  })
})

it('a deleted message is not sent', async () => {
  await store()
  await database.db.delete(contactMessages)
  const sentIds: string[] = []
  await deliver('email', async ({ id }) => void sentIds.push(id))
  expect(sentIds).toEqual([])
  expect(await listDeliveries()).toMatchObject([{ doneAt: clock.now(), lastError: null }])
})

describe('retention of contact messages', () => {
  const DAY_MS = 24 * HOUR_MS
  const countStoredMessages = async () => (await database.db.select().from(contactMessages)).length

  it('deletes messages only after the retention period', async () => {
    await store()
    await deliver('email', async () => {})
    clock.advance(MESSAGE_RETENTION_DAYS * DAY_MS)
    await store()
    await deliver('email', async () => {})
    expect(await deleteOldMessages(database.db, clock.now())).toBe(0)
    clock.advance(1)
    expect(await deleteOldMessages(database.db, clock.now())).toBe(1)
    expect(await countStoredMessages()).toBe(1)
  })

  it('keeps a message until every channel has delivered it', async () => {
    await store(['email', 'webhook'])
    await deliver('email', async () => {})
    clock.advance(2 * MESSAGE_RETENTION_DAYS * DAY_MS)
    expect(await deleteOldMessages(database.db, clock.now())).toBe(0)
    await deliver('webhook', async () => {})
    expect(await deleteOldMessages(database.db, clock.now())).toBe(1)
  })

  it('runs as a daily job that logs only counts', async () => {
    await store()
    await deliver('email', async () => {})
    clock.advance((MESSAGE_RETENTION_DAYS + 1) * DAY_MS)
    await scheduleJobs(database.db, clock.now())
    await runDueJobs(database.db, 'site-retention', createSiteRetentionJob(recorder), {
      clock: clock.now,
      log: recorder,
    })
    expect(await countStoredMessages()).toBe(0)
    expect(log).toEqual(['retention: old site data deleted {"messages":1,"jobs":1}'])
  })
})
