import { performance } from 'node:perf_hooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningPostgres } from '@ductwise/postgres/testing'
import { startTcpRelay, type TcpRelay } from '../support/stack/tcp-relay.ts'
import { startLocalPostgres } from '../support/test-database.ts'
import { type Api, newOrganization, SAMPLES, startApi } from './api-fixtures.ts'

/** Milliseconds in which a request has to be answered, whatever the database does. */
const LONGEST = 5_000

describe('while the database does not answer, the API', () => {
  let server: RunningPostgres
  let relay: TcpRelay
  let api: Api
  let key: string
  beforeAll(async () => {
    server = await startLocalPostgres()
    relay = await startTcpRelay(Number(new URL(server.url).port))
    const url = new URL(server.url)
    url.port = String(relay.port)
    api = await startApi({ ...server, url: String(url), close: async () => undefined })
    key = (await api.keyOf(newOrganization())).key
  })
  afterAll(async () => {
    await api.close()
    await relay.close()
    await server.close()
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

  it.each(['mute', 'cut'] as const)('says so in time, and works again: %s', async (fault) => {
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

  it('still refuses without asking it what can be refused so', async () => {
    relay.cut()
    expect((await api.send('GET', '/api/v1/leads')).status).toBe(401)
    expect((await api.send('GET', '/api/v1/nothing', { key })).status).toBe(404)
    expect((await api.send('DELETE', '/api/v1/leads', { key })).status).toBe(405)
    relay.mend()
  })
})
