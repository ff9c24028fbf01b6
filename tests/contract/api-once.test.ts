import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { once, type OnceRequest } from '../../lib/dashboard/api/idempotency.ts'
import { idempotentRequests, leads } from '../support/tables.ts'
import { type Answered, type Api, apiOf, SAMPLES } from './api-fixtures.ts'
import { newOrganization, openedDatabase } from '../support/opened-database.ts'
import { ownerOf } from '../support/owner.ts'
import { manualClock } from './contact-fixtures.ts'

const DAY = 24 * 60 * 60_000

const opened = openedDatabase()
const owner = ownerOf(opened)

describe('request with an Idempotency-Key', () => {
  const clock = manualClock()
  const api = apiOf(opened, { now: clock.now })
  let organization: string
  let own: Awaited<ReturnType<Api['keyOf']>>
  beforeEach(async () => {
    organization = newOrganization()
    own = await api.keyOf(organization)
  })

  type Sending = { body?: object; path?: string; key?: string }

  const send = (
    idempotencyKey: string,
    { body = SAMPLES.leads, path = '/api/v1/leads', key = own.key }: Sending = {},
  ) => api.send('POST', path, { key, body, headers: { 'idempotency-key': idempotencyKey } })
  const stored = () => opened.within(organization, ({ db }) => db.select().from(leads))
  const kept = () => opened.within(organization, ({ db }) => db.select().from(idempotentRequests))
  const isReplayed = ({ headers }: Answered) => headers.get('idempotent-replayed')

  it('runs once and replays the same response', async () => {
    const [first, second] = [await send('a'), await send('a')]
    expect([first.status, second.status]).toEqual([201, 201])
    expect([isReplayed(first), isReplayed(second)]).toEqual([null, 'true'])
    expect(second.body).toEqual(first.body)
    for (const header of ['etag', 'location']) expect(second.headers.get(header)).toBe(first.headers.get(header))
    expect(await stored()).toHaveLength(1)
  })

  it('runs once when sent several times concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => send('a')))
    const done = answers.filter(({ status }) => status === 201)
    expect(done.filter((answer) => !isReplayed(answer))).toHaveLength(1)
    for (const { body } of done) expect(body).toEqual(done[0]?.body)
    for (const waiting of answers.filter(({ status }) => status !== 201)) {
      expect(waiting).toMatchObject({ status: 409, body: { type: expect.stringContaining('in-progress') } })
      expect(waiting.headers.get('retry-after')).toBe('1')
    }
    expect(await stored()).toHaveLength(1)
    expect(await send('a')).toMatchObject({ status: 201, body: done[0]?.body })
  })

  it.skipIf(!inject('sharedPostgresUrl'))(
    'runs again while another transaction locks its expired response',
    async () => {
      expect((await send('a')).status).toBe(201)
      clock.advance(DAY + 1)
      const locked = Promise.withResolvers<void>()
      const other = opened.within(organization, async ({ db }) => {
        await db.select().from(idempotentRequests).for('update')
        locked.resolve()
        await wait(500)
      })
      await locked.promise
      expect(await send('a')).toMatchObject({ status: 201 })
      await other
      expect(await kept()).toHaveLength(1)
    },
  )

  it.skipIf(!inject('sharedPostgresUrl'))('gets 409 while the first request is still running', async () => {
    const lock = JSON.stringify([organization, own.id, 'a'])
    const { promise: free, resolve: release } = Promise.withResolvers<void>()
    const { promise: held, resolve: taken } = Promise.withResolvers<void>()
    const first = opened.db.transaction(async (transaction) => {
      await transaction.execute(`select pg_advisory_xact_lock(hashtextextended('${lock}', 0))`)
      taken()
      await free
    })
    await held
    expect(await send('a')).toMatchObject({ status: 409, body: { type: expect.stringContaining('in-progress') } })
    release()
    await first
    expect((await send('a')).status).toBe(201)
  })

  it('is rejected if the key was used for a different request', async () => {
    await send('a')
    const others = [
      await send('a', { body: { ...SAMPLES.leads, name: 'Ben' } }),
      await send('a', { body: SAMPLES.calls, path: '/api/v1/calls' }),
    ]
    for (const other of others)
      expect(other).toMatchObject({ status: 422, body: { type: expect.stringContaining('key-reused') } })
    expect(await stored()).toHaveLength(1)
    expect((await send('b', { body: { ...SAMPLES.leads, name: 'Ben' } })).status).toBe(201)
  })

  const DIFFERENT = [{ method: 'PUT' }, { path: '/api/v1/calls' }, { body: '{ }' }]
  it.each(DIFFERENT)('is rejected if the key was used with a different %j', async (different) => {
    const request = { keyId: own.id, idempotencyKey: 'a', method: 'POST', path: '/api/v1/leads', body: '{}' }
    const ask = (sent: OnceRequest) =>
      opened.within(organization, (tx) => once(tx, sent, clock.now(), async () => ({ status: 201, body: null })))
    expect(await ask(request)).toMatchObject({ isReplayed: false })
    await expect(ask({ ...request, ...different })).rejects.toMatchObject({ problem: 'key-reused' })
    expect(await ask(request)).toMatchObject({ isReplayed: true })
  })

  it('runs separately for another API key and another organization', async () => {
    const [other, foreign] = [await api.keyOf(organization), await api.keyOf(newOrganization())]
    // Sends the requests one after another, so that each could find the stored response of an earlier one.
    const answers = [await send('a'), await send('a', other), await send('a', foreign)]
    expect(answers.map((answer) => [answer.status, isReplayed(answer)])).toEqual(answers.map(() => [201, null]))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(3)
  })

  it('can be corrected and resent after a validation error', async () => {
    const missing = { ...SAMPLES.leads, callId: '00000000-0000-4000-8000-000000000000' }
    expect((await send('a', { body: missing })).status).toBe(422)
    expect((await send('a', { body: { name: '' } })).status).toBe(422)
    expect(await kept()).toEqual([])
    expect((await send('a')).status).toBe(201)
  })

  it('expires after a day', async () => {
    const first = await send('a')
    await send('b')
    clock.advance(DAY)
    await send('c')
    expect(isReplayed(await send('a'))).toBe('true')
    clock.advance(1)
    const again = await send('a')
    expect([again.status, isReplayed(again)]).toEqual([201, null])
    expect(again.body.id).not.toBe(first.body.id)
    expect((await kept()).map(({ idempotencyKey }) => idempotencyKey).toSorted()).toEqual(['a', 'c'])
  })

  it('rolls back if its response cannot be stored, and runs on retry', async () => {
    await owner.sql.unsafe(`
      create function fail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger fails before insert on idempotent_requests for each row execute function fail()`)
    expect(await send('a')).toMatchObject({ status: 500, body: { type: expect.stringContaining('failed') } })
    expect(await stored()).toEqual([])
    await owner.sql.unsafe('drop trigger fails on idempotent_requests; drop function fail()')
    expect((await send('a')).status).toBe(201)
    expect(await stored()).toHaveLength(1)
  })

  it.each(['', ' ', 'a b', 'ä', 'x'.repeat(256)])('is rejected with the malformed key %j', async (idempotencyKey) => {
    const headers = new Headers()
    try {
      headers.set('idempotency-key', idempotencyKey)
    } catch {
      // `fetch` rejects this header value, so no client can send it.
      return
    }
    const sent = { key: own.key, body: SAMPLES.leads, headers: Object.fromEntries(headers) }
    const refused = await api.send('POST', '/api/v1/leads', sent)
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ header: 'Idempotency-Key' }] } })
  })
})

describe('API rate limit', () => {
  const clock = manualClock()
  const api = apiOf(opened, { now: clock.now, limit: { name: 'test', count: 3, windowMs: 60_000 } })

  const ratesOf = ({ headers }: Answered) => [headers.get('ratelimit-policy'), headers.get('ratelimit')]

  it('returns the remaining requests, rejects further ones, and resets after the window', async () => {
    const { key } = await api.keyOf(newOrganization())
    const ask = () => api.send('GET', '/api/v1/leads', { key })
    const policy = '"key";q=3;w=60'
    expect(ratesOf(await ask())).toEqual([policy, '"key";r=2;t=60'])
    clock.advance(29_500)
    expect(ratesOf(await ask())).toEqual([policy, '"key";r=1;t=31'])
    expect(ratesOf(await ask())).toEqual([policy, '"key";r=0;t=31'])
    const refused = await ask()
    expect(refused).toMatchObject({ status: 429, body: { status: 429 } })
    expect(ratesOf(refused)).toEqual([policy, '"key";r=0;t=31'])
    expect(refused.headers.get('retry-after')).toBe('31')
    clock.advance(30_500)
    const last = await ask()
    expect([last.status, last.headers.get('retry-after')]).toEqual([429, '1'])
    clock.advance(1)
    expect((await ask()).status).toBe(200)
  })

  it('counts rejected requests too, separately for each key', async () => {
    const organization = newOrganization()
    const [one, other] = [await api.keyOf(organization, ['leads:read']), await api.keyOf(organization)]
    const tries = [
      await api.send('POST', '/api/v1/leads', { key: one.key, body: {} }),
      await api.send('GET', '/api/v1/leads/x', { key: one.key }),
      await api.send('GET', '/api/v1/leads?limit=0', { key: one.key }),
      await api.send('GET', '/api/v1/leads', { key: one.key }),
    ]
    expect(tries.map(({ status }) => status)).toEqual([403, 404, 422, 429])
    for (const answered of tries) expect(answered.headers.get('ratelimit')).toMatch(/^"key";r=\d;t=\d+$/)
    expect((await api.send('GET', '/api/v1/leads', { key: other.key })).status).toBe(200)
  })

  it('stores nothing for a rejected request', async () => {
    const { key } = await api.keyOf(newOrganization())
    for (let count = 0; count < 3; count += 1) await api.send('GET', '/api/v1/leads', { key })
    expect((await api.send('POST', '/api/v1/leads', { key, body: SAMPLES.leads })).status).toBe(429)
    clock.advance(60_001)
    expect((await api.send('GET', '/api/v1/leads', { key })).body.data).toEqual([])
  })
})
