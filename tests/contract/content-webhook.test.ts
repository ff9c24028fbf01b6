import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { NextRequest } from 'next/server'
import { parseBody } from 'next-sanity/webhook'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeServer, listenOnFreePort } from '../support/http.ts'
import { webhook } from '../../sanity/webhook.ts'
import {
  createTestClient,
  request,
  temporaryFolder,
  startTestLake,
  TOKENS,
} from '../../packages/content-lake/tests/fixtures.ts'

const waitUntil = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 10 })

const SECRET = 'local-webhook-secret-000000000000000000'
const MAIN = fileURLToPath(new URL('../../packages/content-lake/main.ts', import.meta.url))

type Payload = { _id: string; operation: string; path: string; before: { path: string } | null; listed: boolean }

type Delivery = { isValidSignature: boolean | null; body: Payload | null; headers: Headers }
let deliveries: Delivery[] = []
let sitePort: number
let isHanging = false
/** Number of pending 503 responses, each with a long Retry-After header. */
let remainingOutages = 0

const site = createServer(async (incoming, response) => {
  const body = (await incoming.toArray()).join('')
  if (isHanging) return
  if (remainingOutages > 0) {
    remainingOutages -= 1
    response.writeHead(503, { 'retry-after': '60' }).end('starting')
    return
  }
  const headers = new Headers(incoming.headers as Record<string, string>)
  const parsed = await parseBody<Payload>(
    new NextRequest('http://site.test/', { method: 'POST', headers, body }),
    SECRET,
    false,
  )
  deliveries.push({ ...parsed, headers })
  response.end('ok')
})
const buildConfig = () => {
  const { name, on, filter, projection, includeDrafts, httpMethod } = webhook
  const url = `http://127.0.0.1:${sitePort}${webhook.path}`
  return { id: 'site', name, on, filter, projection, includeDrafts, httpMethod, url, secret: SECRET }
}

beforeAll(async () => void (sitePort = await listenOnFreePort(site)))
beforeEach(() => {
  deliveries = []
  isHanging = false
  remainingOutages = 0
})
afterAll(() => closeServer(site))

const page = { _id: 'page-home', _type: 'page', title: 'Home', path: '/' }
const waitForDeliveries = (count: number) => waitUntil(() => expect(deliveries).toHaveLength(count))

describe('site webhook', () => {
  it('receives every published change, signed, with the previous values', async () => {
    const client = createTestClient(await startTestLake({ webhooks: [buildConfig()] }), TOKENS.editor)
    await client.create({ ...page, _id: 'drafts.page-home' })
    await client.create(page)
    await waitForDeliveries(1)
    await client.patch('page-home').set({ path: '/start' }).commit()
    await waitForDeliveries(2)
    await client.patch('page-home').set({ blocks: [] }).commit()
    await waitForDeliveries(3)
    await client.delete('page-home')
    await waitForDeliveries(4)
    expect(deliveries.every(({ isValidSignature }) => isValidSignature)).toBe(true)
    expect(deliveries.map(({ body }) => body)).toMatchObject([
      { _id: 'page-home', operation: 'create', path: '/' },
      { operation: 'update', path: '/start', before: { path: '/' }, changed: { path: true, slug: false } },
      { operation: 'update', path: '/start', changed: { path: false } },
      { operation: 'delete', path: '/start' },
    ])
  })

  it('receives one event when a draft is published', async () => {
    const client = createTestClient(await startTestLake({ webhooks: [buildConfig()] }), TOKENS.editor)
    await client.create({ ...page, _id: 'drafts.page-home' })
    const published = await client.action({
      actionType: 'sanity.action.document.publish',
      draftId: 'drafts.page-home',
      publishedId: 'page-home',
    })
    await client.create({ ...page, _id: 'page-last', path: '/last' })
    await waitForDeliveries(2)
    expect(deliveries[0]?.body).toMatchObject({ _id: 'page-home', operation: 'create' })
    expect(deliveries[0]?.headers.get('sanity-transaction-id')).toBe(published.transactionId)
    expect(deliveries[1]?.body).toMatchObject({ _id: 'page-last' })
  })

  it('receives a change immediately while an earlier delivery waits for its retry', async () => {
    const client = createTestClient(await startTestLake({ webhooks: [buildConfig()] }), TOKENS.editor)
    remainingOutages = 1
    await client.create(page)
    await waitUntil(() => expect(remainingOutages).toBe(0))
    await client.patch('page-home').set({ path: '/start' }).commit()
    await client.create({ ...page, _id: 'page-other', path: '/other' })
    await waitForDeliveries(2)
    expect(deliveries.map(({ body }) => [body?.operation, body?.path]).toSorted()).toEqual([
      ['create', '/other'],
      ['update', '/start'],
    ])
  })

  it('shows its delivery attempts to administrators only', async () => {
    const lake = await startTestLake({ webhooks: [buildConfig()] })
    await createTestClient(lake, TOKENS.editor).create(page)
    await waitForDeliveries(1)
    const path = '/hooks/projects/local/site/attempts'
    await waitUntil(async () => {
      const response = await request(lake, path, { token: TOKENS.administrator })
      expect(await response.json()).toMatchObject([{ documentId: 'page-home', resultCode: 200, resultBody: 'ok' }])
    })
    for (const token of [TOKENS.editor, TOKENS.robot, undefined]) {
      expect([401, 403]).toContain((await request(lake, path, { token })).status)
    }
  })
})

describe('killed Content Lake', () => {
  const children: ChildProcess[] = []
  const start = async (dataDir: string) => {
    const env = { ...process.env, LAKE_PORT: '0', LAKE_DATA: dataDir, LAKE_WEBHOOKS: JSON.stringify([buildConfig()]) }
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    return { child, url: String(line).trim().split(' ').at(-1) ?? '' }
  }
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
  })

  it('delivers unacknowledged events after a restart', async () => {
    const dataDir = temporaryFolder()
    isHanging = true
    const first = await start(dataDir)
    const client = createTestClient(first, TOKENS.editor)
    await client.create(page)
    await client.patch('page-home').set({ path: '/start' }).commit()
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    expect(deliveries).toEqual([])

    isHanging = false
    await start(dataDir)
    await waitForDeliveries(2)
    expect(deliveries).toMatchObject([
      { isValidSignature: true, body: { operation: 'create', path: '/' } },
      { isValidSignature: true, body: { operation: 'update', path: '/start', before: { path: '/' } } },
    ])
  })
})
