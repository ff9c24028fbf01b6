import { performance } from 'node:perf_hooks'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../../lib/platform/db/client.ts'
import { log } from '../../lib/platform/log/log.ts'
import { startTcpRelay, type TcpRelay } from '../support/stack/tcp-relay.ts'
import { startLocalPostgres } from '../support/test-database.ts'
import { setUpApi, SAMPLES } from './api-fixtures.ts'
import { createOrganizationId } from '../support/opened-database.ts'

const MAX_DURATION_MS = 5_000

describe('API while the database is unreachable', () => {
  let relay: TcpRelay
  const database = { url: '' }
  let key: string
  /** Called each time the API reads the current time. */
  let onQuery: () => void = () => undefined
  beforeAll(async () => {
    const server = await startLocalPostgres()
    // Creates the tables first, because a migration may exceed the request timeout.
    await (await openDatabase(server.url)).close()
    relay = await startTcpRelay(Number(new URL(server.url).port))
    database.url = Object.assign(new URL(server.url), { port: String(relay.port) }).href
    return async () => {
      await relay.close()
      await server.close()
    }
  })
  const now = () => {
    onQuery()
    return new Date()
  }
  const api = setUpApi(database, { now })
  beforeAll(async () => {
    key = (await api.keyOf(createOrganizationId())).key
  })

  afterEach(() => {
    onQuery = () => undefined
    vi.restoreAllMocks()
  })

  const measureRequests = async () => {
    const startedAt = performance.now()
    const responses = await Promise.all([
      api.send('GET', '/api/v1/leads', { key }),
      api.send('POST', '/api/v1/leads', { key, body: SAMPLES.leads, headers: { 'idempotency-key': 'a' } }),
      api.send('PATCH', '/api/v1/leads/x', { key, body: {} }),
    ])
    return { answers: responses, milliseconds: performance.now() - startedAt }
  }

  it.each(['mute', 'cut'] as const)('returns 503 within the timeout and recovers after fault: %s', async (fault) => {
    expect((await api.send('GET', '/api/v1/leads', { key })).status).toBe(200)
    relay[fault]()
    const { answers, milliseconds } = await measureRequests()
    expect(milliseconds).toBeLessThan(MAX_DURATION_MS)
    for (const { status, headers, body } of answers) {
      expect([status, headers.get('retry-after')]).toEqual([503, '5'])
      expect(body).toMatchObject({ type: expect.stringContaining('unavailable'), status: 503 })
    }
    relay.restore()
    expect((await measureRequests()).answers.map(({ status }) => status)).toEqual([200, 201, 404])
  })

  it('returns 503 within the timeout if the database hangs after the key check', async () => {
    let queryCount = 0
    onQuery = () => {
      queryCount += 1
      // The first two reads belong to the key check and the rate limit.
      if (queryCount === 3) relay.mute()
    }
    const startedAt = performance.now()
    expect((await api.send('POST', '/api/v1/leads', { key, body: SAMPLES.leads })).status).toBe(503)
    expect(queryCount).toBe(3)
    expect(performance.now() - startedAt).toBeLessThan(MAX_DURATION_MS)
    relay.restore()
  })

  it('logs the failure without the requested id', async () => {
    const logError = vi.spyOn(log, 'error').mockImplementation(() => undefined)
    relay.cut()
    expect((await api.send('GET', '/api/v1/leads/of-somebody', { key })).status).toBe(503)
    expect(logError.mock.calls).toEqual([
      [{ err: expect.any(Error), method: 'GET', route: '/api/v1/leads' }, 'api: request failed'],
    ])
    relay.restore()
  })

  it('still rejects invalid requests without querying the database', async () => {
    relay.cut()
    expect((await api.send('GET', '/api/v1/leads')).status).toBe(401)
    expect((await api.send('GET', '/api/v1/nothing', { key })).status).toBe(404)
    expect((await api.send('DELETE', '/api/v1/leads', { key })).status).toBe(405)
    relay.restore()
  })
})
