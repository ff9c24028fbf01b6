import { performance } from 'node:perf_hooks'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../../lib/platform/db/client.ts'
import { log } from '../../lib/platform/log/log.ts'
import { startTcpRelay, type TcpRelay } from '../support/stack/tcp-relay.ts'
import { startLocalPostgres } from '../support/test-database.ts'
import { apiOf, SAMPLES } from './api-fixtures.ts'
import { newOrganization } from '../support/opened-database.ts'

/** Maximum milliseconds per response. */
const LONGEST = 5_000

describe('API while the database is unreachable', () => {
  let relay: TcpRelay
  const database = { url: '' }
  let key: string
  /** Runs each time the API reads the clock. */
  let onLook: () => void = () => undefined
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
    onLook()
    return new Date()
  }
  const api = apiOf(database, { now })
  beforeAll(async () => {
    key = (await api.keyOf(newOrganization())).key
  })

  afterEach(() => {
    onLook = () => undefined
    vi.restoreAllMocks()
  })

  const ask = async () => {
    const began = performance.now()
    const answers = await Promise.all([
      api.send('GET', '/api/v1/leads', { key }),
      api.send('POST', '/api/v1/leads', { key, body: SAMPLES.leads, headers: { 'idempotency-key': 'a' } }),
      api.send('PATCH', '/api/v1/leads/x', { key, body: {} }),
    ])
    return { answers, milliseconds: performance.now() - began }
  }

  it.each(['mute', 'cut'] as const)('returns 503 within the timeout and recovers after fault: %s', async (fault) => {
    expect((await api.send('GET', '/api/v1/leads', { key })).status).toBe(200)
    relay[fault]()
    const { answers, milliseconds } = await ask()
    expect(milliseconds).toBeLessThan(LONGEST)
    for (const { status, headers, body } of answers) {
      expect([status, headers.get('retry-after')]).toEqual([503, '5'])
      expect(body).toMatchObject({ type: expect.stringContaining('unavailable'), status: 503 })
    }
    relay.mend()
    expect((await ask()).answers.map(({ status }) => status)).toEqual([200, 201, 404])
  })

  it('returns 503 within the timeout if the database hangs after the key check', async () => {
    let looks = 0
    onLook = () => {
      looks += 1
      // Reads 1 and 2 belong to the key check and the rate limit.
      if (looks === 3) relay.mute()
    }
    const began = performance.now()
    expect((await api.send('POST', '/api/v1/leads', { key, body: SAMPLES.leads })).status).toBe(503)
    expect(looks).toBe(3)
    expect(performance.now() - began).toBeLessThan(LONGEST)
    relay.mend()
  })

  it('logs the failure without the requested id', async () => {
    const written = vi.spyOn(log, 'error').mockImplementation(() => undefined)
    relay.cut()
    expect((await api.send('GET', '/api/v1/leads/of-somebody', { key })).status).toBe(503)
    expect(written.mock.calls).toEqual([
      [{ err: expect.any(Error), method: 'GET', route: '/api/v1/leads' }, 'api: request failed'],
    ])
    relay.mend()
  })

  it('still rejects invalid requests without querying the database', async () => {
    relay.cut()
    expect((await api.send('GET', '/api/v1/leads')).status).toBe(401)
    expect((await api.send('GET', '/api/v1/nothing', { key })).status).toBe(404)
    expect((await api.send('DELETE', '/api/v1/leads', { key })).status).toBe(405)
    relay.mend()
  })
})
