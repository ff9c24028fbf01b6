import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Dependency } from '../../../lib/platform/lifecycle/health/dependency.ts'
import { log } from '../../../lib/platform/log/log.ts'
import { markReady, markStopping } from '../../../lib/platform/lifecycle/readiness.ts'
import { telemetry } from '../../../lib/platform/telemetry/telemetry.ts'
import { createOperator } from '../../../server/handlers/operator.ts'
import type { SiteRequest } from '../../../server/http/site-request.ts'

const TOKEN = 'an-operator-token-of-some-length'
const downDependency: Dependency = {
  name: 'postgres',
  state: async () => ({ answers: false, after: 3, code: 'ECONNREFUSED' }),
}

async function sendRequest(path: string, { token, authorization }: { token?: string; authorization?: string } = {}) {
  const request = { headers: { ...(authorization && { authorization }) } } as unknown as SiteRequest
  const { status, headers, body } = await createOperator(token, [downDependency])(request, path)
  return { status, headers, text: body.bytes.toString() }
}

const operatorAuth = { token: TOKEN, authorization: `Bearer ${TOKEN}` }

/** Global readiness state. Code cannot revert a shutdown, so `beforeEach` resets the state. */
const readiness = Reflect.get(globalThis, Symbol.for('ductwise.readiness')) as { readiness: string }

beforeEach(() => {
  readiness.readiness = 'starting'
  telemetry.renderMetrics = async () => 'process_uptime_seconds 1\n'
})
afterEach(() => {
  delete telemetry.renderMetrics
})

describe('health endpoint', () => {
  it('always reports live, and reports ready only between boot and shutdown', async () => {
    expect(await sendRequest('/api/health/live')).toMatchObject({ status: 200, text: '{"state":"live"}\n' })
    expect(await sendRequest('/api/health/ready')).toMatchObject({ status: 503, text: '{"state":"not-ready"}\n' })
    markReady()
    expect(await sendRequest('/api/health/ready')).toMatchObject({ status: 200, text: '{"state":"ready"}\n' })
    markStopping()
    expect(await sendRequest('/api/health/ready')).toMatchObject({ status: 503 })
    expect(await sendRequest('/api/health/live')).toMatchObject({ status: 200 })
  })

  it('shows dependencies only to the operator and stays ready if one fails', async () => {
    markReady()
    const { status, text } = await sendRequest('/api/health/ready', operatorAuth)
    expect(status).toBe(200)
    const postgres = { answers: false, after: 3, code: 'ECONNREFUSED' }
    expect(JSON.parse(text)).toEqual({ state: 'ready', dependencies: { postgres } })
    for (const authorization of ['', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, TOKEN, 'Bearer', 'Bearer undefined'])
      expect((await sendRequest('/api/health/ready', { token: TOKEN, authorization })).text).toBe('{"state":"ready"}\n')
    expect((await sendRequest('/api/health/ready', { authorization: 'Bearer undefined' })).text).toBe(
      '{"state":"ready"}\n',
    )
  })
})

describe('metrics endpoint', () => {
  it('requires the operator token and returns 404 if none is configured', async () => {
    expect(await sendRequest('/api/metrics', operatorAuth)).toMatchObject({
      status: 200,
      text: 'process_uptime_seconds 1\n',
      headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
    })
    expect((await sendRequest('/api/metrics', { ...operatorAuth, authorization: `bearer  ${TOKEN}` })).status).toBe(200)
    for (const authorization of ['', 'Bearer no', `Bearer ${TOKEN} `])
      expect(await sendRequest('/api/metrics', { token: TOKEN, authorization })).toMatchObject({
        status: 401,
        headers: { 'www-authenticate': 'Bearer' },
      })
    expect(await sendRequest('/api/metrics', { authorization: `Bearer ${TOKEN}` })).toMatchObject({ status: 404 })
  })

  it('returns 500 without error details if collection fails', async () => {
    const logError = vi.spyOn(log, 'error').mockReturnValue()
    telemetry.renderMetrics = async () => Promise.reject(new Error('a secret of the library'))
    const { status, text } = await sendRequest('/api/metrics', operatorAuth)
    expect(status).toBe(500)
    expect(text).not.toContain('secret')
    expect(logError).toHaveBeenCalledOnce()
    logError.mockRestore()
  })
})

it('operator responses are never cached', async () => {
  markReady()
  for (const path of ['/api/health/live', '/api/health/ready', '/api/metrics'])
    for (const auth of [{}, operatorAuth])
      expect((await sendRequest(path, auth)).headers).toMatchObject({ 'cache-control': 'no-store' })
})
