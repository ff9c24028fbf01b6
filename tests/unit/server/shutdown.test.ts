import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type * as ProcessEnd from '../../../lib/platform/lifecycle/process-end.ts'
import type * as Readiness from '../../../lib/platform/lifecycle/readiness.ts'
import type { stopServer } from '../../../server/shutdown.ts'
import { type AnyServer, ask, closed, listening, rawConnection } from '../../support/http.ts'
import { until } from '../../support/until.ts'

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
const FOREVER = 60_000

let underWay: { end: (text: string) => void }[]
let isWaiting: boolean
let server: AnyServer
let port: number
let stop: typeof stopServer
let readiness: typeof Readiness
let processEnd: typeof ProcessEnd
let close: ReturnType<typeof vi.fn<() => Promise<void>>>

/** Resets the shutdown state, which is global to the process. */
const forget = () => {
  vi.resetModules()
  for (const state of ['ending', 'readiness', 'process-end'])
    Reflect.deleteProperty(globalThis, Symbol.for(`ductwise.${state}`))
}

beforeEach(async () => {
  forget()
  const { createHttpServer } = await import('../../../server/http-server.ts')
  const { processEnds } = await import('../../../lib/platform/http/end-waiting.ts')
  ;({ stopServer: stop } = await import('../../../server/shutdown.ts'))
  readiness = await import('../../../lib/platform/lifecycle/readiness.ts')
  processEnd = await import('../../../lib/platform/lifecycle/process-end.ts')
  readiness.markReady()
  underWay = []
  isWaiting = false
  close = vi.fn<() => Promise<void>>(async () => {})
  server = createHttpServer((request, response) => {
    if (request.url === '/now') return void response.end('now')
    if (request.url === '/waits') {
      isWaiting = true
      return processEnds.addEventListener('abort', () => response.end('nothing happened'))
    }
    underWay.push({ end: (text) => response.end(text) })
  })
  port = await listening(server)
})
afterEach(async () => {
  await closed(server)
  forget()
})

const arrived = (count: number) => until('a pending request', async () => underWay.length >= count || undefined)

it('finishes pending requests and accepts no new connections', async () => {
  const answers = [ask(port, '/one'), ask(port, '/two')]
  await arrived(2)
  const stopped = stop(server, close, { graceMs: FOREVER })
  await until('the closed port', async () => !server.listening || undefined)
  await expect(ask(port, '/three')).rejects.toThrow('ECONNREFUSED')
  expect(close).not.toHaveBeenCalled()
  for (const [index, { end }] of underWay.entries()) end(`answer ${index}`)
  const texts = (await Promise.all(answers)).map(({ status, body }) => `${status} ${body.toString()}`)
  expect(texts).toEqual(['200 answer 0', '200 answer 1'])
  await stopped
  expect(close).toHaveBeenCalledOnce()
})

it('closes idle connections at once and busy ones after their response', async () => {
  const idle = rawConnection(port)
  idle.socket.write(GET.replace('/', '/now'))
  await until('the response', async () => idle.received().includes('now') || undefined)
  const busy = rawConnection(port)
  busy.socket.write(GET)
  await arrived(1)
  const stopped = stop(server, close, { graceMs: FOREVER })
  expect(await idle.ended).toContain('Connection: keep-alive')
  underWay[0]?.end('the last one')
  const received = await busy.ended
  expect(received).toContain('Connection: close')
  expect(received).toContain('the last one')
  await stopped
})

it('ends long-polling responses', async () => {
  const answer = ask(port, '/waits')
  await until('the pending request', async () => isWaiting || undefined)
  const stopped = stop(server, close, { graceMs: FOREVER })
  expect((await answer).body.toString()).toBe('nothing happened')
  await stopped
})

it('aborts requests that exceed the grace period', async () => {
  const answer = ask(port, '/never').catch((err: Error) => err)
  const silent = rawConnection(port)
  await arrived(1)
  await stop(server, close, { graceMs: 50 })
  expect(await answer).toBeInstanceOf(Error)
  expect(await silent.ended).toBe('')
  expect(close).toHaveBeenCalledOnce()
})

it('completes even if closing a dependency fails', async () => {
  close.mockRejectedValue(new Error('It cannot be closed'))
  await stop(server, close, { graceMs: FOREVER })
  expect(close).toHaveBeenCalledOnce()
})

describe('shutdown with a delay', () => {
  it('is not ready, still answers requests and closes each connection afterward', async () => {
    const kept = rawConnection(port)
    kept.socket.write(GET.replace('/', '/now'))
    await until('the response', async () => kept.received().includes('now') || undefined)
    expect(kept.received()).toContain('Connection: keep-alive')
    expect(readiness.isReady()).toBe(true)
    let isStopped = false
    const stopped = stop(server, close, { delayMs: 300, graceMs: FOREVER }).then(() => (isStopped = true))
    expect(readiness.isReady()).toBe(false)
    kept.socket.write(GET.replace('/', '/now'))
    expect(await kept.ended).toMatch(/keep-alive[^]*Connection: close[^]*now$/)
    const { status, headers } = await ask(port, '/now')
    expect([status, headers.connection]).toEqual([200, 'close'])
    expect(isStopped).toBe(false)
    await stopped
    await expect(ask(port, '/now')).rejects.toThrow('ECONNREFUSED')
  })

  it('keeps long-polling requests open until the port closes', async () => {
    const order: string[] = []
    const answer = ask(port, '/waits').then(() => order.push('answered'))
    await until('the pending request', async () => isWaiting || undefined)
    const stopped = stop(server, close, { delayMs: 100, graceMs: FOREVER })
    await ask(port, '/now').then(() => order.push('another one'))
    await Promise.all([answer, stopped])
    expect(order).toEqual(['another one', 'answered'])
  })

  it('waits for running jobs and then ends the remaining parts in order', async () => {
    const order: string[] = []
    const work = Promise.withResolvers<void>()
    processEnd.atProcessEnd('stopping', 'work', async () => {
      order.push('work is told')
      await work.promise
      order.push('work is done')
    })
    processEnd.atProcessEnd('answered', 'counts', async () => void order.push('counts'))
    close.mockImplementation(async () => void order.push('closed'))
    const answer = ask(port, '/one').then(() => order.push('answered'))
    await arrived(1)
    const stopped = stop(server, close, { graceMs: FOREVER })
    underWay[0]?.end('')
    await answer
    work.resolve()
    await stopped
    expect(order).toEqual(['work is told', 'answered', 'work is done', 'counts', 'closed'])
  })

  it('abandons jobs that never end or fail to stop', async () => {
    processEnd.atProcessEnd('stopping', 'endless', () => new Promise(() => undefined))
    processEnd.atProcessEnd('stopping', 'broken', async () => {
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
