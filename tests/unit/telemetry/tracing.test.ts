import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { beforeEach, expect, it } from 'vitest'
import { createTracing } from '../../../lib/platform/monitoring/open-telemetry.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER_SPAN_ID = '00f067aa0ba902b7'

let exporter: InMemorySpanExporter
let tracing: ReturnType<typeof createTracing>

beforeEach(() => {
  exporter = new InMemorySpanExporter()
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
  tracing = createTracing(provider.getTracer('tests'))
})

const findSpan = (name: string): ReadableSpan => {
  const span = exporter.getFinishedSpans().find((candidate) => candidate.name === name)
  if (!span) throw new Error(`There is no span ${name}`)
  return span
}

const personalError = Object.assign(new Error('Key (email)=("ada@example.com") exists, call +1 212 555 0142'), {
  code: '23505',
  row: { email: 'ada@example.com' },
})

it('nested spans share a trace, and run returns the result of its callback', async () => {
  const result = await tracing.run('outer', {}, () => tracing.run('inner', { kind: 'client' }, async () => 'done'))
  expect(result).toBe('done')
  expect(findSpan('inner').parentSpanContext?.spanId).toBe(findSpan('outer').spanContext().spanId)
  expect(findSpan('inner').spanContext().traceId).toBe(findSpan('outer').spanContext().traceId)
  expect(findSpan('outer').parentSpanContext).toBeUndefined()
})

it('concurrent traces stay separate', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = tracing.run('first', {}, async () => {
    await promise
    return tracing.traceId()
  })
  const second = await tracing.run('second', {}, async () => tracing.traceId())
  resolve()
  expect(await first).toBe(findSpan('first').spanContext().traceId)
  expect(second).not.toBe(await first)
  expect(tracing.traceId()).toBeUndefined()
})

it('a valid traceparent header continues the trace of the caller', async () => {
  await tracing.run('asked', { traceparent: `00-${TRACE_ID}-${CALLER_SPAN_ID}-01` }, async () => undefined)
  expect(findSpan('asked').spanContext().traceId).toBe(TRACE_ID)
  expect(findSpan('asked').parentSpanContext?.spanId).toBe(CALLER_SPAN_ID)
  for (const traceparent of ['', 'nonsense', `00-${'0'.repeat(32)}-${CALLER_SPAN_ID}-01`, undefined]) {
    exporter.reset()
    await tracing.run('asked', { traceparent }, async () => undefined)
    expect(findSpan('asked').parentSpanContext).toBeUndefined()
  }
})

/** Returns JSON without `time` fields, because times can contain any digits. */
const serialize = (value: unknown) =>
  JSON.stringify(value, (key, child: unknown) => (key === 'time' ? undefined : child))

it('a failing span records the error without quoted data and rethrows it', async () => {
  const failingSpan = tracing.run('failing', {}, async () => {
    throw personalError
  })
  await expect(failingSpan).rejects.toBe(personalError)
  const { events, status } = findSpan('failing')
  expect(events.map(({ name }) => name)).toEqual(['exception'])
  expect(status.message).toBe('Error')
  expect(serialize({ events, status })).not.toMatch(/ada|555/)
})

it('logged errors are added to the active span or to a new one', async () => {
  await tracing.run('request', {}, async () => tracing.recordLoggedError(personalError, 'forms: submission not stored'))
  const attributes = { 'exception.type': 'Error', 'log.message': 'forms: submission not stored' }
  expect(findSpan('request').events[0]?.attributes).toMatchObject(attributes)
  tracing.recordLoggedError(undefined, 'console: no message')
  expect(findSpan('error').events[0]?.attributes).toEqual({ 'log.message': 'console: no message' })
  expect(serialize(exporter.getFinishedSpans().map(({ events }) => events))).not.toMatch(/ada|555/)
})

it('describe adds attributes to the active span and does nothing outside a span', async () => {
  tracing.describe({ lost: 'yes' })
  await tracing.run('request', { attributes: { first: 1 } }, async () => tracing.describe({ second: 2 }))
  expect(findSpan('request').attributes).toEqual({ first: 1, second: 2 })
})
