import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { once, type OnceRequest } from '../../lib/api/idempotency.ts'
import { inOrganization } from '../../lib/db/organization.ts'
import { idempotentRequests, leads } from '../../lib/db/schema/index.ts'
import { type Answered, type Api, newOrganization, SAMPLES, startApi } from './api-fixtures.ts'
import { manualClock } from './contact-fixtures.ts'
import { startDatabase } from '../support/test-database.ts'

const DAY = 24 * 60 * 60_000

describe('a request with an Idempotency-Key', () => {
  const clock = manualClock()
  let api: Api
  beforeAll(async () => {
    api = await startApi(await startDatabase(), { now: clock.now })
  })
  afterAll(() => api.close())

  const send = (key: string, idempotencyKey: string, body: object = SAMPLES.leads, path = '/api/v1/leads') =>
    api.send('POST', path, { key, body, headers: { 'idempotency-key': idempotencyKey } })
  const stored = (organization: string) => inOrganization(api.db, organization, ({ db }) => db.select().from(leads))
  const kept = (organization: string) =>
    inOrganization(api.db, organization, ({ db }) => db.select().from(idempotentRequests))
  const isReplayed = ({ headers }: Answered) => headers.get('idempotent-replayed')

  it('is done once, and answered the same each time', async () => {
    const organization = newOrganization()
    const { key } = await api.keyOf(organization)
    const [first, second] = [await send(key, 'a'), await send(key, 'a')]
    expect([first.status, second.status]).toEqual([201, 201])
    expect([isReplayed(first), isReplayed(second)]).toEqual([null, 'true'])
    expect(second.body).toEqual(first.body)
    for (const header of ['etag', 'location']) expect(second.headers.get(header)).toBe(first.headers.get(header))
    expect(await stored(organization)).toHaveLength(1)
  })

  it('is done once, too, when it is sent several times at once', async () => {
    const organization = newOrganization()
    const { key } = await api.keyOf(organization)
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(key, 'a')))
    const done = answers.filter(({ status }) => status === 201)
    expect(done.filter((answer) => !isReplayed(answer))).toHaveLength(1)
    for (const { body } of done) expect(body).toEqual(done[0]?.body)
    for (const waiting of answers.filter(({ status }) => status !== 201)) {
      expect(waiting).toMatchObject({ status: 409, body: { type: expect.stringContaining('in-progress') } })
      expect(waiting.headers.get('retry-after')).toBe('1')
    }
    expect(await stored(organization)).toHaveLength(1)
    expect(await send(key, 'a')).toMatchObject({ status: 201, body: done[0]?.body })
  })

  it.skipIf(!inject('sharedPostgresUrl'))(
    'is done when another transaction has locked the expired answer of its key',
    async () => {
      const organization = newOrganization()
      const { key } = await api.keyOf(organization)
      expect((await send(key, 'a')).status).toBe(201)
      clock.advance(DAY + 1)
      const locked = Promise.withResolvers<void>()
      const other = inOrganization(api.db, organization, async ({ db }) => {
        await db.select().from(idempotentRequests).for('update')
        locked.resolve()
        await wait(500)
      })
      await locked.promise
      expect(await send(key, 'a')).toMatchObject({ status: 201 })
      await other
      expect(await kept(organization)).toHaveLength(1)
    },
  )

  it.skipIf(!inject('sharedPostgresUrl'))('is told that the first is still being done', async () => {
    const organization = newOrganization()
    const { key, id } = await api.keyOf(organization)
    const lock = JSON.stringify([organization, id, 'a'])
    const { promise: free, resolve: release } = Promise.withResolvers<void>()
    const { promise: held, resolve: taken } = Promise.withResolvers<void>()
    const first = api.db.transaction(async (transaction) => {
      await transaction.execute(`select pg_advisory_xact_lock(hashtextextended('${lock}', 0))`)
      taken()
      await free
    })
    await held
    expect(await send(key, 'a')).toMatchObject({ status: 409, body: { type: expect.stringContaining('in-progress') } })
    release()
    await first
    expect((await send(key, 'a')).status).toBe(201)
  })

  it('is refused when the key came with another request', async () => {
    const organization = newOrganization()
    const { key } = await api.keyOf(organization)
    await send(key, 'a')
    const others = [
      await send(key, 'a', { ...SAMPLES.leads, name: 'Ben' }),
      await send(key, 'a', SAMPLES.calls, '/api/v1/calls'),
    ]
    for (const other of others) {
      expect(other).toMatchObject({ status: 422, body: { type: expect.stringContaining('key-reused') } })
    }
    expect(await stored(organization)).toHaveLength(1)
    expect((await send(key, 'b', { ...SAMPLES.leads, name: 'Ben' })).status).toBe(201)
  })

  it.each([{ method: 'PUT' }, { path: '/api/v1/calls' }, { body: '{ }' }])(
    'is refused when the key came with another one in %j alone',
    async (different) => {
      const organization = newOrganization()
      const { id: keyId } = await api.keyOf(organization)
      const request = { keyId, idempotencyKey: 'a', method: 'POST', path: '/api/v1/leads', body: '{}' }
      const ask = (sent: OnceRequest) =>
        inOrganization(api.db, organization, (tx) =>
          once(tx, sent, clock.now(), async () => ({ status: 201, body: null })),
        )
      expect(await ask(request)).toMatchObject({ isReplayed: false })
      await expect(ask({ ...request, ...different })).rejects.toMatchObject({ problem: 'key-reused' })
      expect(await ask(request)).toMatchObject({ isReplayed: true })
    },
  )

  it('is another one with another API key, and in another organization', async () => {
    const [organization, stranger] = [newOrganization(), newOrganization()]
    const [one, other, foreign] = [
      await api.keyOf(organization),
      await api.keyOf(organization),
      await api.keyOf(stranger),
    ]
    // One after another: each could find what is kept of those before.
    const answers = [await send(one.key, 'a'), await send(other.key, 'a'), await send(foreign.key, 'a')]
    expect(answers.map((answer) => [answer.status, isReplayed(answer)])).toEqual(answers.map(() => [201, null]))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(3)
  })

  it('may be corrected after a refusal, which did nothing', async () => {
    const organization = newOrganization()
    const { key } = await api.keyOf(organization)
    const missing = { ...SAMPLES.leads, callId: '00000000-0000-4000-8000-000000000000' }
    expect((await send(key, 'a', missing)).status).toBe(422)
    expect((await send(key, 'a', { name: '' })).status).toBe(422)
    expect(await kept(organization)).toEqual([])
    expect((await send(key, 'a')).status).toBe(201)
  })

  it('is forgotten after a day', async () => {
    const organization = newOrganization()
    const { key } = await api.keyOf(organization)
    const first = await send(key, 'a')
    await send(key, 'b')
    clock.advance(DAY)
    await send(key, 'c')
    expect(isReplayed(await send(key, 'a'))).toBe('true')
    clock.advance(1)
    const again = await send(key, 'a')
    expect([again.status, isReplayed(again)]).toEqual([201, null])
    expect(again.body.id).not.toBe(first.body.id)
    expect((await kept(organization)).map(({ idempotencyKey }) => idempotencyKey).toSorted()).toEqual(['a', 'c'])
  })

  it('leaves nothing behind when its answer cannot be stored, and is done when it comes again', async () => {
    const organization = newOrganization()
    const { key } = await api.keyOf(organization)
    const owner = postgres(api.url, { max: 1, onnotice: () => undefined })
    await owner.unsafe(`
      create function fail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger fails before insert on idempotent_requests for each row execute function fail()`)
    expect(await send(key, 'a')).toMatchObject({ status: 500, body: { type: expect.stringContaining('failed') } })
    expect(await stored(organization)).toEqual([])
    await owner.unsafe('drop trigger fails on idempotent_requests; drop function fail()')
    await owner.end()
    expect((await send(key, 'a')).status).toBe(201)
    expect(await stored(organization)).toHaveLength(1)
  })

  it.each(['', ' ', 'a b', 'ä', 'x'.repeat(256)])('is refused with the malformed key %j', async (idempotencyKey) => {
    const { key } = await api.keyOf(newOrganization())
    const headers = new Headers()
    try {
      headers.set('idempotency-key', idempotencyKey)
    } catch {
      // No header can have it, so no request has.
      return
    }
    const refused = await api.send('POST', '/api/v1/leads', {
      key,
      body: SAMPLES.leads,
      headers: Object.fromEntries(headers),
    })
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ header: 'Idempotency-Key' }] } })
  })
})

describe('the rate limit', () => {
  const clock = manualClock()
  let api: Api
  beforeAll(async () => {
    api = await startApi(await startDatabase(), {
      now: clock.now,
      limit: { name: 'test', count: 3, windowMs: 60_000 },
    })
  })
  afterAll(() => api.close())

  const ratesOf = ({ headers }: Answered) => [headers.get('ratelimit-policy'), headers.get('ratelimit')]

  it('says how many requests are left, refuses more, and begins anew', async () => {
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

  it('counts refused requests as well, and each key for itself', async () => {
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

  it('does nothing for a request that it refuses', async () => {
    const { key } = await api.keyOf(newOrganization())
    for (let count = 0; count < 3; count += 1) await api.send('GET', '/api/v1/leads', { key })
    expect((await api.send('POST', '/api/v1/leads', { key, body: SAMPLES.leads })).status).toBe(429)
    clock.advance(60_001)
    expect((await api.send('GET', '/api/v1/leads', { key })).body.data).toEqual([])
  })
})
