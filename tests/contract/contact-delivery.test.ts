import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { emailChannel } from '../../lib/contact/delivery/email.ts'
import { webhookChannel } from '../../lib/contact/delivery/webhook.ts'
import { claim } from '../../lib/contact/delivery/queue.ts'
import { type Send, deliverDue, startWorker } from '../../lib/contact/delivery/worker.ts'
import { storeMessage } from '../../lib/contact/store.ts'
import { MESSAGE_RETENTION_DAYS, deleteOldMessages } from '../../lib/contact/retention.ts'
import { contactDeliveries, contactMessages } from '../../lib/db/schema/index.ts'
import { loggedError } from '../../lib/log/log-error.ts'
import { type SendMail, outboxMail, smtpMail } from '../../lib/contact/transport.ts'
import {
  type Mailbox,
  type TestDatabase,
  MESSAGE,
  freePort,
  manualClock,
  startDatabase,
  startMailServer,
} from './contact-fixtures.ts'

const root = resolve(import.meta.dirname, '../..')
const HOUR = 60 * 60_000
const SITE = 'https://www.example.com'

let database: TestDatabase
let clock: ReturnType<typeof manualClock>
let log: string[]

/** Keeps what is logged as the log itself would write it. */
const written = (facts: Record<string, unknown>, words: string) =>
  void log.push(`${words} ${JSON.stringify({ ...facts, ...('err' in facts && { err: loggedError(facts.err) }) })}`)
const recorder = { info: written, warn: written, error: written }
let ending: (() => unknown)[]

beforeAll(async () => {
  database = await startDatabase()
})
beforeEach(async () => {
  await database.clear()
  clock = manualClock()
  log = []
  ending = []
})
afterEach(async () => {
  for (const end of ending) await end()
})
afterAll(() => database.close())

let tickets = 0
const store = (channels: string[] = ['email']) =>
  storeMessage(database.db, MESSAGE, { ticketId: String(tickets++), channels, now: clock.now() })

const email = (send: SendMail): Send =>
  emailChannel({ from: 'site@example.com', to: 'office@example.com', siteUrl: SITE, send })

const deliver = (channel: string, send: Send) =>
  deliverDue(database.db, channel, send, { clock: clock.now, log: recorder })

const deliveries = () => database.db.select().from(contactDeliveries)

async function mailServer(port: number, options?: Parameters<typeof startMailServer>[1]): Promise<Mailbox> {
  const mailbox = await startMailServer(port, options)
  ending.push(mailbox.close)
  return mailbox
}

/** Nothing that could be part of an id, which is made of digits and the letters a to f. */
const PERSONAL = /byron|ada@|212 555|night/i

describe('email', () => {
  it('says who wrote, and an answer goes to the visitor', async () => {
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

  it('waits for a dead mail server, longer each time, and delivers once when it is alive', async () => {
    const port = await freePort()
    const send = email(smtpMail(`smtp://127.0.0.1:${port}`))
    await store()
    for (const attempt of [1, 2, 3, 4]) {
      await deliver('email', send)
      expect(await deliveries()).toMatchObject([
        { attempts: attempt, deliveredAt: null, lastError: expect.stringContaining('E') },
      ])
      await deliver('email', send)
      expect(await deliveries(), 'not tried again before it is due').toMatchObject([{ attempts: attempt }])
      clock.advance(HOUR)
    }
    const mailbox = await mailServer(port)
    await deliver('email', send)
    clock.advance(24 * HOUR)
    await deliver('email', send)
    expect(mailbox.mails).toHaveLength(1)
    expect(await deliveries()).toMatchObject([{ deliveredAt: expect.any(Date), lastError: null }])
  })

  it.each([
    [
      'refuses the receiver',
      {
        onRcptTo: (_a: unknown, _s: unknown, done: (error?: Error) => void) =>
          done(Object.assign(new Error('no ada@example.com'), { responseCode: 550 })),
      },
    ],
    [
      'refuses the text',
      {
        onData: (stream: NodeJS.ReadableStream, _s: unknown, done: (error?: Error) => void) =>
          void stream
            .resume()
            .on('end', () => done(Object.assign(new Error('busy for ada@example.com'), { responseCode: 451 }))),
      },
    ],
    [
      'refuses the connection',
      { onConnect: (_s: unknown, done: (error?: Error) => void) => done(new Error('go away ada@example.com')) },
    ],
  ])('tries again when the server %s', async (_what, options) => {
    const port = await freePort()
    const send = email(smtpMail(`smtp://127.0.0.1:${port}`))
    await store()
    const refusing = await startMailServer(port, options as never)
    await deliver('email', send)
    await refusing.close()
    expect(await deliveries()).toMatchObject([{ attempts: 1, deliveredAt: null }])
    clock.advance(HOUR)
    const mailbox = await mailServer(port)
    await deliver('email', send)
    expect(mailbox.mails).toHaveLength(1)
    expect(JSON.stringify([log, await deliveries()])).not.toMatch(PERSONAL)
  })

  it('delivers once by a slow server, while others look for work too', async () => {
    let take = () => {}
    const mails: string[] = []
    const mailbox = await mailServer(await freePort(), {
      onData: (stream, _session, done) => {
        stream.resume().on('end', () => {
          mails.push('one')
          take = done
        })
      },
    })
    const send = email(smtpMail(mailbox.url))
    await store()
    const first = deliver('email', send)
    await vi.waitFor(() => expect(mails).toHaveLength(1))
    await deliver('email', send)
    take()
    await first
    clock.advance(HOUR)
    await deliver('email', send)
    expect(mails).toHaveLength(1)
  })

  it('gives up on a server that says nothing, and tries again', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const port = (silent.address() as AddressInfo).port
    await store()
    await deliver('email', email(smtpMail(`smtp://127.0.0.1:${port}`, { greetingTimeout: 50 })))
    silent.closeAllConnections()
    silent.close()
    await once(silent, 'close')
    expect(await deliveries()).toMatchObject([{ attempts: 1, deliveredAt: null, lastError: 'ETIMEDOUT' }])
    const mailbox = await mailServer(port)
    clock.advance(HOUR)
    await deliver('email', email(smtpMail(`smtp://127.0.0.1:${port}`)))
    expect(mailbox.mails).toHaveLength(1)
  })

  it('gives up on a server that goes on talking, and is held up by it no longer', async () => {
    const talking = createTcpServer((socket) => {
      const timer = setInterval(() => socket.write('220-one moment\r\n'), 20)
      socket.on('error', () => undefined).on('close', () => clearInterval(timer))
      ending.push(() => void socket.destroy())
    }).listen(0, '127.0.0.1')
    await once(talking, 'listening')
    ending.push(() => void talking.close())
    const { port } = talking.address() as AddressInfo
    await store()
    const send = email(smtpMail(`smtp://127.0.0.1:${port}`))
    await deliverDue(database.db, 'email', send, { clock: clock.now, log: recorder, attemptMs: 200 })
    expect(await deliveries()).toMatchObject([{ attempts: 1, deliveredAt: null, lastError: 'DEADLINE' }])
  })

  it('lands in the outbox as a file, one for each message however often it is tried', async () => {
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

describe('webhook', () => {
  const SECRET = 'a-webhook-secret-long-enough'
  type Call = { headers: IncomingHttpHeaders; body: string }

  async function receiver(answers: number[]): Promise<{ url: string; calls: Call[] }> {
    const calls: Call[] = []
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        calls.push({ headers: request.headers, body })
        response.writeHead(answers[calls.length - 1] ?? 200, { location: '/elsewhere' }).end()
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    ending.push(
      () => server.closeAllConnections(),
      () => void server.close(),
    )
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, calls }
  }

  it('posts signed JSON, again with the same id until it is taken, and follows no redirect', async () => {
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

  it('signs with the bytes of a secret that says it holds some', async () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const { url, calls } = await receiver([])
    await store(['webhook'])
    await deliver('webhook', webhookChannel({ url, secret, siteUrl: SITE }))
    const { headers, body } = calls[0] ?? { headers: {}, body: '' }
    const verify = (with_: string) => new Webhook(with_).verify(body, headers as Record<string, string>)
    expect(verify(secret)).toMatchObject({ type: 'contact.message' })
    expect(() => verify('whsec_c29tZSBvdGhlciBzZWNyZXQgb2YgMjQ=')).toThrow()
  })

  it('is not held up by a dead mail server, nor the mail by a dead webhook', async () => {
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
    expect((await deliveries()).filter(({ deliveredAt }) => !deliveredAt)).toMatchObject([{ channel: 'webhook' }])
  })
})

describe('workers', () => {
  it('share the work: each message is sent by one of them', async () => {
    const sent: string[] = []
    const send: Send = async ({ message }) => void sent.push(message?.id ?? '')
    for (let count = 0; count < 20; count++) await store()
    await Promise.all([deliver('email', send), deliver('email', send), deliver('email', send)])
    expect(sent).toHaveLength(20)
    expect(new Set(sent).size).toBe(20)
  })

  it('find at boot what an earlier process left, wake when told, and go on after the database was away', async () => {
    const sent: string[] = []
    let isAway = true
    await store()
    const worker = startWorker({
      database: async () => {
        if (isAway) throw Object.assign(new Error('for ada@example.com'), { code: 'ECONNREFUSED' })
        return database.db
      },
      channels: { email: async ({ id }) => void sent.push(id) },
      log: recorder,
      clock: clock.now,
      pollMs: HOUR,
    })
    ending.push(worker.stop)
    await vi.waitFor(() => expect(log).toHaveLength(2))
    expect(log.toSorted()).toEqual([
      expect.stringMatching(/^Deleting .* waits for the database .*"code":"ECONNREFUSED"/),
      expect.stringMatching(/^Delivering .* waits for the database .*"channel":"email".*"code":"ECONNREFUSED"/),
    ])
    expect(log.join('\n')).not.toMatch(PERSONAL)
    isAway = false
    worker.wake()
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    await store()
    worker.wake()
    await vi.waitFor(() => expect(sent).toHaveLength(2))
  })

  it('finish what a process that was killed between storing and delivering has left', async () => {
    const port = await freePort()
    const reached = Promise.withResolvers<void>()
    const stuck = await startMailServer(port, {
      onData: (stream) => void stream.resume().on('end', () => reached.resolve()),
    })
    const program = `
      import { emailChannel } from '${root}/lib/contact/delivery/email.ts'
      import { startWorker } from '${root}/lib/contact/delivery/worker.ts'
      import { storeMessage } from '${root}/lib/contact/store.ts'
      import { openDatabase } from '${root}/lib/db/client.ts'
      import { smtpMail } from '${root}/lib/contact/transport.ts'
      const { db } = await openDatabase('${database.url}', '${root}/lib/db/migrations')
      const now = new Date(${clock.now().getTime()})
      await storeMessage(db, ${JSON.stringify(MESSAGE)}, { ticketId: 'killed', channels: ['email'], now })
      const send = emailChannel({ from: 'a@example.com', to: 'b@example.com', siteUrl: 'http://localhost', send: smtpMail('smtp://127.0.0.1:${port}') })
      startWorker({ database: async () => db, channels: { email: send }, log: console, clock: () => now })
      setInterval(() => {}, 1000)`
    const file = join(mkdtempSync(join(tmpdir(), 'killed-')), 'program.ts')
    writeFileSync(file, program)
    const child = spawn(process.execPath, [file], { cwd: root, stdio: 'inherit' })
    await reached.promise
    child.kill('SIGKILL')
    await once(child, 'exit')
    await stuck.close()

    const mailbox = await mailServer(port)
    const send = email(smtpMail(mailbox.url))
    await deliver('email', send)
    expect(mailbox.mails, 'the lease of the killed process is not over').toHaveLength(0)
    clock.advance(HOUR)
    await deliver('email', send)
    await deliver('email', send)
    expect(mailbox.mails).toHaveLength(1)
  })
})

describe('what has been kept long enough', () => {
  const DAY = 24 * HOUR
  const kept = async () => (await database.db.select().from(contactMessages)).length

  it('is deleted with its deliveries, and nothing sooner', async () => {
    await store()
    await deliver('email', async () => {})
    clock.advance(MESSAGE_RETENTION_DAYS * DAY)
    await store()
    await deliver('email', async () => {})
    expect(await deleteOldMessages(database.db, clock.now())).toBe(0)
    clock.advance(1)
    expect(await deleteOldMessages(database.db, clock.now())).toBe(1)
    expect([await kept(), (await deliveries()).length]).toEqual([1, 1])
  })

  it('stays while one of its ways out is not done', async () => {
    await store(['email', 'webhook'])
    await deliver('email', async () => {})
    clock.advance(2 * MESSAGE_RETENTION_DAYS * DAY)
    expect(await deleteOldMessages(database.db, clock.now())).toBe(0)
    await deliver('webhook', async () => {})
    expect(await deleteOldMessages(database.db, clock.now())).toBe(1)
  })

  it('is another worker’s at once when a process that ends cannot deliver it, and no other is begun', async () => {
    for (const _ of [1, 2]) await store()
    const [begun, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let attempts = 0
    const worker = startWorker({
      database: async () => database.db,
      channels: { email: async () => ((attempts += 1), begun.resolve(), goesOn.promise) },
      log: recorder,
      clock: clock.now,
      pollMs: HOUR,
    })
    await begun.promise
    const stopped = worker.stop()
    await worker.giveBack()
    const taken = [await claim(database.db, 'email', clock.now()), await claim(database.db, 'email', clock.now())]
    expect(taken.map((delivery) => delivery?.attempts).toSorted()).toEqual([1, 2])
    await store()
    goesOn.resolve()
    await stopped
    expect(attempts).toBe(1)
  })

  it('is deleted by the worker by itself, which says how many and of whom nothing', async () => {
    await store()
    await deliver('email', async () => {})
    clock.advance((MESSAGE_RETENTION_DAYS + 1) * DAY)
    const worker = startWorker({
      database: async () => database.db,
      channels: {},
      log: recorder,
      clock: clock.now,
      pollMs: 5,
    })
    ending.push(worker.stop)
    await vi.waitFor(async () => expect(await kept()).toBe(0))
    await vi.waitFor(() => expect(log).toEqual(['What the site kept long enough is deleted {"messages":1}']))
  })
})
