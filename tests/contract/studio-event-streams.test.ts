import { createClient } from '@sanity/client'
import { firstValueFrom, take, toArray } from 'rxjs'
import { describe, expect, it, vi } from 'vitest'
import { createTestClient, startTestLake, TOKENS } from '../../packages/content-lake/tests/fixtures.ts'
import { startSocketServer, waitUntil } from '../../packages/content-lake/tests/sockets/server.ts'
import { fetchFromLake } from '../../studio/content-lake/lake-fetch.ts'

const server = startSocketServer()

function createEventStream(status = 200, headers: Record<string, string> = {}) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const canceled = vi.fn<() => void>()
  const body = new ReadableStream<Uint8Array>({
    start: (streamController) => void (controller = streamController),
    cancel: canceled,
  })
  const response = new Response(body, { status, headers: { 'content-type': 'text/event-stream', ...headers } })
  return {
    response,
    cancelled: canceled,
    write: (text: string | Uint8Array) =>
      controller?.enqueue(typeof text === 'string' ? new TextEncoder().encode(text) : text),
    end: () => controller?.close(),
    fail: () => controller?.error(new Error('broken')),
  }
}

describe('event stream over a WebSocket', () => {
  const path = '/v2025-02-19/data/listen/production?query=*'
  const openStream = (init?: RequestInit) => fetchFromLake(server.origin + path, init)

  it('returns the same response as fetch', async () => {
    const stream = createEventStream(200, { 'x-extra': 'yes' })
    server.answerWith(() => stream.response)
    const response = await openStream({ headers: { authorization: 'Bearer token-a', 'Last-Event-ID': '7' } })
    expect([response.status, response.headers.get('content-type'), response.headers.get('x-extra')]).toEqual([
      200,
      'text/event-stream',
      'yes',
    ])
    expect(server.requests[0]?.url).toBe(server.origin + path)
    expect(server.requests[0]?.headers.get('authorization')).toBe('Bearer token-a')
    expect(server.requests[0]?.headers.get('last-event-id')).toBe('7')
    stream.write('data: 1\n\n')
    const bytes = new TextEncoder().encode('data: ü♥\n\n')
    stream.write(bytes.slice(0, 7))
    stream.write(bytes.slice(7))
    stream.end()
    expect(await response.text()).toBe('data: 1\n\ndata: ü♥\n\n')
    await server.noneOpen()
  })

  it('forwards API errors', async () => {
    server.answerWith(() => Response.json({ statusCode: 401 }, { status: 401 }))
    const response = await openStream()
    expect([response.status, await response.json()]).toEqual([401, { statusCode: 401 }])
    server.answerWith(() => new Response(null, { status: 204 }))
    expect((await openStream()).status).toBe(204)
    await server.noneOpen()
  })

  it('closes on the server when aborted, before and after the response', async () => {
    const stream = createEventStream()
    server.answerWith(() => stream.response)
    const abort = new AbortController()
    const response = await openStream({ signal: abort.signal })
    const pendingText = response.text()
    abort.abort()
    await expect(pendingText).rejects.toMatchObject({ name: 'AbortError' })
    await waitUntil(() => expect(stream.cancelled).toHaveBeenCalled())
    expect(server.requests[0]?.signal.aborted).toBe(true)

    server.answerWith(() => new Promise(() => undefined))
    const abortEarly = new AbortController()
    const pendingResponse = openStream({ signal: abortEarly.signal })
    await waitUntil(() => expect(server.requests).toHaveLength(2))
    abortEarly.abort()
    await expect(pendingResponse).rejects.toMatchObject({ name: 'AbortError' })
    await expect(openStream({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
    await server.noneOpen()
  })

  it('closes on the server when the reader cancels', async () => {
    const stream = createEventStream()
    server.answerWith(() => stream.response)
    const response = await openStream()
    await response.body?.cancel()
    await waitUntil(() => expect(stream.cancelled).toHaveBeenCalled())
    await server.noneOpen()
  })

  it('fails like a network error if the stream breaks or the server is unreachable', async () => {
    const stream = createEventStream()
    server.answerWith(() => stream.response)
    const pendingText = (await openStream()).text()
    stream.fail()
    await expect(pendingText).rejects.toThrow(TypeError)
    server.answerWith(() => Promise.reject(new Error('no')))
    await expect(openStream()).rejects.toThrow(TypeError)
    await expect(fetchFromLake(`http://127.0.0.1:1${path}`)).rejects.toThrow(TypeError)
  })

  it('leaves every other request to fetch', async () => {
    expect((await fetchFromLake(`${server.origin}/v1/data/query/production`)).status).toBe(418)
    expect((await fetchFromLake(new Request(`${server.origin}${path}`, { method: 'POST', body: '{}' }))).status).toBe(
      418,
    )
    expect(server.requests).toEqual([])
  })

  it('lets the @sanity/client listener reconnect with the last event id', async () => {
    const streams = [createEventStream(), createEventStream()]
    server.answerWith(() => streams[server.requests.length - 1]?.response ?? new Response(null, { status: 500 }))
    const buildEvent = (id: string) => `id: ${id}\nevent: mutation\ndata: {"documentId":"${id}"}\n\n`
    // oxfmt-ignore
    const client = createClient({
      projectId: 'local', dataset: 'production', apiVersion: '2025-02-19', apiHost: server.origin, useProjectHostname: false,
      useCdn: false, token: 'token-a', resolveFetch: () => fetchFromLake,
    })
    const mutations = firstValueFrom(client.listen('*').pipe(take(2), toArray()))
    await waitUntil(() => expect(server.requests).toHaveLength(1))
    streams[0]?.write(`retry: 1\nevent: welcome\ndata: {"listenerName":"x"}\n\n${buildEvent('tx1#a')}`)
    streams[0]?.end()
    await waitUntil(() => expect(server.requests).toHaveLength(2))
    expect(server.requests[1]?.headers.get('last-event-id')).toBe('tx1#a')
    streams[1]?.write(buildEvent('tx2#b'))
    expect(await mutations).toMatchObject([{ documentId: 'tx1#a' }, { documentId: 'tx2#b' }])
    await server.noneOpen()
  })
})

describe('Studio on the Content Lake', () => {
  it('can open more event streams than a browser allows connections, and still edit', async () => {
    const lake = await startTestLake()
    const client = createTestClient(lake, TOKENS.editor).withConfig({ resolveFetch: () => fetchFromLake })
    const receivedBy: number[] = []
    const welcomedIndexes = new Set<number>()
    const subscriptions = Array.from({ length: 12 }, (_, index) =>
      client.listen('*[_type == "page"]', {}, { events: ['welcome', 'mutation'] }).subscribe(({ type }) => {
        if (type === 'welcome') welcomedIndexes.add(index)
        else receivedBy.push(index)
      }),
    )
    await waitUntil(() => expect(welcomedIndexes.size).toBe(12))
    await client.create({ _id: 'page-home', _type: 'page', title: 'Grüße' })
    await waitUntil(() => expect(receivedBy).toHaveLength(12))
    for (const subscription of subscriptions) subscription.unsubscribe()
  })

  it('receives error responses', async () => {
    const lake = await startTestLake()
    const response = await fetchFromLake(`${lake.url}/v2025-02-19/data/listen/nowhere?query=*`)
    expect(response.status).toBe(404)
  })
})
