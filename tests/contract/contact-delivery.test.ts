import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { SMTPServerOptions } from 'smtp-server'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emailChannel } from '../../lib/site/delivery/email.ts'
import { webhookChannel } from '../../lib/site/delivery/webhook.ts'
import { deliverBy, type Send } from '../../lib/site/delivery/deliver.ts'
import type { Channel } from '../../lib/site/outbox/enqueue.ts'
import { storeMessage } from '../../lib/site/contact/repository.ts'
import { MESSAGE_RETENTION_DAYS, deleteOldMessages } from '../../lib/site/contact/retention.ts'
import { contactMessages, jobs } from '../support/tables.ts'
import { scheduleJobs } from '../../jobs.ts'
import { loggedError } from '../../lib/platform/log/log-error.ts'
import { runDueJobs } from '../../lib/platform/jobs/worker.ts'
import { siteRetentionJob } from '../../lib/site/retention/site-data.ts'
import { type SendMail, outboxMail, smtpMail } from '../../lib/platform/mail/transport.ts'
import { closed, listening } from '../support/http.ts'
import { openedDatabase } from '../support/opened-database.ts'
import { type Mailbox, MESSAGE, freePort, manualClock, startMailServer } from './contact-fixtures.ts'

const HOUR = 60 * 60_000
const SITE = 'https://www.example.com'

const database = openedDatabase()
let clock: ReturnType<typeof manualClock>
let log: string[]

const written = (facts: Record<string, unknown>, words: string) =>
  void log.push(`${words} ${JSON.stringify({ ...facts, ...('err' in facts && { err: loggedError(facts.err) }) })}`)
const recorder = { info: written, warn: written, error: written }
let ending: (() => unknown)[]

beforeEach(async () => {
  for (const table of [jobs, contactMessages]) await database.db.delete(table)
  clock = manualClock()
  log = []
  ending = []
})
afterEach(async () => {
  for (const end of ending) await end()
})

let tickets = 0
const store = (channels: Channel[] = ['email']) =>
  storeMessage(database.db, MESSAGE, { ticketId: String(tickets++), channels, now: clock.now() })

const email = (send: SendMail): Send =>
  emailChannel({ from: 'site@example.com', to: 'office@example.com', siteUrl: SITE, send })

const deliver = (channel: Channel, send: Send) =>
  runDueJobs(database.db, `contact-${channel}`, deliverBy(send), { clock: clock.now, log: recorder })

const deliveries = () => database.db.select().from(jobs)

async function mailServer(port: number, options?: Parameters<typeof startMailServer>[1]): Promise<Mailbox> {
  const mailbox = await startMailServer(port, options)
  ending.push(mailbox.close)
  return mailbox
}

/** Personal data of the test message; no alternative can occur in a hex id. */
const PERSONAL = /byron|ada@|212 555|night/i

describe('email channel', () => {
  it('names the sender and sets Reply-To to the visitor', async () => {
    const mailbox = await mailServer(await freePort())
    await store()
    await deliver('email', email(smtpMail(mailbox.url)))
    const [mail = ''] = mailbox.mails
    expect(mail).toContain('To: office@example.com')
    expect(mail).toContain('Reply-To: Ada Byron <ada@example.com>')
    expect(mail).toContain('Subject: Message from Ada Byron, Byron Heating')
    expect(mail).toContain('The phone rings at night.\r\nWhat now?')
    expect(mail).toContain('+1 212 555 0142')
  })

  it('retries with growing delays while the mail server is down, and delivers once', async () => {
    const port = await freePort()
    const send = email(smtpMail(`smtp://127.0.0.1:${port}`))
    await store()
    for (const attempt of [1, 2, 3, 4]) {
      await deliver('email', send)
      expect(await deliveries()).toMatchObject([
        { attempts: attempt, doneAt: null, lastError: expect.stringContaining('E') },
      ])
      await deliver('email', send)
      expect(await deliveries(), 'not retried before it is due').toMatchObject([{ attempts: attempt }])
      clock.advance(HOUR)
    }
    const mailbox = await mailServer(port)
    await deliver('email', send)
    clock.advance(24 * HOUR)
    await deliver('email', send)
    expect(mailbox.mails).toHaveLength(1)
    expect(await deliveries()).toMatchObject([{ doneAt: expect.any(Date), lastError: null }])
  })

  const refusal = (responseCode: number) => Object.assign(new Error('not for ada@example.com'), { responseCode })
  it.each<[string, SMTPServerOptions]>([
    ['rejects the recipient', { onRcptTo: (_address, _session, done) => done(refusal(550)) }],
    [
      'rejects the message',
      { onData: (stream, _session, done) => void stream.resume().on('end', () => done(refusal(451))) },
    ],
    ['rejects the connection', { onConnect: (_session, done) => done(new Error('go away ada@example.com')) }],
  ])('retries when the server %s', async (_what, options) => {
    const port = await freePort()
    const send = email(smtpMail(`smtp://127.0.0.1:${port}`))
    await store()
    const refusing = await startMailServer(port, options)
    await deliver('email', send)
    await refusing.close()
    expect(await deliveries()).toMatchObject([{ attempts: 1, doneAt: null }])
    clock.advance(HOUR)
    const mailbox = await mailServer(port)
    await deliver('email', send)
    expect(mailbox.mails).toHaveLength(1)
    expect(JSON.stringify([log, await deliveries()])).not.toMatch(PERSONAL)
  })

  it('times out on a silent mail server and retries later', async () => {
    const silent = createServer()
    const port = await listening(silent)
    await store()
    await deliver('email', email(smtpMail(`smtp://127.0.0.1:${port}`, { greetingTimeout: 50 })))
    await closed(silent)
    expect(await deliveries()).toMatchObject([{ attempts: 1, doneAt: null, lastError: 'ETIMEDOUT' }])
    const mailbox = await mailServer(port)
    clock.advance(HOUR)
    await deliver('email', email(smtpMail(`smtp://127.0.0.1:${port}`)))
    expect(mailbox.mails).toHaveLength(1)
  })

  it('writes one outbox file per message, even after a retry', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'outbox-'))
    ending.push(() => rmSync(folder, { recursive: true }))
    const outbox = outboxMail(join(folder, 'mail'))
    const twice: SendMail = async (mail) => {
      await outbox(mail)
      await outbox(mail)
    }
    await store()
    await deliver('email', email(twice))
    const files = readdirSync(join(folder, 'mail'))
    expect(files).toHaveLength(1)
    expect(files[0]).toMatch(/^[\w-]+\.eml$/)
    expect(readFileSync(join(folder, 'mail', files[0] ?? ''), 'utf8')).toContain('Subject: Message from Ada Byron')
  })
})

describe('webhook channel', () => {
  const SECRET = 'a-webhook-secret-long-enough'
  type Call = { headers: IncomingHttpHeaders; body: string }

  async function receiver(answers: number[]): Promise<{ url: string; calls: Call[] }> {
    const calls: Call[] = []
    const server = createServer(async (request, response) => {
      calls.push({ headers: request.headers, body: await text(request) })
      response.writeHead(answers[calls.length - 1] ?? 200, { location: '/elsewhere' }).end()
    })
    ending.push(() => closed(server))
    return { url: `http://127.0.0.1:${await listening(server)}/hook`, calls }
  }

  it('posts signed JSON, retries with the same id, and follows no redirects', async () => {
    const { url, calls } = await receiver([500, 302, 404, 204])
    const send = webhookChannel({ url, secret: SECRET, siteUrl: SITE })
    await store(['webhook'])
    for (let attempt = 0; attempt < 6; attempt++) {
      await deliver('webhook', send)
      clock.advance(HOUR)
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
    expect(log.join('\n')).not.toMatch(PERSONAL)
  })

  it('decodes the key of a secret with the prefix whsec_', async () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const { url, calls } = await receiver([])
    await store(['webhook'])
    await deliver('webhook', webhookChannel({ url, secret, siteUrl: SITE }))
    const { headers, body } = calls[0] ?? { headers: {}, body: '' }
    const verify = (with_: string) => new Webhook(with_).verify(body, headers as Record<string, string>)
    expect(verify(secret)).toMatchObject({ type: 'contact.message' })
    expect(() => verify('whsec_c29tZSBvdGhlciBzZWNyZXQgb2YgMjQ=')).toThrow()
  })

  it('delivers while the mail server is down, and email while the webhook is down', async () => {
    const { url, calls } = await receiver([])
    const mailbox = await mailServer(await freePort())
    const dead = await freePort()
    await store(['email', 'webhook'])
    await store(['email', 'webhook'])
    await deliver('email', email(smtpMail(`smtp://127.0.0.1:${dead}`)))
    await deliver('webhook', webhookChannel({ url, secret: SECRET, siteUrl: SITE }))
    expect(calls).toHaveLength(2)
    clock.advance(HOUR)
    await store(['webhook'])
    await deliver('webhook', webhookChannel({ url: `http://127.0.0.1:${dead}`, secret: SECRET, siteUrl: SITE }))
    await deliver('email', email(smtpMail(mailbox.url)))
    expect(mailbox.mails).toHaveLength(2)
    expect((await deliveries()).filter(({ doneAt }) => !doneAt)).toMatchObject([{ kind: 'contact-webhook' }])
  })
})

it('a deleted message is not sent', async () => {
  await store()
  await database.db.delete(contactMessages)
  const sent: string[] = []
  await deliver('email', async ({ id }) => void sent.push(id))
  expect(sent).toEqual([])
  expect(await deliveries()).toMatchObject([{ doneAt: clock.now(), lastError: null }])
})

describe('retention of contact messages', () => {
  const DAY = 24 * HOUR
  const kept = async () => (await database.db.select().from(contactMessages)).length

  it('deletes messages only after the retention period', async () => {
    await store()
    await deliver('email', async () => {})
    clock.advance(MESSAGE_RETENTION_DAYS * DAY)
    await store()
    await deliver('email', async () => {})
    expect(await deleteOldMessages(database.db, clock.now())).toBe(0)
    clock.advance(1)
    expect(await deleteOldMessages(database.db, clock.now())).toBe(1)
    expect(await kept()).toBe(1)
  })

  it('keeps a message until every channel has delivered it', async () => {
    await store(['email', 'webhook'])
    await deliver('email', async () => {})
    clock.advance(2 * MESSAGE_RETENTION_DAYS * DAY)
    expect(await deleteOldMessages(database.db, clock.now())).toBe(0)
    await deliver('webhook', async () => {})
    expect(await deleteOldMessages(database.db, clock.now())).toBe(1)
  })

  it('runs as a daily job that logs only counts', async () => {
    await store()
    await deliver('email', async () => {})
    clock.advance((MESSAGE_RETENTION_DAYS + 1) * DAY)
    await scheduleJobs(database.db, clock.now())
    await runDueJobs(database.db, 'site-retention', siteRetentionJob(recorder), { clock: clock.now, log: recorder })
    expect(await kept()).toBe(0)
    expect(log).toEqual(['retention: old site data deleted {"messages":1,"jobs":1}'])
  })
})
