import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FormOptions, Submission, SubmitOptions } from '../../lib/contact/submit.ts'
import { countAttempt, submitMessage } from '../../lib/contact/submit.ts'
import { storeMessage } from '../../lib/contact/store.ts'
import { MIN_AGE, issueTicket } from '../../lib/contact/ticket.ts'
import { withDatabase } from '../../lib/db/client.ts'
import { contactDeliveries, contactMessages, rateLimits } from '../../lib/db/schema/index.ts'
import { deleteExpiredLimits } from '../../lib/http/rate-limit.ts'
import { forgetPool } from '../support/forget-pool.ts'
import { type TestDatabase, MESSAGE, SECRET, freePort, manualClock, startDatabase } from './contact-fixtures.ts'

let database: TestDatabase
const clock = manualClock()

beforeAll(async () => {
  database = await startDatabase()
})
beforeEach(() => database.clear())
afterAll(() => database.close())

const ripeTicket = () => issueTicket(SECRET, clock.now().getTime() - MIN_AGE)
const stored = () => database.db.select().from(contactMessages)

const submit = (
  fields: Record<string, unknown>,
  options: Partial<SubmitOptions> & Partial<Pick<Submission, 'address'>> = {},
) =>
  submitMessage(
    { fields, address: options.address ?? '192.0.2.1' },
    { query: (work) => work(database.db), secret: SECRET, channels: ['email'], now: clock.now(), ...options },
  )

describe('storing a message', () => {
  it('writes the message and what is to be delivered, together', async () => {
    expect(await submit({ ...MESSAGE, ticket: ripeTicket() }, { channels: ['email', 'webhook'] })).toEqual({
      status: 'sent',
    })
    expect(await stored()).toMatchObject([MESSAGE])
    const deliveries = await database.db.select().from(contactDeliveries)
    expect(deliveries.map(({ channel, deliveredAt }) => [channel, deliveredAt]).toSorted()).toEqual([
      ['email', null],
      ['webhook', null],
    ])
  })

  it('writes neither when one of them fails', async () => {
    const channels = ['email', 'email'] as const
    await expect(storeMessage(database.db, MESSAGE, { ticketId: 'x', channels: [...channels] })).rejects.toThrow()
    expect(await stored()).toEqual([])
  })

  it('stores a form once that is sent several times at once', async () => {
    const form = { ...MESSAGE, ticket: ripeTicket() }
    const answers = await Promise.all([submit(form), submit(form), submit(form)])
    expect(answers).toEqual([{ status: 'sent' }, { status: 'sent' }, { status: 'sent' }])
    expect(await stored()).toHaveLength(1)
    expect(await database.db.select().from(contactDeliveries)).toHaveLength(1)
  })

  it('loses no message that was changed and sent with the same ticket: it asks for another', async () => {
    const ticket = ripeTicket()
    await submit({ ...MESSAGE, ticket })
    expect(await submit({ ...MESSAGE, message: 'Another one', ticket })).toMatchObject({
      status: 'ticket',
      waitMs: MIN_AGE,
    })
    expect(await stored()).toHaveLength(1)
  })

  it('keeps quotes, markup and emoji as they are', async () => {
    const message = `'; drop table contact_messages; -- <b>"\\ 🔧 ${'é'.repeat(4000)}`
    await submit({ ...MESSAGE, message, ticket: ripeTicket() })
    expect(await stored()).toMatchObject([{ message }])
  })
})

describe('refusing', () => {
  it('stores nothing that is incomplete, too fast, without a ticket or caught in the honeypot', async () => {
    const ticket = ripeTicket()
    expect(await submit({ ...MESSAGE, name: '', ticket })).toMatchObject({
      status: 'invalid',
      errors: { name: 'missing' },
    })
    expect(await submit({ ...MESSAGE, ticket, website: 'https://spam.example' })).toEqual({ status: 'suspicious' })
    expect(await submit(MESSAGE)).toMatchObject({ status: 'ticket', waitMs: MIN_AGE })
    const young = issueTicket(SECRET, clock.now().getTime() - 1000)
    expect(await submit({ ...MESSAGE, ticket: young })).toEqual({
      status: 'ticket',
      ticket: young,
      waitMs: MIN_AGE - 1000,
    })
    expect(await stored()).toEqual([])
  })

  it('takes five messages of a client in ten minutes, also when they come at once, and then more', async () => {
    const send = (address = '192.0.2.1') => submit({ ...MESSAGE, ticket: ripeTicket() }, { address, now: clock.now() })
    const answers = await Promise.all(Array.from({ length: 8 }, () => send()))
    expect(answers.filter(({ status }) => status === 'sent')).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 'limited')).toHaveLength(3)
    expect(await stored()).toHaveLength(5)
    expect(await send('192.0.2.2')).toEqual({ status: 'sent' })
    clock.advance(10 * 60_000 - 1)
    expect(await send()).toEqual({ status: 'limited', waitMs: 1 })
    clock.advance(2)
    expect(await send()).toEqual({ status: 'sent' })
  })

  it('counts every form before it is read, whatever is in it, and each client by itself', async () => {
    const attempt = (address = '192.0.2.1') =>
      countAttempt(address, { query: (work) => work(database.db), secret: SECRET, now: clock.now() })
    const answers = await Promise.all(Array.from({ length: 32 }, () => attempt()))
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(30)
    expect(answers.filter((answer) => answer?.status === 'limited')).toHaveLength(2)
    expect(await attempt('192.0.2.2')).toBeUndefined()
    clock.advance(10 * 60_000 - 1)
    expect(await attempt()).toEqual({ status: 'limited', waitMs: 1 })
    clock.advance(2)
    expect(await attempt()).toBeUndefined()
  })

  it('counts without keeping an address, until its window is over', async () => {
    for (let client = 0; client < 20; client++)
      await submit({ ...MESSAGE, ticket: ripeTicket() }, { address: `192.0.2.${client}` })
    const counted = await database.db.select().from(rateLimits)
    expect(counted).toHaveLength(20)
    expect(JSON.stringify(counted)).not.toContain('192.0.2')
    clock.advance(60 * 60_000)
    expect(await deleteExpiredLimits(database.db, clock.now())).toBe(20)
    expect(await database.db.select().from(rateLimits)).toEqual([])
  })
})

describe('without a database', () => {
  afterEach(forgetPool)

  const queryOf =
    (url: string): FormOptions['query'] =>
    (work, deadlineMs) =>
      withDatabase(url, work, deadlineMs)

  it('says so at once when nothing listens', async () => {
    const url = `postgres://a:b@127.0.0.1:${await freePort()}/x`
    const query = queryOf(url)
    expect(await submit({ ...MESSAGE, ticket: ripeTicket() }, { query })).toEqual({ status: 'unavailable' })
    expect(await countAttempt('192.0.2.1', { query, secret: SECRET })).toEqual({ status: 'unavailable' })
  })

  it('says so in time when it accepts and never answers', async () => {
    const sockets: Socket[] = []
    const hung: Server = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
    await once(hung, 'listening')
    const url = `postgres://a:b@127.0.0.1:${(hung.address() as AddressInfo).port}/x`
    const query = queryOf(url)
    expect(await submit({ ...MESSAGE, ticket: ripeTicket() }, { query, deadlineMs: 100 })).toEqual({
      status: 'unavailable',
    })
    expect(await countAttempt('192.0.2.1', { query, secret: SECRET, deadlineMs: 100 })).toEqual({
      status: 'unavailable',
    })
    for (const socket of sockets) socket.destroy()
    hung.close()
  })
})
