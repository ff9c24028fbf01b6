import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FormOptions, Submission, SubmitOptions } from '../../lib/site/contact/submit.ts'
import { countAttempt, submitMessage } from '../../lib/site/contact/submit.ts'
import { storeMessage } from '../../lib/site/contact/repository.ts'
import { MIN_AGE_MS, issueTicket } from '../../lib/site/contact/ticket.ts'
import { withDatabase } from '../../lib/platform/db/client.ts'
import { contactMessages, jobs, rateLimits } from '../support/tables.ts'
import { deleteExpiredLimits } from '../../lib/platform/http/rate-limit.ts'
import { resetPool } from '../support/reset-pool.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { MESSAGE, SECRET, findFreePort, createManualClock } from './contact-fixtures.ts'

const database = setUpDatabase()
const clock = createManualClock()

beforeEach(async () => {
  for (const table of [jobs, contactMessages, rateLimits]) await database.db.delete(table)
})

const issueRipeTicket = () => issueTicket(SECRET, clock.now().getTime() - MIN_AGE_MS)
const listStoredMessages = () => database.db.select().from(contactMessages)

const submit = (
  fields: Record<string, unknown>,
  options: Partial<SubmitOptions> & Partial<Pick<Submission, 'address'>> = {},
) =>
  submitMessage(
    { fields, address: options.address ?? '192.0.2.1' },
    { query: (work) => work(database.db), secret: SECRET, channels: ['email'], now: clock.now(), ...options },
  )

describe('contact message', () => {
  it('is stored together with its delivery jobs', async () => {
    const result = await submit({ ...MESSAGE, ticket: issueRipeTicket() }, { channels: ['email', 'webhook'] })
    expect(result).toEqual({ status: 'sent' })
    expect(await listStoredMessages()).toMatchObject([MESSAGE])
    const deliveries = await database.db.select().from(jobs)
    expect(deliveries.map(({ kind, doneAt }) => [kind, doneAt]).toSorted()).toEqual([
      ['contact-email', null],
      ['contact-webhook', null],
    ])
  })

  it('is not stored if a delivery job cannot be created', async () => {
    const channels = [undefined as never]
    Object.defineProperty(channels, 0, {
      get: () => {
        throw new Error('No channel')
      },
    })
    await expect(storeMessage(database.db, MESSAGE, { ticketId: 'x', channels })).rejects.toThrow('No channel')
    expect(await listStoredMessages()).toEqual([])
  })

  it('is stored once when the same form is submitted several times concurrently', async () => {
    const form = { ...MESSAGE, ticket: issueRipeTicket() }
    const results = await Promise.all([submit(form), submit(form), submit(form)])
    expect(results).toEqual([{ status: 'sent' }, { status: 'sent' }, { status: 'sent' }])
    expect(await listStoredMessages()).toHaveLength(1)
    expect(await database.db.select().from(jobs)).toHaveLength(1)
  })

  it('needs a new ticket if its content changed after the first submission', async () => {
    const ticket = issueRipeTicket()
    await submit({ ...MESSAGE, ticket })
    const nextResult = await submit({ ...MESSAGE, message: 'Another one', ticket })
    expect(nextResult).toMatchObject({ status: 'ticket', waitMs: MIN_AGE_MS })
    expect(await listStoredMessages()).toHaveLength(1)
  })

  it('keeps quotes, markup and emoji unchanged', async () => {
    const message = `'; drop table contact_messages; -- <b>"\\ 🔧 ${'é'.repeat(4000)}`
    await submit({ ...MESSAGE, message, ticket: issueRipeTicket() })
    expect(await listStoredMessages()).toMatchObject([{ message }])
  })
})

describe('contact form checks', () => {
  it('store nothing for incomplete, too early, ticketless or honeypot submissions', async () => {
    const ticket = issueRipeTicket()
    const invalid = { status: 'invalid', errors: { name: 'missing' } }
    expect(await submit({ ...MESSAGE, name: '', ticket })).toMatchObject(invalid)
    expect(await submit({ ...MESSAGE, ticket, website: 'https://spam.example' })).toEqual({ status: 'suspicious' })
    expect(await submit(MESSAGE)).toMatchObject({ status: 'ticket', waitMs: MIN_AGE_MS })
    const youngTicket = issueTicket(SECRET, clock.now().getTime() - 1000)
    const earlyResult = { status: 'ticket', ticket: youngTicket, waitMs: MIN_AGE_MS - 1000 }
    expect(await submit({ ...MESSAGE, ticket: youngTicket })).toEqual(earlyResult)
    expect(await listStoredMessages()).toEqual([])
  })

  it('limit a client to five messages per ten minutes, even when concurrent', async () => {
    const submitFrom = (address = '192.0.2.1') =>
      submit({ ...MESSAGE, ticket: issueRipeTicket() }, { address, now: clock.now() })
    const results = await Promise.all(Array.from({ length: 8 }, () => submitFrom()))
    expect(results.filter(({ status }) => status === 'sent')).toHaveLength(5)
    expect(results.filter(({ status }) => status === 'limited')).toHaveLength(3)
    expect(await listStoredMessages()).toHaveLength(5)
    expect(await submitFrom('192.0.2.2')).toEqual({ status: 'sent' })
    clock.advance(10 * 60_000 - 1)
    expect(await submitFrom()).toEqual({ status: 'limited', waitMs: 1 })
    clock.advance(2)
    expect(await submitFrom()).toEqual({ status: 'sent' })
  })

  it('limit form attempts per client before reading the form', async () => {
    const attempt = (address = '192.0.2.1') =>
      countAttempt(address, { query: (work) => work(database.db), secret: SECRET, now: clock.now() })
    const results = await Promise.all(Array.from({ length: 32 }, () => attempt()))
    expect(results.filter((result) => result === undefined)).toHaveLength(30)
    expect(results.filter((result) => result?.status === 'limited')).toHaveLength(2)
    expect(await attempt('192.0.2.2')).toBeUndefined()
    clock.advance(10 * 60_000 - 1)
    expect(await attempt()).toEqual({ status: 'limited', waitMs: 1 })
    clock.advance(2)
    expect(await attempt()).toBeUndefined()
  })

  it('store no client address, and expired limits are deleted', async () => {
    for (let client = 0; client < 20; client++)
      await submit({ ...MESSAGE, ticket: issueRipeTicket() }, { address: `192.0.2.${client}` })
    const counters = await database.db.select().from(rateLimits)
    expect(counters).toHaveLength(20)
    expect(JSON.stringify(counters)).not.toContain('192.0.2')
    clock.advance(60 * 60_000)
    expect(await deleteExpiredLimits(database.db, clock.now())).toBe(20)
    expect(await database.db.select().from(rateLimits)).toEqual([])
  })
})

describe('contact submission during a database outage', () => {
  afterEach(resetPool)

  const createQuery =
    (port: number): FormOptions['query'] =>
    (work, deadlineMs) =>
      withDatabase(`postgres://a:b@127.0.0.1:${port}/x`, work, deadlineMs)

  it('fails immediately if the connection is refused', async () => {
    const query = createQuery(await findFreePort())
    expect(await submit({ ...MESSAGE, ticket: issueRipeTicket() }, { query })).toEqual({ status: 'unavailable' })
    expect(await countAttempt('192.0.2.1', { query, secret: SECRET })).toEqual({ status: 'unavailable' })
  })

  it('fails after the deadline if the database never responds', async () => {
    const sockets: Socket[] = []
    const hangingServer: Server = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
    await once(hangingServer, 'listening')
    const query = createQuery((hangingServer.address() as AddressInfo).port)
    const results = [
      await submit({ ...MESSAGE, ticket: issueRipeTicket() }, { query, deadlineMs: 100 }),
      await countAttempt('192.0.2.1', { query, secret: SECRET, deadlineMs: 100 }),
    ]
    expect(results).toEqual([{ status: 'unavailable' }, { status: 'unavailable' }])
    for (const socket of sockets) socket.destroy()
    hangingServer.close()
  })
})
