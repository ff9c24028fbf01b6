import { beforeEach, describe, expect, it } from 'vitest'
import { startMetrics } from '../../../lib/platform/monitoring/open-telemetry.ts'
import { createCounter } from '../../../lib/platform/telemetry/instruments.ts'
import { observeDependencies } from '../../../lib/platform/monitoring/dependencies.ts'
import { observeProcess } from '../../../lib/platform/monitoring/process-metrics.ts'
import { trackPublish, countPublish, recordFirstRender } from '../../../lib/platform/telemetry/publishes.ts'
import {
  countRequest,
  countWebhook,
  startRequestTimer,
  WEBHOOK_PATHS,
} from '../../../lib/platform/telemetry/requests.ts'
import { telemetry } from '../../../lib/platform/telemetry/telemetry.ts'
import { findPathKind } from '../../../server/http/route-kind.ts'
import { sumMetric, parseMetrics } from '../../operate/support/metrics.ts'

const identity = { release: 'a-build', environment: 'tests' }

beforeEach(() => {
  startMetrics(identity, { hasEndpoint: true, exportIntervalMs: undefined })
})

const readMetrics = async () => parseMetrics((await telemetry.renderMetrics?.()) ?? '')

it('metrics are not collected before they are started', async () => {
  delete telemetry.meter
  expect(startRequestTimer()).toBe(0)
  createCounter('ductwise.lost', 'Lost').add(1)
  countRequest({ handler: 'page', method: 'GET', scheme: 'https', status: 200 }, 0)
  startMetrics(identity, { hasEndpoint: true, exportIntervalMs: undefined })
  expect((await readMetrics()).map(({ name }) => name)).toEqual(['target_info'])
})

it('metrics include the build and the environment', async () => {
  const info = (await readMetrics()).find(({ name }) => name === 'target_info')
  expect(info?.labels).toMatchObject({ service_name: 'ductwise', service_version: 'a-build' })
  expect(info?.labels).toMatchObject({ deployment_environment_name: 'tests' })
})

it('request metrics are grouped by handler and status class', async () => {
  const get = { handler: 'page', method: 'GET', scheme: 'https' }
  for (const status of [200, 200, 304, 503]) countRequest({ ...get, status }, startRequestTimer())
  countRequest({ ...get, handler: 'memory', status: 200 }, startRequestTimer())
  const samples = await readMetrics()
  const count = (labels: Record<string, string>) =>
    sumMetric(samples, 'http_server_request_duration_seconds_count', labels)
  expect(count({})).toBe(5)
  expect(count({ ductwise_handler: 'page', http_response_status_code: '200' })).toBe(2)
  expect(count({ ductwise_handler: 'page', error_type: '503' })).toBe(1)
  expect(count({ http_request_method: 'GET', url_scheme: 'https' })).toBe(5)
  const labels = { ductwise_handler: 'memory', le: '+Inf' }
  expect(sumMetric(samples, 'http_server_request_duration_seconds_bucket', labels)).toBe(1)
})

it('unknown methods share one label', async () => {
  for (const method of ['BREW', 'ADA', undefined])
    countRequest({ handler: 'gateway', method, scheme: 'https', status: 405 }, startRequestTimer())
  const labels = { http_request_method: '_OTHER' }
  expect(sumMetric(await readMetrics(), 'http_server_request_duration_seconds_count', labels)).toBe(3)
})

it('webhook metrics count rejections of known webhooks only', async () => {
  countWebhook('/api/revalidate', 401)
  countWebhook('/api/revalidate', 418)
  countWebhook('/api/revalidate', 200)
  countWebhook('/api/webhooks/ada@example.com', 404)
  const samples = (await readMetrics()).filter(({ name }) => name === 'ductwise_webhooks_rejected_total')
  expect(samples.map(({ labels }) => labels)).toEqual([
    { http_route: '/api/revalidate', error_type: 'signature' },
    { http_route: '/api/revalidate', error_type: 'other' },
  ])
})

it('every webhook path is handled by Next.js', () => {
  for (const path of WEBHOOK_PATHS) expect(findPathKind(path, new Set())).toBe('next')
})

describe('first page view after a publish', () => {
  const readFirstViews = async () => {
    const samples = await readMetrics()
    const readMetric = (name: string) => sumMetric(samples, `ductwise_publish_first_view_duration_seconds_${name}`)
    return { count: readMetric('count') ?? 0, seconds: readMetric('sum') ?? 0 }
  }

  it('is the first page with a matching tag that was rendered after the publish', async () => {
    trackPublish(['city:austin', 'city.name'], 1_000)
    recordFirstRender(['post'], 1_100, 1_200)
    recordFirstRender(['city:austin'], 999, 1_300)
    expect(await readFirstViews()).toEqual({ count: 0, seconds: 0 })
    recordFirstRender(['page', 'city.name'], 1_100, 1_250)
    recordFirstRender(['city:austin'], 1_400, 1_500)
    expect(await readFirstViews()).toEqual({ count: 1, seconds: 0.25 })
  })

  it('is tracked for the most recent publishes only', async () => {
    for (let index = 0; index < 300; index++) trackPublish([`tag-${index}`], index)
    recordFirstRender(['tag-0'], 1_000, 1_000)
    recordFirstRender(['tag-299'], 1_000, 1_000)
    expect((await readFirstViews()).count).toBe(1)
  })

  it('metrics count publishes by result', async () => {
    countPublish(true)
    countPublish(false)
    countPublish(true)
    expect(sumMetric(await readMetrics(), 'ductwise_publishes_total', { result: 'shared' })).toBe(2)
  })
})

it('metrics include memory, CPU, uptime and event loop delay', async () => {
  if (telemetry.meter) observeProcess(telemetry.meter)
  const samples = await readMetrics()
  expect(sumMetric(samples, 'process_memory_usage_bytes')).toBeGreaterThan(10_000_000)
  expect(sumMetric(samples, 'v8js_memory_heap_used_bytes')).toBeGreaterThan(10_000_000)
  expect(sumMetric(samples, 'ductwise_memory_external_bytes')).toBeGreaterThan(0)
  expect(sumMetric(samples, 'process_cpu_time_seconds_total', { cpu_mode: 'user' })).toBeGreaterThan(0)
  expect(sumMetric(samples, 'process_uptime_seconds')).toBeGreaterThan(0)
  expect(sumMetric(samples, 'ductwise_errors_total')).toBeDefined()
  const delay = sumMetric(samples, 'nodejs_eventloop_delay_p50_seconds') ?? -1
  expect(delay).toBeGreaterThanOrEqual(0)
  expect(delay).toBeLessThan(60)
})

it('dependency metrics are cached for a minute', async () => {
  let stateCalls = 0
  const readState = async () => ({ answers: stateCalls++ > 0, after: 1 })
  observeDependencies([{ name: 'postgres', state: readState }])
  for (let index = 0; index < 3; index++)
    expect(sumMetric(await readMetrics(), 'ductwise_dependency_up', { dependency: 'postgres' })).toBe(0)
  expect(stateCalls).toBe(1)
})
