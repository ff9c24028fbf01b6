import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Meter } from '@opentelemetry/api'
import { loggedErrors } from '../log/errors.ts'
import { lookups } from '../telemetry/page-cache.ts'

const NANOSECONDS_PER_SECOND = 1e9
const MICROSECONDS_PER_SECOND = 1e6

const RESOLUTION_MS = 20

export function observeProcess(meter: Meter): void {
  const createGauge = (name: string, description: string, unit?: string) =>
    meter.createObservableGauge(name, { description, ...(unit && { unit }) })
  const createCounter = (name: string, description: string, unit?: string) =>
    meter.createObservableCounter(name, { description, ...(unit && { unit }) })
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const subtractResolution = (nanoseconds: number) =>
    Math.max(0, nanoseconds / NANOSECONDS_PER_SECOND - RESOLUTION_MS / 1_000)
  createGauge(
    'ductwise.event_loop.delay.seconds',
    'Event loop delay above the clock resolution, since the last read',
    's',
  ).addCallback((result) => {
    result.observe(subtractResolution(delay.percentile(50)), { quantile: '0.5' })
    result.observe(subtractResolution(delay.percentile(99)), { quantile: '0.99' })
    result.observe(subtractResolution(delay.max), { quantile: '1' })
    delay.reset()
  })
  createGauge('ductwise.memory.bytes', 'Process memory by kind', 'By').addCallback((result) => {
    const { rss, heapUsed, external } = process.memoryUsage()
    result.observe(rss, { kind: 'resident' })
    result.observe(heapUsed, { kind: 'heap' })
    result.observe(external, { kind: 'external' })
  })
  createCounter('ductwise.cpu.seconds', 'Process CPU time', 's').addCallback((result) => {
    const { user, system } = process.cpuUsage()
    result.observe((user + system) / MICROSECONDS_PER_SECOND)
  })
  createGauge('ductwise.uptime.seconds', 'Process uptime', 's').addCallback((result) =>
    result.observe(process.uptime()),
  )
  createCounter('ductwise.errors', 'Log lines with level error').addCallback((result) =>
    result.observe(loggedErrors.count),
  )
  createCounter('ductwise.page_cache.lookups', 'Page cache lookups').addCallback((result) => {
    for (const [outcome, count] of Object.entries(lookups)) result.observe(count, { result: outcome })
  })
}
