import { createClient } from '@sanity/client'
import { firstValueFrom, take, toArray } from 'rxjs'
import { describe, expect, it, vi } from 'vitest'
import { clientOf, testLake, TOKENS } from '../../packages/content-lake/tests/fixtures.ts'
import { socketServer, until } from '../../packages/content-lake/tests/sockets/server.ts'
import { lakeFetch } from '../../studio/content-lake/lake-fetch.ts'

const server = socketServer()

function createEventStream(status = 200, headers: Record<string, string> = {}) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const cancelled = vi.fn<() => void>()
  const body = new ReadableStream<Uint8Array>({ start: (started) => void (controller = started), cancel: cancelled })
  const response = new Response(body, { status, headers: { 'content-type': 'text/event-stream', ...headers } })
  return {
    response,
    cancelled,
    write: (text: string | Uint8Array) =>
      controller?.enqueue(typeof text === 'string' ? new TextEncoder().encode(text) : text),
    end: () => controller?.close(),
    fail: () => controller?.error(new Error('broken')),
  }
}

describe('event stream over a WebSocket', () => {
  const path = '/v2025-02-19/data/listen/production?query=*'
  const open = (init?: RequestInit) => lakeFetch(server.origin + path, init)

  it('returns the same response as fetch', async () => {
    const stream = createEventStream(200, { 'x-extra': 'yes' })
    server.answerWith(() => stream.response)
    const response = await open({ headers: { authorization: 'Bearer token-a', 'Last-Event-ID': '7' } })
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
    const response = await open()
    expect([response.status, await response.json()]).toEqual([401, { statusCode: 401 }])
    server.answerWith(() => new Response(null, { status: 204 }))
    expect((await open()).status).toBe(204)
    await server.noneOpen()
  })

  it('closes on the server when aborted, before and after the response', async () => {
    const stream = createEventStream()
    server.answerWith(() => stream.response)
    const abort = new AbortController()
    const response = await open({ signal: abort.signal })
    const reading = response.text()
    abort.abort()
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
    await until(() => expect(stream.cancelled).toHaveBeenCalled())
    expect(server.requests[0]?.signal.aborted).toBe(true)

    server.answerWith(() => new Promise(() => undefined))
    const early = new AbortController()
    const waiting = open({ signal: early.signal })
    await until(() => expect(server.requests).toHaveLength(2))
    early.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    await expect(open({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
    await server.noneOpen()
  })

  it('closes on the server when the reader cancels', async () => {
    const stream = createEventStream()
    server.answerWith(() => stream.response)
    const response = await open()
    await response.body?.cancel()
    await until(() => expect(stream.cancelled).toHaveBeenCalled())
    await server.noneOpen()
  })

  it('fails like a network error if the stream breaks or the server is unreachable', async () => {
    const stream = createEventStream()
    server.answerWith(() => stream.response)
    const reading = (await open()).text()
    stream.fail()
    await expect(reading).rejects.toThrow(TypeError)
    server.answerWith(() => Promise.reject(new Error('no')))
    await expect(open()).rejects.toThrow(TypeError)
    await expect(lakeFetch(`http://127.0.0.1:1${path}`)).rejects.toThrow(TypeError)
  })

  it('leaves every other request to fetch', async () => {
    expect((await lakeFetch(`${server.origin}/v1/data/query/production`)).status).toBe(418)
    expect((await lakeFetch(new Request(`${server.origin}${path}`, { method: 'POST', body: '{}' }))).status).toBe(418)
    expect(server.requests).toEqual([])
  })

  it('lets the @sanity/client listener reconnect with the last event id', async () => {
    const streams = [createEventStream(), createEventStream()]
    server.answerWith(() => streams[server.requests.length - 1]?.response ?? new Response(null, { status: 500 }))
    const event = (id: string) => `id: ${id}\nevent: mutation\ndata: {"documentId":"${id}"}\n\n`
    // oxfmt-ignore
    const client = createClient({
      projectId: 'local', dataset: 'production', apiVersion: '2025-02-19', apiHost: server.origin, useProjectHostname: false,
      useCdn: false, token: 'token-a', resolveFetch: () => lakeFetch,
    })
    const mutations = firstValueFrom(client.listen('*').pipe(take(2), toArray()))
    await until(() => expect(server.requests).toHaveLength(1))
    streams[0]?.write(`retry: 1\nevent: welcome\ndata: {"listenerName":"x"}\n\n${event('tx1#a')}`)
    streams[0]?.end()
    await until(() => expect(server.requests).toHaveLength(2))
    expect(server.requests[1]?.headers.get('last-event-id')).toBe('tx1#a')
    streams[1]?.write(event('tx2#b'))
    expect(await mutations).toMatchObject([{ documentId: 'tx1#a' }, { documentId: 'tx2#b' }])
    await server.noneOpen()
  })
})

describe('Studio on the Content Lake', () => {
  it('can open more event streams than a browser has connections, and still edit', async () => {
    const lake = await testLake()
    const client = clientOf(lake, TOKENS.editor).withConfig({ resolveFetch: () => lakeFetch })
    const heard: number[] = []
    const welcomed = new Set<number>()
    const subscriptions = Array.from({ length: 12 }, (_, index) =>
      client.listen('*[_type == "page"]', {}, { events: ['welcome', 'mutation'] }).subscribe(({ type }) => {
        if (type === 'welcome') welcomed.add(index)
        else heard.push(index)
      }),
    )
    await until(() => expect(welcomed.size).toBe(12))
    await client.create({ _id: 'page-home', _type: 'page', title: 'Grüße' })
    await until(() => expect(heard).toHaveLength(12))
    for (const subscription of subscriptions) subscription.unsubscribe()
  })

  it('receives error responses', async () => {
    const lake = await testLake()
    const response = await lakeFetch(`${lake.url}/v2025-02-19/data/listen/nowhere?query=*`)
    expect(response.status).toBe(404)
  })
})
