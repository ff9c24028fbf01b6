import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { runIdempotent, type IdempotentRequest } from '../../lib/dashboard/api/idempotency.ts'
import { idempotentRequests, leads } from '../support/tables.ts'
import { type ApiResponse, type Api, setUpApi, SAMPLES } from './api-fixtures.ts'
import { createOrganizationId, setUpDatabase } from '../support/opened-database.ts'
import { connectAsOwner } from '../support/owner.ts'
import { createManualClock } from './contact-fixtures.ts'

const DAY_MS = 24 * 60 * 60_000

const database = setUpDatabase()
const owner = connectAsOwner(database)

describe('request with an Idempotency-Key', () => {
  const clock = createManualClock()
  const api = setUpApi(database, { now: clock.now })
  let organization: string
  let ownKey: Awaited<ReturnType<Api['keyOf']>>
  beforeEach(async () => {
    organization = createOrganizationId()
    ownKey = await api.keyOf(organization)
  })

  type SendOptions = { body?: object; path?: string; key?: string }

  const send = (
    idempotencyKey: string,
    { body = SAMPLES.leads, path = '/api/v1/leads', key = ownKey.key }: SendOptions = {},
  ) => api.send('POST', path, { key, body, headers: { 'idempotency-key': idempotencyKey } })
  const listStoredLeads = () => database.within(organization, ({ db }) => db.select().from(leads))
  const listStoredRequests = () => database.within(organization, ({ db }) => db.select().from(idempotentRequests))
  const isReplayed = ({ headers }: ApiResponse) => headers.get('idempotent-replayed')

  it('runs once and replays the same response', async () => {
    const [first, second] = [await send('a'), await send('a')]
    expect([first.status, second.status]).toEqual([201, 201])
    expect([isReplayed(first), isReplayed(second)]).toEqual([null, 'true'])
    expect(second.body).toEqual(first.body)
    for (const header of ['etag', 'location']) expect(second.headers.get(header)).toBe(first.headers.get(header))
    expect(await listStoredLeads()).toHaveLength(1)
  })

  it('runs once when sent several times concurrently', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => send('a')))
    const createdResponses = responses.filter(({ status }) => status === 201)
    expect(createdResponses.filter((response) => !isReplayed(response))).toHaveLength(1)
    for (const { body } of createdResponses) expect(body).toEqual(createdResponses[0]?.body)
    for (const rejected of responses.filter(({ status }) => status !== 201)) {
      expect(rejected).toMatchObject({ status: 409, body: { type: expect.stringContaining('in-progress') } })
      expect(rejected.headers.get('retry-after')).toBe('1')
    }
    expect(await listStoredLeads()).toHaveLength(1)
    expect(await send('a')).toMatchObject({ status: 201, body: createdResponses[0]?.body })
  })

  it.skipIf(!inject('sharedPostgresUrl'))(
    'runs again while another transaction locks its expired response',
    async () => {
      expect((await send('a')).status).toBe(201)
      clock.advance(DAY_MS + 1)
      const locked = Promise.withResolvers<void>()
      const lockingTransaction = database.within(organization, async ({ db }) => {
        await db.select().from(idempotentRequests).for('update')
        locked.resolve()
        await wait(500)
      })
      await locked.promise
      expect(await send('a')).toMatchObject({ status: 201 })
      await lockingTransaction
      expect(await listStoredRequests()).toHaveLength(1)
    },
  )

  it.skipIf(!inject('sharedPostgresUrl'))('gets 409 while the first request is still running', async () => {
    const lock = JSON.stringify([organization, ownKey.id, 'a'])
    const { promise: lockReleased, resolve: release } = Promise.withResolvers<void>()
    const { promise: lockAcquired, resolve: markLockAcquired } = Promise.withResolvers<void>()
    const first = database.db.transaction(async (transaction) => {
      await transaction.execute(`select pg_advisory_xact_lock(hashtextextended('${lock}', 0))`)
      markLockAcquired()
      await lockReleased
    })
    await lockAcquired
    expect(await send('a')).toMatchObject({ status: 409, body: { type: expect.stringContaining('in-progress') } })
    release()
    await first
    expect((await send('a')).status).toBe(201)
  })

  it('is rejected if the key was used for a different request', async () => {
    await send('a')
    const conflicting = [
      await send('a', { body: { ...SAMPLES.leads, name: 'Ben' } }),
      await send('a', { body: SAMPLES.calls, path: '/api/v1/calls' }),
    ]
    for (const response of conflicting)
      expect(response).toMatchObject({ status: 422, body: { type: expect.stringContaining('key-reused') } })
    expect(await listStoredLeads()).toHaveLength(1)
    expect((await send('b', { body: { ...SAMPLES.leads, name: 'Ben' } })).status).toBe(201)
  })

  const DIFFERENT = [{ method: 'PUT' }, { path: '/api/v1/calls' }, { body: '{ }' }]
  it.each(DIFFERENT)('is rejected if the key was used with a different %j', async (differentField) => {
    const request = { keyId: ownKey.id, idempotencyKey: 'a', method: 'POST', path: '/api/v1/leads', body: '{}' }
    const runOnce = (request: IdempotentRequest) =>
      database.within(organization, (tx) =>
        runIdempotent(tx, request, clock.now(), async () => ({ status: 201, body: null })),
      )
    expect(await runOnce(request)).toMatchObject({ isReplayed: false })
    await expect(runOnce({ ...request, ...differentField })).rejects.toMatchObject({ problem: 'key-reused' })
    expect(await runOnce(request)).toMatchObject({ isReplayed: true })
  })

  it('runs separately for another API key and another organization', async () => {
    const [otherKey, foreignKey] = [await api.keyOf(organization), await api.keyOf(createOrganizationId())]
    // Sends the requests one at a time, so that each one could find the stored response of an earlier one.
    const responses = [await send('a'), await send('a', otherKey), await send('a', foreignKey)]
    expect(responses.map((response) => [response.status, isReplayed(response)])).toEqual(
      responses.map(() => [201, null]),
    )
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(3)
  })

  it('can be corrected and resent after a validation error', async () => {
    const missing = { ...SAMPLES.leads, callId: '00000000-0000-4000-8000-000000000000' }
    expect((await send('a', { body: missing })).status).toBe(422)
    expect((await send('a', { body: { name: '' } })).status).toBe(422)
    expect(await listStoredRequests()).toEqual([])
    expect((await send('a')).status).toBe(201)
  })

  it('expires after a day', async () => {
    const first = await send('a')
    await send('b')
    clock.advance(DAY_MS)
    await send('c')
    expect(isReplayed(await send('a'))).toBe('true')
    clock.advance(1)
    const secondResponse = await send('a')
    expect([secondResponse.status, isReplayed(secondResponse)]).toEqual([201, null])
    expect(secondResponse.body.id).not.toBe(first.body.id)
    expect((await listStoredRequests()).map(({ idempotencyKey }) => idempotencyKey).toSorted()).toEqual(['a', 'c'])
  })

  it('rolls back if its response cannot be stored, and runs on retry', async () => {
    await owner.sql.unsafe(`
      create function fail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger fails before insert on idempotent_requests for each row execute function fail()`)
    expect(await send('a')).toMatchObject({ status: 500, body: { type: expect.stringContaining('failed') } })
    expect(await listStoredLeads()).toEqual([])
    await owner.sql.unsafe('drop trigger fails on idempotent_requests; drop function fail()')
    expect((await send('a')).status).toBe(201)
    expect(await listStoredLeads()).toHaveLength(1)
  })

  it.each(['', ' ', 'a b', 'ä', 'x'.repeat(256)])('is rejected with the malformed key %j', async (idempotencyKey) => {
    const headers = new Headers()
    try {
      headers.set('idempotency-key', idempotencyKey)
    } catch {
      // `fetch` rejects this header value, so no client can send it.
      return
    }
    const options = { key: ownKey.key, body: SAMPLES.leads, headers: Object.fromEntries(headers) }
    const rejected = await api.send('POST', '/api/v1/leads', options)
    expect(rejected).toMatchObject({ status: 400, body: { errors: [{ header: 'Idempotency-Key' }] } })
  })
})

describe('API rate limit', () => {
  const clock = createManualClock()
  const api = setUpApi(database, { now: clock.now, limit: { name: 'test', count: 3, windowMs: 60_000 } })

  const getRateLimits = ({ headers }: ApiResponse) => [headers.get('ratelimit-policy'), headers.get('ratelimit')]

  it('returns the remaining requests, rejects further ones, and resets after the window', async () => {
    const { key } = await api.keyOf(createOrganizationId())
    const sendRequest = () => api.send('GET', '/api/v1/leads', { key })
    const policy = '"key";q=3;w=60'
    expect(getRateLimits(await sendRequest())).toEqual([policy, '"key";r=2;t=60'])
    clock.advance(29_500)
    expect(getRateLimits(await sendRequest())).toEqual([policy, '"key";r=1;t=31'])
    expect(getRateLimits(await sendRequest())).toEqual([policy, '"key";r=0;t=31'])
    const rejectedResponse = await sendRequest()
    expect(rejectedResponse).toMatchObject({ status: 429, body: { status: 429 } })
    expect(getRateLimits(rejectedResponse)).toEqual([policy, '"key";r=0;t=31'])
    expect(rejectedResponse.headers.get('retry-after')).toBe('31')
    clock.advance(30_500)
    const last = await sendRequest()
    expect([last.status, last.headers.get('retry-after')]).toEqual([429, '1'])
    clock.advance(1)
    expect((await sendRequest()).status).toBe(200)
  })

  it('counts rejected requests too, separately for each key', async () => {
    const organization = createOrganizationId()
    const [readKey, otherKey] = [await api.keyOf(organization, ['leads:read']), await api.keyOf(organization)]
    const responses = [
      await api.send('POST', '/api/v1/leads', { key: readKey.key, body: {} }),
      await api.send('GET', '/api/v1/leads/x', { key: readKey.key }),
      await api.send('GET', '/api/v1/leads?limit=0', { key: readKey.key }),
      await api.send('GET', '/api/v1/leads', { key: readKey.key }),
    ]
    expect(responses.map(({ status }) => status)).toEqual([403, 404, 422, 429])
    for (const response of responses) expect(response.headers.get('ratelimit')).toMatch(/^"key";r=\d;t=\d+$/)
    expect((await api.send('GET', '/api/v1/leads', { key: otherKey.key })).status).toBe(200)
  })

  it('stores nothing for a rejected request', async () => {
    const { key } = await api.keyOf(createOrganizationId())
    for (let count = 0; count < 3; count += 1) await api.send('GET', '/api/v1/leads', { key })
    expect((await api.send('POST', '/api/v1/leads', { key, body: SAMPLES.leads })).status).toBe(429)
    clock.advance(60_001)
    expect((await api.send('GET', '/api/v1/leads', { key })).body.data).toEqual([])
  })
})
