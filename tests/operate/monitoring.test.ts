import { existsSync, globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningPostgres } from '@ductwise/postgres/testing'
import { issueTicket } from '../../lib/site/contact/ticket.ts'
import { stack } from '../support/stack/addresses.ts'
import { lake } from '../support/stack/lake.ts'
import { startTcpRelay, type TcpRelay } from '../support/stack/tcp-relay.ts'
import { sendHttpRequest } from '../support/http.ts'
import { type Metric, sumMetric, parseMetrics } from './support/metrics.ts'
import { startOperatePostgres } from './support/postgres.ts'
import {
  parseEvents,
  parseMetricNames,
  type RequestReceiver,
  parseSpans,
  startRequestReceiver,
} from './support/receivers.ts'
import { type Site, startSite } from './support/sites.ts'

const OPERATOR_TOKEN = 'an-operator-token-of-some-length'
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const TRACEPARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`

const EMAIL = 'ada.lovelace@visitor.example'
const PHONE = '+1 212 555 0142'
const PERSONAL_DATA_PATTERN = /lovelace|visitor\.example|555 ?0142|byron/i

let collector: RequestReceiver
let sentry: RequestReceiver
let webhookReceiver: RequestReceiver
let database: RunningPostgres
let databaseRelay: TcpRelay
let site: Site

/** Returns the folder where V8 lists the files loaded by a process. */
const getCoverageFolder = (name: string) => resolve(stack.dataDir, 'loaded', name)

beforeAll(async () => {
  ;[collector, sentry, webhookReceiver, database] = await Promise.all([
    startRequestReceiver(),
    startRequestReceiver(),
    startRequestReceiver(),
    startOperatePostgres(),
  ])
  databaseRelay = await startTcpRelay(Number(new URL(database.url).port))
  const address = new URL(database.url)
  address.port = String(databaseRelay.port)
  site = await startSite({
    name: 'watched',
    port: stack.sitePort,
    variables: {
      DATABASE_URL: address.href,
      OPERATOR_TOKEN,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_METRIC_EXPORT_INTERVAL: '500',
      SENTRY_DSN: `http://key@127.0.0.1:${sentry.port}/7`,
      SENTRY_ENVIRONMENT: 'operate-tests',
      TRUSTED_PROXIES: '1',
      CONTACT_WEBHOOK_URL: `${webhookReceiver.url}/messages`,
      CONTACT_WEBHOOK_SECRET: 'a-secret-of-the-office-000000000',
      NODE_V8_COVERAGE: getCoverageFolder('watched'),
    },
  })
})

afterAll(async () => {
  await site?.stop()
  await databaseRelay?.close()
  await database?.close()
  await Promise.all([collector, sentry, webhookReceiver].map((receiver) => receiver?.close()))
})

const authorization = `Bearer ${OPERATOR_TOKEN}`
const operatorInit = { headers: { authorization } }

async function fetchMetrics(): Promise<Metric[]> {
  const response = await fetch(`${site.url}/api/metrics`, operatorInit)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('content-type')).toContain('version=0.0.4')
  return parseMetrics(await response.text())
}

const sendMessage = (message: string) =>
  fetch(`${site.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: stack.env.siteUrl, 'x-request-id': 'of-a-message-1' },
    body: JSON.stringify({
      name: 'Ada Lovelace',
      email: EMAIL,
      company: 'Byron Heating',
      phone: PHONE,
      message,
      ticket: issueTicket(stack.env.contact.secret, Date.now() - 60_000),
    }),
  })

describe('health endpoints', () => {
  it('report live and ready', async () => {
    for (const path of ['live', 'ready']) {
      const response = await fetch(`${site.url}/api/health/${path}`)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(await response.json()).toEqual({ state: path })
    }
  })

  it('report dependencies to the operator only', async () => {
    const response = await fetch(`${site.url}/api/health/ready`, operatorInit)
    const healthy = { answers: true, after: expect.any(Number) }
    expect(await response.json()).toEqual({
      state: 'ready',
      dependencies: { postgres: healthy, 'content-lake': healthy, clerk: healthy },
    })
    const unauthorized = await fetch(`${site.url}/api/health/ready`, {
      headers: { authorization: `${authorization}x` },
    })
    expect(await unauthorized.json()).toEqual({ state: 'ready' })
  })
})

describe('metrics', () => {
  it('are available to the operator only', async () => {
    expect((await fetch(`${site.url}/api/metrics`)).status).toBe(401)
    expect((await fetch(`${site.url}/api/metrics`, { headers: { authorization: 'Bearer no' } })).status).toBe(401)
  })

  it('count requests by route kind, and cache hits', async () => {
    const count = async () => {
      const metrics = await fetchMetrics()
      const countRequests = (handler: string) =>
        sumMetric(metrics, 'http_server_request_duration_seconds_count', {
          ductwise_handler: handler,
          http_response_status_code: '200',
        }) ?? 0
      const hits = sumMetric(metrics, 'ductwise_page_cache_lookups_total', { result: 'hit' }) ?? 0
      return { page: countRequests('page'), memory: countRequests('memory'), hits }
    }
    const countsBefore = await count()
    for (let attempt = 0; attempt < 3; attempt++) expect((await fetch(`${site.url}/pricing`)).status).toBe(200)
    await expect
      .poll(count)
      .toEqual({ page: countsBefore.page + 1, memory: countsBefore.memory + 2, hits: countsBefore.hits + 2 })
  })

  it('count publishes and measure the time to the first fresh page', async () => {
    await fetch(`${site.url}/pricing`)
    const countFirstViews = async () =>
      sumMetric(await fetchMetrics(), 'ductwise_publish_first_view_duration_seconds_count') ?? 0
    const viewsBefore = await countFirstViews()
    const page = await lake.fetch<{ _id: string; title: string }>(
      '*[_type == "page" && path == "/pricing"][0]{ _id, title }',
    )
    const countPublishes = async () =>
      sumMetric(await fetchMetrics(), 'ductwise_publishes_total', { result: 'shared' }) ?? 0
    const publishedBefore = await countPublishes()
    await lake
      .patch(page._id)
      .set({ title: `${page.title} again` })
      .commit()
    try {
      await expect.poll(countPublishes).toBeGreaterThan(publishedBefore)
      await expect
        .poll(async () => {
          await fetch(`${site.url}/pricing`)
          return countFirstViews()
        })
        .toBeGreaterThan(viewsBefore)
      const metrics = await fetchMetrics()
      const seconds = sumMetric(metrics, 'ductwise_publish_first_view_duration_seconds_sum') ?? 0
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThan(15)
    } finally {
      await lake.patch(page._id).set({ title: page.title }).commit()
    }
  })

  it('count rejected webhooks by reason', async () => {
    const countRejectedRequests = async (reason: string) =>
      sumMetric(await fetchMetrics(), 'ductwise_webhooks_rejected_total', {
        http_route: '/api/revalidate',
        error_type: reason,
      }) ?? 0
    const rejectedBefore = await countRejectedRequests('signature')
    expect((await fetch(`${site.url}/api/revalidate`, { method: 'POST', body: '{}' })).status).toBe(401)
    await expect.poll(() => countRejectedRequests('signature')).toBe(rejectedBefore + 1)
  })

  it('include every metric used in the dashboards and alerts', async () => {
    await sendMessage('For the queues')
    const usedMetrics = ['grafana/ductwise.json', 'prometheus/alerts.yaml']
      .map((file) => readFileSync(resolve(import.meta.dirname, '../../deploy', file), 'utf8'))
      .flatMap((text) => text.match(/\b(?:ductwise|http_server|process|nodejs|v8js)_\w+/g) ?? [])
      .filter((name) => name !== 'ductwise_handler')
    expect(new Set(usedMetrics).size).toBeGreaterThan(15)
    await expect
      .poll(async () => {
        const availableMetrics = new Set((await fetchMetrics()).map(({ name }) => name))
        return [...new Set(usedMetrics)].filter((name) => !availableMetrics.has(name))
      })
      .toEqual([])
  })

  it('are also exported to a collector', async () => {
    await expect
      .poll(() => parseMetricNames(collector))
      .toEqual(expect.arrayContaining(['http.server.request.duration', 'process.memory.usage']))
  })
})

describe('traces', () => {
  const listSpans = () => parseSpans(collector)

  it('contain request, rendering and Content Lake queries of a visit, without query text', async () => {
    const path = `/hvac-ai-sdr/${await lake.fetch<string>('*[_type == "city"] | order(_id desc)[0].slug.current')}`
    const response = await sendHttpRequest(site.port, `${path}?email=${EMAIL}`, {
      host: 'localhost',
      headers: { traceparent: TRACEPARENT, 'x-request-id': 'of-a-visit-1' },
    })
    expect(response.status).toBe(200)
    const findSpan = (name: RegExp) => listSpans().find((span) => span.traceId === TRACE_ID && name.test(span.name))
    await expect.poll(() => findSpan(/^GET /)).toBeDefined()
    const request = findSpan(/^GET /)
    expect(request).toMatchObject({
      name: 'GET /[[...path]]',
      parentSpanId: '00f067aa0ba902b7',
      attributes: {
        'http.route': '/[[...path]]',
        'url.path': path,
        'request.id': 'of-a-visit-1',
        'ductwise.handler': 'page',
        'url.scheme': 'http',
        'http.response.status_code': 200,
      },
      resource: { 'service.name': 'ductwise', 'deployment.environment.name': 'operate-tests' },
    })
    expect(findSpan(/^render$/)?.parentSpanId).toBe(request?.spanId)
    expect(findSpan(/^query \w+_QUERY$/)?.attributes).toMatchObject({ 'db.system.name': 'sanity' })
    expect(JSON.stringify(listSpans())).not.toMatch(/_type ==|\$slug/)
  })

  it('contain SQL statements of a form submission, without values', async () => {
    expect((await sendMessage('Something to read')).status).toBe(200)
    await expect.poll(() => listSpans().find(({ name }) => name === 'insert contact_messages')).toBeDefined()
    const statement = listSpans().find(({ name }) => name === 'insert contact_messages')
    expect(statement?.attributes).toEqual({
      'db.system.name': 'postgresql',
      'db.operation.name': 'insert',
      'db.collection.name': 'contact_messages',
    })
    const request = listSpans().find(({ name }) => name === 'POST /api/contact')
    expect(listSpans().filter(({ traceId }) => traceId === request?.traceId).length).toBeGreaterThan(2)
  })

  it("include the worker's delivery, but no trace header for third parties", async () => {
    await expect.poll(() => listSpans().find(({ name }) => name === 'post message')).toBeDefined()
    await expect.poll(() => webhookReceiver.requests.length).toBeGreaterThan(0)
    for (const { headers } of webhookReceiver.requests) expect(headers).not.toHaveProperty('traceparent')
  })

  it('contain only spans of the site, without personal data', () => {
    expect(new Set(listSpans().map(({ scope }) => scope))).toEqual(new Set(['ductwise']))
    expect(JSON.stringify(listSpans())).not.toMatch(PERSONAL_DATA_PATTERN)
  })

  it('exclude health and metrics requests', () => {
    expect(listSpans().filter(({ name }) => /health|metrics/.test(name))).toEqual([])
  })
})

describe('errors', () => {
  it('are reported to Sentry, trace and log with request ids, without personal data', async () => {
    const sql = postgres(database.url, { max: 1 })
    try {
      await sql.unsafe(`
        create function refuse() returns trigger language plpgsql as
          $$ begin raise exception 'There is no room for %, %', new.email, new.phone; end $$;
        create trigger refuse before insert on contact_messages for each row execute function refuse()`)
      expect((await sendMessage(`Call me at ${PHONE}`)).status).toBe(503)
    } finally {
      await sql.unsafe('drop trigger if exists refuse on contact_messages; drop function if exists refuse')
      await sql.end()
    }
    const findEvent = () => parseEvents(sentry).find(({ message }) => message === 'forms: submission not stored')
    await expect.poll(findEvent).toBeDefined()
    expect(findEvent()).toMatchObject({
      environment: 'operate-tests',
      release: readFileSync(resolve(site.folder, '.next/BUILD_ID'), 'utf8').trim(),
      tags: { request_id: 'of-a-message-1' },
    })
    expect(findEvent()?.exception?.values.map(({ value }) => value)).toContain('Database statement failed')
    const traceId = findEvent()?.tags?.trace_id ?? ''
    const listSpans = () => parseSpans(collector).filter((span) => span.traceId === traceId)
    await expect.poll(() => listSpans().flatMap(({ events }) => events)).not.toEqual([])
    const line = readFileSync(site.logFile, 'utf8')
      .split('\n')
      .find((text) => text.includes('forms: submission not stored'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ requestId: 'of-a-message-1', traceId })
    for (const { requests } of [collector, sentry]) {
      expect(requests.length).toBeGreaterThan(0)
      expect(requests.map(({ body }) => body).join('\n')).not.toMatch(PERSONAL_DATA_PATTERN)
    }
    expect(sumMetric(await fetchMetrics(), 'ductwise_errors_total')).toBeGreaterThan(0)
  })
})

describe('unavailable database', () => {
  it("shows in the operator's report, but the site stays ready", async () => {
    databaseRelay.mute()
    try {
      const fetchDependencies = async () => {
        const response = await fetch(`${site.url}/api/health/ready`, operatorInit)
        expect(response.status).toBe(200)
        return ((await response.json()) as { dependencies: Record<string, object> }).dependencies
      }
      await expect
        .poll(async () => (await fetchDependencies()).postgres)
        .toMatchObject({ answers: false, code: 'DEADLINE' })
      expect(await fetchDependencies()).toMatchObject({ 'content-lake': { answers: true }, clerk: { answers: true } })
      expect(await (await fetch(`${site.url}/api/health/ready`)).json()).toEqual({ state: 'ready' })
    } finally {
      databaseRelay.restore()
    }
  })
})

/** Strings that identify the monitoring libraries in any chunk. */
const LIBRARY_MARKS = { metrics: 'PeriodicExportingMetricReader', sentry: 'sentry_key' }

/** Returns the monitoring libraries that an exited process had loaded. */
function findLoadedLibraries(name: string): string[] {
  const files = globSync('*.json', { cwd: getCoverageFolder(name) }).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(resolve(getCoverageFolder(name), file), 'utf8')) as {
      result: { url: string }[]
    }
    return result.map(({ url }) => url).filter((url) => url.startsWith('file:'))
  })
  expect(files.length).toBeGreaterThan(20)
  const texts = [...new Set(files)]
    .map((url) => fileURLToPath(url))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'))
  return Object.entries(LIBRARY_MARKS).flatMap(([library, mark]) =>
    texts.some((text) => text.includes(mark)) ? [library] : [],
  )
}

describe('site without monitoring', () => {
  it('loads no monitoring libraries and has no metrics, unlike the monitored site', async () => {
    const plainSite = await startSite({ name: 'quiet', variables: { NODE_V8_COVERAGE: getCoverageFolder('quiet') } })
    try {
      expect((await fetch(`${plainSite.url}/pricing`)).status).toBe(200)
      expect((await fetch(`${plainSite.url}/api/metrics`, operatorInit)).status).toBe(404)
      expect(await (await fetch(`${plainSite.url}/api/health/ready`, operatorInit)).json()).toEqual({ state: 'ready' })
    } finally {
      await plainSite.stop()
    }
    expect(findLoadedLibraries('quiet')).toEqual([])
    await site.stop()
    expect(findLoadedLibraries('watched')).toEqual(['metrics', 'sentry'])
  })
})
