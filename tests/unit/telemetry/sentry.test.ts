import { createServer } from 'node:http'
import { symbols } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { log } from '../../../lib/platform/log/log.ts'
import { withRequestId } from '../../../lib/platform/log/request-id.ts'
import { startSentry } from '../../../lib/platform/monitoring/sentry.ts'
import { endTelemetry } from '../../../lib/platform/monitoring/start.ts'
import { telemetry } from '../../../lib/platform/telemetry/telemetry.ts'
import { closeServer, listenOnFreePort } from '../../support/http.ts'
import { parseEvents, type RequestReceiver, startRequestReceiver } from '../../operate/support/receivers.ts'

const identity = { release: 'a-build', environment: 'tests' }

const output = Reflect.get(log, symbols.streamSym) as { write: (line: string) => void }

let receiver: RequestReceiver

beforeEach(async () => {
  vi.spyOn(output, 'write').mockReturnValue()
  receiver = await startRequestReceiver()
  Object.assign(telemetry, { errorListeners: [], shutdownTasks: [] })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await receiver.close()
})

const start = (port = receiver.port) => startSentry(`http://key@127.0.0.1:${port}/7`, identity)

describe('logged error', () => {
  it('is sent with its message, causes and request id, but without quoted data', async () => {
    start()
    const originalError = new TypeError('No room for "Ada", ada@example.com')
    const cause = Object.assign(originalError, { code: 'EROOM', row: { name: 'Ada' } })
    const err = new Error('Asked /find?name=Ada', { cause })
    withRequestId('of-a-visit', () => log.error({ err, name: 'Ada', visitor: 'Ada' }, 'It failed for "Ada"'))
    await endTelemetry()
    const [event, ...otherEvents] = parseEvents(receiver)
    expect(otherEvents).toEqual([])
    expect(event).toMatchObject({
      message: 'It failed for "…"',
      release: 'a-build',
      environment: 'tests',
      tags: { request_id: 'of-a-visit' },
      exception: {
        values: [
          { type: 'TypeError', value: 'No room for "…", …' },
          { type: 'Error', value: 'Asked /find?…' },
        ],
      },
    })
    expect(receiver.requests[0]?.path).toBe('/api/7/envelope/?sentry_version=7&sentry_key=key')
    expect(receiver.requests[0]?.body).not.toMatch(/ada/i)
    expect(receiver.requests[0]?.body).toContain('app://')
    expect(receiver.requests[0]?.body).not.toContain(process.cwd())
  })

  it('is sent even without a message, and a message even without an error', async () => {
    start()
    log.error(new Error('alone'))
    log.error('Only words')
    await endTelemetry()
    expect(parseEvents(receiver).map(({ message }) => message)).toEqual(['log: missing message', 'Only words'])
    expect(parseEvents(receiver).map(({ exception }) => exception?.values[0]?.value)).toEqual(['alone', undefined])
  })

  it('is sent only at level error or above', async () => {
    start()
    log.warn({ err: new Error('a warning') }, 'Not so bad')
    log.info('Nothing')
    log.fatal({ err: new Error('the end') }, 'The end')
    await endTelemetry()
    expect(parseEvents(receiver).map(({ message }) => message)).toEqual(['The end'])
  })

  it('is rate-limited to 30 per minute', async () => {
    start()
    for (let count = 0; count < 100; count++) log.error({ err: new Error('again') }, 'Again')
    await endTelemetry()
    expect(parseEvents(receiver)).toHaveLength(30)
  })

  it('never blocks while Sentry is down or does not respond', async () => {
    const silentServer = createServer(() => undefined)
    start(await listenOnFreePort(silentServer))
    start(9)
    const startedAt = performance.now()
    log.error({ err: new Error('lost') }, 'Lost')
    expect(performance.now() - startedAt).toBeLessThan(500)
    await endTelemetry()
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    await closeServer(silentServer)
  })

  it('is still logged if an error listener throws', () => {
    telemetry.errorListeners.push(() => {
      throw new Error('a fault of a listener')
    })
    expect(() => log.error({ err: new Error('a fault') }, 'It failed')).not.toThrow()
    expect(output.write).toHaveBeenCalledOnce()
  })
})
