import { beforeEach, describe, expect, it } from 'vitest'
import { startMetrics } from '../../../lib/platform/monitoring/open-telemetry.ts'
import { counter } from '../../../lib/platform/telemetry/instruments.ts'
import { observeDependencies } from '../../../lib/platform/monitoring/dependencies.ts'
import { observeProcess } from '../../../lib/platform/monitoring/process-metrics.ts'
import { awaitFirstLook, countPublish, noteRendered } from '../../../lib/platform/telemetry/publishes.ts'
import { countRequest, countWebhook, requestStart, WEBHOOK_PATHS } from '../../../lib/platform/telemetry/requests.ts'
import { telemetry } from '../../../lib/platform/telemetry/telemetry.ts'
import { findPathKind } from '../../../server/http/route-kind.ts'
import { figure, figuresIn } from '../../operate/support/figures.ts'

const identity = { release: 'a-build', environment: 'tests' }

beforeEach(() => {
  startMetrics(identity, { hasFigures: true, sentEvery: undefined })
})

const figures = async () => figuresIn((await telemetry.figures?.()) ?? '')

it('metrics are not collected before they are started', async () => {
  delete telemetry.meter
  expect(requestStart()).toBe(0)
  counter('ductwise.lost', 'Lost').add(1)
  countRequest('page', 200, 0)
  startMetrics(identity, { hasFigures: true, sentEvery: undefined })
  expect((await figures()).map(({ name }) => name)).toEqual(['target_info'])
})

it('metrics include the build and the environment', async () => {
  const info = (await figures()).find(({ name }) => name === 'target_info')
  expect(info?.labels).toMatchObject({ service_name: 'ductwise', service_version: 'a-build' })
  expect(info?.labels).toMatchObject({ deployment_environment_name: 'tests' })
})

it('request metrics are grouped by handler and status class', async () => {
  for (const status of [200, 204, 304, 503]) countRequest('page', status, requestStart())
  countRequest('memory', 200, requestStart())
  const found = await figures()
  const count = (labels: Record<string, string>) => figure(found, 'ductwise_request_duration_seconds_count', labels)
  expect(count({})).toBe(5)
  expect(count({ destination: 'page', status: '2xx' })).toBe(2)
  expect(count({ destination: 'page', status: '5xx' })).toBe(1)
  expect(count({ destination: 'memory', status: '2xx' })).toBe(1)
  expect(figure(found, 'ductwise_request_duration_seconds_bucket', { destination: 'memory', le: '+Inf' })).toBe(1)
})

it('webhook metrics count rejections of known webhooks only', async () => {
  countWebhook('/api/revalidate', 401)
  countWebhook('/api/revalidate', 418)
  countWebhook('/api/revalidate', 200)
  countWebhook('/api/webhooks/ada@example.com', 404)
  const found = (await figures()).filter(({ name }) => name === 'ductwise_webhooks_refused_total')
  expect(found.map(({ labels }) => labels)).toEqual([
    { route: '/api/revalidate', reason: 'signature' },
    { route: '/api/revalidate', reason: 'other' },
  ])
})

it('every webhook path is handled by Next.js', () => {
  for (const path of WEBHOOK_PATHS) expect(findPathKind(path, new Set())).toBe('next')
})

describe('first page view after a publish', () => {
  const looks = async () => {
    const found = await figures()
    const of = (name: string) => figure(found, `ductwise_publish_first_look_seconds_${name}`)
    return { count: of('count') ?? 0, seconds: of('sum') ?? 0 }
  }

  it('is the first page with a matching tag that was rendered after the publish', async () => {
    awaitFirstLook(['city:austin', 'city.name'], 1_000)
    noteRendered(['post'], 1_100, 1_200)
    noteRendered(['city:austin'], 999, 1_300)
    expect(await looks()).toEqual({ count: 0, seconds: 0 })
    noteRendered(['page', 'city.name'], 1_100, 1_250)
    noteRendered(['city:austin'], 1_400, 1_500)
    expect(await looks()).toEqual({ count: 1, seconds: 0.25 })
  })

  it('is tracked for the most recent publishes only', async () => {
    for (let publish = 0; publish < 300; publish++) awaitFirstLook([`tag-${publish}`], publish)
    noteRendered(['tag-0'], 1_000, 1_000)
    noteRendered(['tag-299'], 1_000, 1_000)
    expect((await looks()).count).toBe(1)
  })

  it('metrics count publishes by result', async () => {
    countPublish(true)
    countPublish(false)
    countPublish(true)
    expect(figure(await figures(), 'ductwise_publishes_total', { result: 'shared' })).toBe(2)
  })
})

it('metrics include memory, CPU, uptime and event loop delay', async () => {
  if (telemetry.meter) observeProcess(telemetry.meter)
  const found = await figures()
  expect(figure(found, 'ductwise_memory_bytes', { kind: 'resident' })).toBeGreaterThan(10_000_000)
  expect(figure(found, 'ductwise_cpu_seconds_total')).toBeGreaterThan(0)
  expect(figure(found, 'ductwise_uptime_seconds')).toBeGreaterThan(0)
  expect(figure(found, 'ductwise_errors_total')).toBeDefined()
  const delay = figure(found, 'ductwise_event_loop_delay_seconds', { quantile: '0.5' }) ?? -1
  expect(delay).toBeGreaterThanOrEqual(0)
  expect(delay).toBeLessThan(60)
})

it('dependency metrics are cached for a minute', async () => {
  let asked = 0
  const state = async () => ({ answers: asked++ > 0, after: 1 })
  observeDependencies([{ name: 'postgres', state }])
  for (let read = 0; read < 3; read++)
    expect(figure(await figures(), 'ductwise_dependency_up', { dependency: 'postgres' })).toBe(0)
  expect(asked).toBe(1)
})
