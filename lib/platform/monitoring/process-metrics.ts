import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapSpaceStatistics } from 'node:v8'
import type { Meter } from '@opentelemetry/api'
import { loggedErrors } from '../log/errors.ts'
import { lookups } from '../telemetry/page-cache.ts'

const NANOSECONDS_PER_SECOND = 1e9
const MICROSECONDS_PER_SECOND = 1e6

const RESOLUTION_MS = 20

/**
 * Observes the process, with the names of OpenTelemetry's semantic conventions where there is one.
 * Source: https://opentelemetry.io/docs/specs/semconv/runtime/nodejs-metrics/
 */
export function observeProcess(meter: Meter): void {
  observeEventLoop(meter)
  meter
    .createObservableUpDownCounter('process.memory.usage', { description: 'Physical memory in use', unit: 'By' })
    .addCallback((result) => result.observe(process.memoryUsage.rss()))
  meter
    .createObservableUpDownCounter('v8js.memory.heap.used', { description: 'Heap memory in use', unit: 'By' })
    .addCallback((result) => {
      for (const { space_name: name, space_used_size: bytes } of getHeapSpaceStatistics())
        result.observe(bytes, { 'v8js.heap.space.name': name })
    })
  meter
    .createObservableUpDownCounter('ductwise.memory.external', { description: 'Memory of buffers', unit: 'By' })
    .addCallback((result) => result.observe(process.memoryUsage().external))
  meter.createObservableCounter('process.cpu.time', { description: 'CPU time', unit: 's' }).addCallback((result) => {
    for (const [mode, microseconds] of Object.entries(process.cpuUsage()))
      result.observe(microseconds / MICROSECONDS_PER_SECOND, { 'cpu.mode': mode })
  })
  meter
    .createObservableGauge('process.uptime', { description: 'Time since the start of the process', unit: 's' })
    .addCallback((result) => result.observe(process.uptime()))
  meter
    .createObservableCounter('ductwise.errors', { description: 'Log lines with level error' })
    .addCallback((result) => result.observe(loggedErrors.count))
  meter
    .createObservableCounter('ductwise.page_cache.lookups', { description: 'Page cache lookups' })
    .addCallback((result) => {
      for (const [outcome, count] of Object.entries(lookups)) result.observe(count, { result: outcome })
    })
}

function observeEventLoop(meter: Meter): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const subtractResolution = (nanoseconds: number) =>
    Math.max(0, nanoseconds / NANOSECONDS_PER_SECOND - RESOLUTION_MS / 1_000)
  const createDelayGauge = (name: string) =>
    meter.createObservableGauge(`nodejs.eventloop.delay.${name}`, {
      description: 'Event loop delay above the clock resolution, since the last read',
      unit: 's',
    })
  const [p50, p99, max] = [createDelayGauge('p50'), createDelayGauge('p99'), createDelayGauge('max')]
  meter.addBatchObservableCallback(
    (result) => {
      result.observe(p50, subtractResolution(delay.percentile(50)))
      result.observe(p99, subtractResolution(delay.percentile(99)))
      result.observe(max, subtractResolution(delay.max))
      delay.reset()
    },
    [p50, p99, max],
  )
}
