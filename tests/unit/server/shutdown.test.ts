import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type * as ProcessEnd from '../../../lib/platform/lifecycle/process-end.ts'
import type * as Readiness from '../../../lib/platform/lifecycle/readiness.ts'
import type { stopServer } from '../../../server/shutdown.ts'
import {
  type AnyServer,
  sendHttpRequest,
  closeServer,
  listenOnFreePort,
  openRawConnection,
} from '../../support/http.ts'
import { pollUntil } from '../../support/until.ts'

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
const LONG_GRACE_MS = 60_000

let pendingResponses: { end: (text: string) => void }[]
let isWaiting: boolean
let server: AnyServer
let port: number
let stop: typeof stopServer
let readiness: typeof Readiness
let processEnd: typeof ProcessEnd
let close: ReturnType<typeof vi.fn<() => Promise<void>>>

/** Resets the shutdown state, which is global to the process. */
const resetModuleState = () => {
  vi.resetModules()
  for (const state of ['ending', 'readiness', 'process-end'])
    Reflect.deleteProperty(globalThis, Symbol.for(`ductwise.${state}`))
}

beforeEach(async () => {
  resetModuleState()
  const { createHttpServer } = await import('../../../server/http-server.ts')
  const { shutdownSignal } = await import('../../../lib/platform/http/shutdown-signal.ts')
  ;({ stopServer: stop } = await import('../../../server/shutdown.ts'))
  readiness = await import('../../../lib/platform/lifecycle/readiness.ts')
  processEnd = await import('../../../lib/platform/lifecycle/process-end.ts')
  readiness.markReady()
  pendingResponses = []
  isWaiting = false
  close = vi.fn<() => Promise<void>>(async () => {})
  server = createHttpServer((request, response) => {
    if (request.url === '/now') return void response.end('now')
    if (request.url === '/waits') {
      isWaiting = true
      return shutdownSignal.addEventListener('abort', () => response.end('nothing happened'))
    }
    pendingResponses.push({ end: (text) => response.end(text) })
  })
  port = await listenOnFreePort(server)
})
afterEach(async () => {
  await closeServer(server)
  resetModuleState()
})

const waitForRequests = (count: number) =>
  pollUntil('a pending request', async () => pendingResponses.length >= count || undefined)

it('finishes pending requests and accepts no new connections', async () => {
  const responses = [sendHttpRequest(port, '/one'), sendHttpRequest(port, '/two')]
  await waitForRequests(2)
  const stopping = stop(server, close, { graceMs: LONG_GRACE_MS })
  await pollUntil('the closed port', async () => !server.listening || undefined)
  await expect(sendHttpRequest(port, '/three')).rejects.toThrow('ECONNREFUSED')
  expect(close).not.toHaveBeenCalled()
  for (const [index, { end }] of pendingResponses.entries()) end(`answer ${index}`)
  const texts = (await Promise.all(responses)).map(({ status, body }) => `${status} ${body.toString()}`)
  expect(texts).toEqual(['200 answer 0', '200 answer 1'])
  await stopping
  expect(close).toHaveBeenCalledOnce()
})

it('closes idle connections immediately and busy ones after their response', async () => {
  const idleConnection = openRawConnection(port)
  idleConnection.socket.write(GET.replace('/', '/now'))
  await pollUntil('the response', async () => idleConnection.received().includes('now') || undefined)
  const busyConnection = openRawConnection(port)
  busyConnection.socket.write(GET)
  await waitForRequests(1)
  const stopping = stop(server, close, { graceMs: LONG_GRACE_MS })
  expect(await idleConnection.ended).toContain('Connection: keep-alive')
  pendingResponses[0]?.end('the last one')
  const received = await busyConnection.ended
  expect(received).toContain('Connection: close')
  expect(received).toContain('the last one')
  await stopping
})

it('ends long-polling responses', async () => {
  const response = sendHttpRequest(port, '/waits')
  await pollUntil('the pending request', async () => isWaiting || undefined)
  const stopping = stop(server, close, { graceMs: LONG_GRACE_MS })
  expect((await response).body.toString()).toBe('nothing happened')
  await stopping
})

it('aborts requests that exceed the grace period', async () => {
  const response = sendHttpRequest(port, '/never').catch((err: Error) => err)
  const silentConnection = openRawConnection(port)
  await waitForRequests(1)
  await stop(server, close, { graceMs: 50 })
  expect(await response).toBeInstanceOf(Error)
  expect(await silentConnection.ended).toBe('')
  expect(close).toHaveBeenCalledOnce()
})

it('completes even if closing a dependency fails', async () => {
  close.mockRejectedValue(new Error('It cannot be closed'))
  await stop(server, close, { graceMs: LONG_GRACE_MS })
  expect(close).toHaveBeenCalledOnce()
})

describe('shutdown with a delay', () => {
  it('is not ready, still serves requests, and closes each connection afterward', async () => {
    const keepAliveConnection = openRawConnection(port)
    keepAliveConnection.socket.write(GET.replace('/', '/now'))
    await pollUntil('the response', async () => keepAliveConnection.received().includes('now') || undefined)
    expect(keepAliveConnection.received()).toContain('Connection: keep-alive')
    expect(readiness.isReady()).toBe(true)
    let isStopped = false
    const stopping = stop(server, close, { delayMs: 300, graceMs: LONG_GRACE_MS }).then(() => (isStopped = true))
    expect(readiness.isReady()).toBe(false)
    keepAliveConnection.socket.write(GET.replace('/', '/now'))
    expect(await keepAliveConnection.ended).toMatch(/keep-alive[^]*Connection: close[^]*now$/)
    const { status, headers } = await sendHttpRequest(port, '/now')
    expect([status, headers.connection]).toEqual([200, 'close'])
    expect(isStopped).toBe(false)
    await stopping
    await expect(sendHttpRequest(port, '/now')).rejects.toThrow('ECONNREFUSED')
  })

  it('keeps long-polling requests open until the port closes', async () => {
    const order: string[] = []
    const response = sendHttpRequest(port, '/waits').then(() => order.push('answered'))
    await pollUntil('the pending request', async () => isWaiting || undefined)
    const stopping = stop(server, close, { delayMs: 100, graceMs: LONG_GRACE_MS })
    await sendHttpRequest(port, '/now').then(() => order.push('another one'))
    await Promise.all([response, stopping])
    expect(order).toEqual(['another one', 'answered'])
  })

  it('waits for running jobs and then stops the remaining components in order', async () => {
    const order: string[] = []
    const pendingWork = Promise.withResolvers<void>()
    processEnd.registerShutdownTask('stopping', 'work', async () => {
      order.push('work is told')
      await pendingWork.promise
      order.push('work is done')
    })
    processEnd.registerShutdownTask('answered', 'counts', async () => void order.push('counts'))
    close.mockImplementation(async () => void order.push('closed'))
    const response = sendHttpRequest(port, '/one').then(() => order.push('answered'))
    await waitForRequests(1)
    const stopping = stop(server, close, { graceMs: LONG_GRACE_MS })
    pendingResponses[0]?.end('')
    await response
    pendingWork.resolve()
    await stopping
    expect(order).toEqual(['work is told', 'answered', 'work is done', 'counts', 'closed'])
  })

  it('abandons jobs that never end or fail to stop', async () => {
    processEnd.registerShutdownTask('stopping', 'endless', () => new Promise(() => undefined))
    processEnd.registerShutdownTask('stopping', 'broken', async () => {
      throw new Error('It cannot be ended')
    })
    await stop(server, close, { graceMs: 50 })
    expect(close).toHaveBeenCalledOnce()
  })
})

it('does not become ready again after a stop', () => {
  readiness.markStopping()
  readiness.markReady()
  expect(readiness.isReady()).toBe(false)
})
