import type { Attributes, Meter } from '@opentelemetry/api'
import { telemetry } from './telemetry.ts'

type Counter = { add: (count: number, attributes?: Attributes) => void }
type Histogram = { record: (value: number, attributes?: Attributes) => void }

/** Seconds that answers and renderings take. */
export const SHORT = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Seconds that pass until somebody comes. */
export const LONG = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 900, 3600]

/** An instrument that is made when there is somebody who reads it, and undefined until then. */
function lazily<Instrument>(make: (meter: Meter) => Instrument): () => Instrument | undefined {
  let made: { meter: Meter; instrument: Instrument } | undefined
  return () => {
    const { meter } = telemetry
    if (!meter) return undefined
    if (made?.meter !== meter) made = { meter, instrument: make(meter) }
    return made.instrument
  }
}

/**
 * Counts what happens. In the text for Prometheus its name has underscores for dots, and ends in `_total`.
 * @param name begins with `ductwise.`
 */
export function counter(name: string, description: string): Counter {
  const made = lazily((meter) => meter.createCounter(name, { description }))
  return { add: (count, attributes) => made()?.add(count, attributes) }
}

/**
 * Counts how long things take.
 * @param name ends in `.seconds`, so that it is the same wherever it is read: some readers add the unit, some do not
 */
export function histogram(name: string, description: string, buckets: number[]): Histogram {
  const advice = { explicitBucketBoundaries: buckets }
  const made = lazily((meter) => meter.createHistogram(name, { description, unit: 's', advice }))
  return { record: (value, attributes) => made()?.record(value, attributes) }
}
