import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Meter } from '@opentelemetry/api'
import { loggedErrors } from './errors.ts'
import { lookups } from './page-cache.ts'

const NANOSECONDS = 1e9
const MICROSECONDS = 1e6

/** Milliseconds between two looks at the event loop. */
const RESOLUTION_MS = 20

/** Observes the process itself, when somebody reads. */
export function observeProcess(meter: Meter): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  meter
    .createObservableGauge('ductwise.event_loop.delay.seconds', {
      description: 'Beyond the resolution of the clock, since it was last read',
      unit: 's',
    })
    .addCallback((result) => {
      const beyond = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1_000)
      result.observe(beyond(delay.percentile(50)), { quantile: '0.5' })
      result.observe(beyond(delay.percentile(99)), { quantile: '0.99' })
      result.observe(beyond(delay.max), { quantile: '1' })
      delay.reset()
    })
  meter
    .createObservableGauge('ductwise.memory.bytes', { description: 'Memory of the process, by kind', unit: 'By' })
    .addCallback((result) => {
      const { rss, heapUsed, external } = process.memoryUsage()
      result.observe(rss, { kind: 'resident' })
      result.observe(heapUsed, { kind: 'heap' })
      result.observe(external, { kind: 'external' })
    })
  meter
    .createObservableCounter('ductwise.cpu.seconds', { description: 'Processor time of the process', unit: 's' })
    .addCallback((result) => {
      const { user, system } = process.cpuUsage()
      result.observe((user + system) / MICROSECONDS)
    })
  meter
    .createObservableGauge('ductwise.uptime.seconds', { description: 'Since the process began', unit: 's' })
    .addCallback((result) => result.observe(process.uptime()))
  meter
    .createObservableCounter('ductwise.errors', { description: 'Lines of the log at the level error' })
    .addCallback((result) => result.observe(loggedErrors.count))
  meter
    .createObservableCounter('ductwise.page_cache.lookups', { description: 'Stored answers that were asked for' })
    .addCallback((result) => {
      for (const [outcome, count] of Object.entries(lookups)) result.observe(count, { result: outcome })
    })
}
