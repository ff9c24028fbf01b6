import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server, ServerResponse } from 'node:http'
import { isValidSignature, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listen, stopListening } from '../../../local-server/index.ts'
import type { LakeDocument, Snapshot } from '../../store/document.ts'
import {
  createWebhooks,
  isRetryable,
  computeRetryDelayMs,
  type DocumentChange,
  type EvaluateChange,
  type WebhookConfig,
  type Webhooks,
  type WebhooksOptions,
} from '../../webhooks/index.ts'
import { temporaryFolder } from '../fixtures.ts'

const waitUntil = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 10 })

const SECRET = 'a-webhook-secret-of-the-tests'

type ReceivedRequest = {
  headers: IncomingHttpHeaders
  body: string
  url: string
  respond: (status: number, headers?: Record<string, string>, body?: string) => void
}

let dataDir: string
let endpoint: Server
let url: string
let receivedRequests: ReceivedRequest[]
let handleRequest: (request: ReceivedRequest) => void
let runningWebhooks: Webhooks[]

beforeEach(async () => {
  dataDir = temporaryFolder()
  receivedRequests = []
  runningWebhooks = []
  handleRequest = ({ respond }) => respond(200)
  endpoint = createServer(async (request, response: ServerResponse) => {
    const body = (await request.toArray()).join('')
    const respond: ReceivedRequest['respond'] = (status, headers = {}, text = '') =>
      response.writeHead(status, headers).end(text)
    const entry = { headers: request.headers, body, url: request.url ?? '', respond }
    receivedRequests.push(entry)
    handleRequest(entry)
  })
  url = `http://127.0.0.1:${await listen(endpoint, 0, '127.0.0.1')}/hook`
})
afterEach(async () => {
  await Promise.all(runningWebhooks.map((webhooks) => webhooks.close()))
  await stopListening(endpoint)
})

const snapshot: Snapshot = { revision: 1, get: () => undefined, all: () => [], ofType: () => [], referencing: () => [] }
const evaluateAll: EvaluateChange = ({ before, after }) => ({ matches: true, payload: after ?? before })

function createManualClock() {
  let time = Date.parse('2030-01-01T00:00:00Z')
  const tasks = new Set<{ at: number; task: () => void }>()
  return {
    now: () => time,
    schedule(task: () => void, delayMs: number) {
      const entry = { at: time + delayMs, task }
      tasks.add(entry)
      return () => tasks.delete(entry)
    },
    /** Returns the milliseconds until each scheduled task, soonest first. */
    waiting: () => Array.from(tasks, ({ at }) => at - time).toSorted((a, b) => a - b),
    pass(ms: number) {
      time += ms
      for (const entry of [...tasks].toSorted((a, b) => a.at - b.at)) {
        if (entry.at > time || !tasks.delete(entry)) continue
        entry.task()
      }
    },
  }
}
type ManualClock = ReturnType<typeof createManualClock>

const buildHook = (overrides: Partial<WebhookConfig> = {}): WebhookConfig => ({
  id: 'site',
  name: 'Site',
  url,
  on: ['create', 'update', 'delete'],
  secret: SECRET,
  ...overrides,
})
function start(overrides: Partial<WebhooksOptions> = {}): Webhooks {
  const webhooks = createWebhooks({
    configs: [buildHook()],
    dataDir,
    evaluate: evaluateAll,
    random: () => 0.5,
    ...overrides,
  })
  runningWebhooks.push(webhooks)
  return webhooks
}

const buildDocument = (_id: string, fields: Record<string, unknown> = {}): LakeDocument => ({
  _id,
  _type: 'page',
  _rev: 'r1',
  _createdAt: '2030-01-01T00:00:00Z',
  _updatedAt: '2030-01-01T00:00:00Z',
  ...fields,
})
const commit = (webhooks: Webhooks, ...documents: DocumentChange[]) =>
  webhooks.onTransaction(
    { dataset: 'production', transactionId: 'tx1', timestamp: '2030-01-01T00:00:00.000Z', documents },
    snapshot,
  )
const waitForRequests = (count: number) => waitUntil(() => expect(receivedRequests).toHaveLength(count))
const waitForAttempts = (webhooks: Webhooks, count: number) =>
  waitUntil(() => expect(webhooks.attempts()).toHaveLength(count))

/** Starts the webhooks and waits for the first attempt to deliver a document. */
async function deliver(options: Partial<WebhooksOptions> = {}, change: DocumentChange = { after: buildDocument('a') }) {
  const webhooks = start(options)
  commit(webhooks, change)
  await waitForAttempts(webhooks, 1)
  return webhooks
}

describe('webhook delivery', () => {
  it('is a signed POST with the headers of hosted Sanity', async () => {
    commit(start(), { after: buildDocument('page-home', { title: 'Grüße' }) })
    await waitForRequests(1)
    const { headers, body } = receivedRequests[0] as ReceivedRequest
    expect(JSON.parse(body)).toMatchObject({ _id: 'page-home', title: 'Grüße' })
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'sanity-dataset': 'production',
      'sanity-document-id': 'page-home',
      'sanity-operation': 'create',
      'sanity-project-id': 'local',
      'sanity-transaction-id': 'tx1',
      'sanity-transaction-time': '2030-01-01T00:00:00.000Z',
      'sanity-webhook-id': 'site',
      'user-agent': expect.stringContaining('Sanity'),
    })
    const signature = String(headers[SIGNATURE_HEADER_NAME])
    expect(await isValidSignature(body, signature, SECRET)).toBe(true)
    expect(await isValidSignature(`${body} `, signature, SECRET)).toBe(false)
    expect(await isValidSignature(body, signature, 'another secret')).toBe(false)
  })

  it('includes configured headers, which cannot override Sanity headers', async () => {
    const headers = { 'x-own': 'yes', 'sanity-operation': 'forged' }
    commit(start({ configs: [buildHook({ headers, secret: undefined })] }), { before: buildDocument('a') })
    await waitForRequests(1)
    expect(receivedRequests[0]?.headers).toMatchObject({ 'x-own': 'yes', 'sanity-operation': 'delete' })
    expect(receivedRequests[0]?.headers).not.toHaveProperty(SIGNATURE_HEADER_NAME)
  })

  it('sends the projection', async () => {
    const evaluate: EvaluateChange = ({ projection, filter }) => ({ matches: true, payload: { projection, filter } })
    const configs = [buildHook({ filter: '_type == "page"', projection: '{_id}' })]
    commit(start({ configs, evaluate }), { after: buildDocument('a') })
    await waitForRequests(1)
    expect(receivedRequests[0]?.body).toBe('{"projection":"{_id}","filter":"_type == \\"page\\""}')
  })
})

describe('webhook triggers', () => {
  const collectDeliveries = async (config: Partial<WebhookConfig>, changes: DocumentChange[]): Promise<string[]> => {
    const webhooks = start({ configs: [buildHook(config)] })
    commit(webhooks, ...changes)
    await waitUntil(async () => {
      const response = await webhooks.handleHooks(new Request('http://lake.test/v1/hooks/projects/local/site/messages'))
      expect(await response.text()).not.toContain('"pending"')
    })
    return receivedRequests
      .map(({ headers }) => `${headers['sanity-operation']} ${headers['sanity-document-id']}`)
      .toSorted()
  }
  const allChanges = [
    { after: buildDocument('new') },
    { before: buildDocument('changed'), after: buildDocument('changed') },
    { before: buildDocument('gone') },
    { after: buildDocument('drafts.new') },
    { after: buildDocument('versions.r1.new') },
    { after: buildDocument('_.releases.r1') },
  ]

  it('include every change of a published document', async () => {
    expect(await collectDeliveries({}, allChanges)).toEqual(['create new', 'delete gone', 'update changed'])
  })

  it('include drafts on request, but no versions or system documents', async () => {
    const deliveries = await collectDeliveries({ includeDrafts: true, on: ['create'] }, allChanges)
    expect(deliveries).toEqual(['create drafts.new', 'create new'])
  })

  it('include only the operations in the on option', async () => {
    expect(await collectDeliveries({ on: ['delete'] }, allChanges)).toEqual(['delete gone'])
  })

  it.each([{ dataset: 'staging' }, { isEnabled: false }])('exclude changes with %o', async (config) => {
    expect(await collectDeliveries(config, allChanges)).toEqual([])
  })

  it('exclude unmatched documents and record filter errors as failed attempts', async () => {
    const evaluate: EvaluateChange = ({ after }) => {
      if (after?._id === 'bad') throw new Error('unexpected token')
      return { matches: false, payload: null }
    }
    const webhooks = start({ evaluate })
    commit(webhooks, { after: buildDocument('other') }, { after: buildDocument('bad') })
    expect(webhooks.attempts()).toMatchObject([
      {
        documentId: 'bad',
        isFailure: true,
        willRetry: false,
        failureReason: 'other',
        failureDetail: expect.stringContaining('unexpected token'),
      },
    ])
    expect(receivedRequests).toEqual([])
  })
})

describe('failed delivery', () => {
  let clock: ManualClock
  beforeEach(() => {
    clock = createManualClock()
  })

  it.each([500, 502, 503, 429])(
    'is retried after %d with growing delays and the same idempotency key',
    async (status) => {
      handleRequest = ({ respond }) => respond(receivedRequests.length < 3 ? status : 200)
      const webhooks = await deliver({ clock })
      expect(clock.waiting()).toEqual([375])
      clock.pass(375)
      await waitForAttempts(webhooks, 2)
      expect(clock.waiting()).toEqual([750])
      clock.pass(750)
      await waitForAttempts(webhooks, 3)
      expect(clock.waiting()).toEqual([])
      expect(new Set(receivedRequests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
      expect(webhooks.attempts()).toMatchObject([
        { number: 3, isFailure: false, willRetry: false, resultCode: 200 },
        { number: 2, isFailure: true, willRetry: true, resultCode: status, failureReason: 'http' },
        { number: 1, isFailure: true, willRetry: true, resultCode: status },
      ])
    },
  )

  it.each([400, 401, 404, 410, 302])('is not retried after %d', async (status) => {
    handleRequest = ({ respond }) => respond(status, { location: '/elsewhere' })
    const webhooks = await deliver({ clock })
    expect(webhooks.attempts()[0]).toMatchObject({ resultCode: status, isFailure: true, willRetry: false })
    expect(clock.waiting()).toEqual([])
  })

  it('is retried after a refused connection', async () => {
    await stopListening(endpoint)
    const webhooks = await deliver({ clock })
    expect(webhooks.attempts()[0]).toMatchObject({
      resultCode: 0,
      failureReason: 'network',
      failureDetail: 'ECONNREFUSED',
      willRetry: true,
    })
  })

  it('times out without a response', async () => {
    handleRequest = () => undefined
    const webhooks = start({ clock })
    commit(webhooks, { after: buildDocument('a') })
    await waitForRequests(1)
    clock.pass(30_000)
    await waitForAttempts(webhooks, 1)
    expect(webhooks.attempts()[0]).toMatchObject({ failureReason: 'timeout', duration: 30_000, willRetry: true })
  })

  it('waits for the Retry-After time', async () => {
    handleRequest = ({ respond }) => respond(503, { 'retry-after': '20' })
    await deliver({ clock })
    expect(clock.waiting()).toEqual([20_000])
  })

  it('is dropped after half an hour', async () => {
    handleRequest = ({ respond }) => respond(500)
    const webhooks = await deliver({ clock })
    clock.pass(31 * 60_000)
    await waitForAttempts(webhooks, 2)
    expect(webhooks.attempts()[0]).toMatchObject({ number: 2, isFailure: true, willRetry: false })
    expect(clock.waiting()).toEqual([])
  })

  it('does not delay other messages while it waits for its retry', async () => {
    handleRequest = ({ respond }) => respond(receivedRequests.length === 1 ? 500 : 200)
    const webhooks = await deliver({ clock }, { after: buildDocument('a', { version: 1 }) })
    commit(webhooks, { after: buildDocument('a', { version: 2 }) }, { after: buildDocument('b') })
    await waitForAttempts(webhooks, 3)
    clock.pass(1000)
    await waitForAttempts(webhooks, 4)
    const bodies = receivedRequests.map(({ body }) => JSON.parse(body) as { _id: string; version?: number })
    expect(bodies.map(({ _id, version }) => [_id, version])).toEqual([
      ['a', 1],
      ['a', 2],
      ['b', undefined],
      ['a', 1],
    ])
  })

  it('yields to new messages when many retries are due', async () => {
    handleRequest = ({ respond }) => respond(500)
    const webhooks = start({ clock })
    commit(webhooks, ...Array.from({ length: 20 }, (_, index) => ({ after: buildDocument(`d${index}`) })))
    await waitForAttempts(webhooks, 20)
    handleRequest = () => undefined
    clock.pass(1000)
    await waitForRequests(28)
    commit(webhooks, { after: buildDocument('new') })
    receivedRequests.at(-1)?.respond(200)
    await waitForRequests(29)
    expect(receivedRequests.at(-1)?.headers['sanity-document-id']).toBe('new')
  })

  it('does not delay other webhooks when an endpoint hangs', async () => {
    handleRequest = ({ url: path, respond }) => path === '/fast' && respond(200)
    const configs = [buildHook({ id: 'slow' }), buildHook({ id: 'fast', url: url.replace('/hook', '/fast') })]
    const webhooks = start({ clock, configs })
    commit(webhooks, ...Array.from({ length: 30 }, (_, index) => ({ after: buildDocument(`d${index}`) })))
    await waitForAttempts(webhooks, 30)
    expect(webhooks.attempts().every(({ hookId }) => hookId === 'fast')).toBe(true)
  })
})

describe('messages of one document', () => {
  it('are delivered one at a time, in order', async () => {
    handleRequest = () => undefined
    const webhooks = start()
    commit(webhooks, { after: buildDocument('a', { version: 1 }) })
    commit(webhooks, { after: buildDocument('a', { version: 2 }) }, { after: buildDocument('b') })
    await waitForRequests(2)
    expect(receivedRequests.map(({ headers }) => headers['sanity-document-id'])).toEqual(['a', 'b'])
    receivedRequests[0]?.respond(200)
    await waitForRequests(3)
    expect(JSON.parse(receivedRequests[2]?.body ?? '')).toMatchObject({ _id: 'a', version: 2 })
  })
})

describe('restart', () => {
  it('delivers queued and interrupted messages in order', async () => {
    handleRequest = () => undefined
    const first = start()
    commit(first, { after: buildDocument('a', { version: 1 }) })
    commit(first, { after: buildDocument('a', { version: 2 }) }, { after: buildDocument('b') })
    await waitForRequests(2)
    await first.close()
    receivedRequests = []
    handleRequest = ({ respond }) => respond(200)
    const second = start()
    await waitForAttempts(second, 3)
    const requestsForA = receivedRequests.filter(({ headers }) => headers['sanity-document-id'] === 'a')
    expect(requestsForA.map(({ body }) => (JSON.parse(body) as { version: number }).version)).toEqual([1, 2])
    await second.close()
    receivedRequests = []
    start()
    expect(receivedRequests).toEqual([])
  })

  it('drops messages of a removed webhook', async () => {
    handleRequest = () => undefined
    const first = start()
    commit(first, { after: buildDocument('a') })
    await waitForRequests(1)
    await first.close()
    await start({ configs: [] }).close()
    receivedRequests = []
    handleRequest = ({ respond }) => respond(200)
    const thirdRun = start()
    commit(thirdRun, { after: buildDocument('b') })
    await waitForAttempts(thirdRun, 1)
    expect(receivedRequests).toHaveLength(1)
  })
})

describe('attempt log', () => {
  it('stores an excerpt of the response without secrets', async () => {
    handleRequest = ({ respond }) => respond(400, {}, `you sent ${SECRET} and token-1 ${'x'.repeat(5000)}`)
    const webhooks = await deliver({ configs: [buildHook({ headers: { authorization: 'token-1' } })] })
    const [attempt] = webhooks.attempts()
    expect(attempt?.resultBody).toMatch(/^you sent \[hidden\] and \[hidden\] x+$/)
    expect(attempt?.resultBody?.length).toBeLessThanOrEqual(1024)
    expect(JSON.stringify(webhooks.attempts())).not.toContain(SECRET)
  })

  it('is returned by the hooks API without secrets', async () => {
    const webhooks = await deliver({ configs: [buildHook({ headers: { authorization: 'token-1' } })] })
    const get = async (path: string, method = 'GET') => {
      const response = await webhooks.handleHooks(
        new Request(`http://lake.test/v2025-08-04/hooks/projects/${path}`, { method }),
      )
      return { status: response.status, body: (await response.json()) as unknown }
    }
    const list = await get('local')
    expect(list.body).toMatchObject([
      { id: 'site', type: 'document', url, rule: { on: ['create', 'update', 'delete'] } },
    ])
    expect(await get('local/site')).toMatchObject({ status: 200, body: { id: 'site', hasSecret: true } })
    expect((await get('local/site/messages')).body).toMatchObject([
      { status: 'success', failureCount: 0, resultCode: 200 },
    ])
    const { body } = await get('local/site/attempts')
    const [{ id }] = body as [{ id: string }]
    expect((await get(`local/attempts/${id}`)).body).toMatchObject({ id, isFailure: false, inProgress: false })
    expect(JSON.stringify([list, body])).not.toMatch(new RegExp(`${SECRET}|token-1`))
    for (const path of ['other', 'local/none', 'local/site/none', 'local/attempts/none']) {
      expect((await get(path)).status).toBe(404)
    }
    expect((await get('local', 'POST')).status).toBe(405)
  })

  it('is limited to 1000 attempts', async () => {
    const webhooks = start()
    for (let batch = 0; batch < 11; batch += 1) {
      const changes = Array.from({ length: 100 }, (_, index) => ({ after: buildDocument(`d${batch}-${index}`) }))
      commit(webhooks, ...changes)
      await waitUntil(() => expect(receivedRequests).toHaveLength((batch + 1) * 100))
    }
    await waitUntil(() => expect(webhooks.attempts()[0]?.documentId).toMatch(/^d10-/))
    expect(webhooks.attempts().length).toBeLessThanOrEqual(1000)
  })
})

describe('webhook configuration', () => {
  it.each([
    [{ url: 'ftp://x/' }, /url/],
    [{ url: 'nonsense' }, /url/],
    [{ on: [] }, /on/],
    [{ id: '' }, /id/],
    [{ headers: { 'bad name': 'x' } }, /headers/],
  ])('is rejected with %o', (overrides, message) => {
    expect(() => start({ configs: [buildHook(overrides)] })).toThrow(message)
  })

  it('is rejected with duplicate ids', () => {
    expect(() => start({ configs: [buildHook(), buildHook()] })).toThrow(/same id/)
  })
})

describe('retry delay', () => {
  it.each([
    [1, 500],
    [2, 1000],
    [3, 2000],
    [10, 256_000],
    [11, 300_000],
    [100, 300_000],
  ])('after attempt %d is at most %d ms and at least half of that', (attemptCount, maxDelayMs) => {
    expect(computeRetryDelayMs(attemptCount, () => 1)).toBe(maxDelayMs)
    expect(computeRetryDelayMs(attemptCount, () => 0)).toBe(maxDelayMs / 2)
  })

  it('is at least Retry-After, capped at five minutes', () => {
    expect(computeRetryDelayMs(1, () => 1, 10_000)).toBe(10_000)
    expect(computeRetryDelayMs(1, () => 1, 100)).toBe(500)
    expect(computeRetryDelayMs(1, () => 1, 86_400_000)).toBe(300_000)
  })
})

describe('isRetryable', () => {
  it('is true only for no response, 429 and 5xx', () => {
    expect([0, 429, 500, 503, 599].every(isRetryable)).toBe(true)
    expect([200, 301, 400, 401, 403, 404, 409, 410, 422].some(isRetryable)).toBe(false)
  })
})
