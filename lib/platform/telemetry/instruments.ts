import type { Attributes, Meter } from '@opentelemetry/api'
import { telemetry } from './telemetry.ts'

type Counter = { add: (count: number, attributes?: Attributes) => void }
type Histogram = { record: (value: number, attributes?: Attributes) => void }

/** Buckets for responses and renders. */
export const SHORT_BUCKETS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Buckets for longer waits, such as the time until a publish is visible. */
export const LONG_BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 900, 3600]

function createLazyInstrument<Instrument>(create: (meter: Meter) => Instrument): () => Instrument | undefined {
  let cached: { meter: Meter; instrument: Instrument } | undefined
  return () => {
    const { meter } = telemetry
    if (!meter) return undefined
    if (cached?.meter !== meter) cached = { meter, instrument: create(meter) }
    return cached.instrument
  }
}

/**
 * Creates a counter. In Prometheus its name has underscores for dots and ends in `_total`.
 * @param name of OpenTelemetry's semantic conventions, or begins with `ductwise.`
 */
export function createCounter(name: string, description: string): Counter {
  const getCounter = createLazyInstrument((meter) => meter.createCounter(name, { description }))
  return { add: (count, attributes) => getCounter()?.add(count, attributes) }
}

/** Creates a histogram of durations in seconds. @param name without the unit, which Prometheus adds as `_seconds` */
export function createHistogram(name: string, description: string, buckets: number[]): Histogram {
  const advice = { explicitBucketBoundaries: buckets }
  const getHistogram = createLazyInstrument((meter) => meter.createHistogram(name, { description, unit: 's', advice }))
  return { record: (value, attributes) => getHistogram()?.record(value, attributes) }
}
