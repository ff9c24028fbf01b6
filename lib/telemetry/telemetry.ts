import type { Attributes, Meter } from '@opentelemetry/api'
import { sharedState } from '../shared-state.ts'

/** What a span is begun with, beside its name. */
export type SpanOptions = {
  attributes?: Attributes
  /** `server` what somebody asked of this process, `client` what it asks of others; by default neither. */
  kind?: 'server' | 'client'
  /** A header `traceparent` that is to be believed. */
  traceparent?: string | undefined
}

/** How spans are made. */
export type Tracing = {
  /** Runs work within a span, which ends with it. */
  run: <Result>(name: string, options: SpanOptions, work: () => Promise<Result>) => Promise<Result>
  /** Adds to the span that this code runs in. */
  describe: (attributes: Attributes) => void
  /** Id of the trace that this code runs in; undefined outside of spans. */
  traceId: () => string | undefined
}

/** Told of each line of the log at the level error: its error, where it has one, and its words. */
export type ErrorListener = (error: unknown, words: string) => void

/**
 * What watches this process. Nothing of it is there, or loaded, unless the environment asks for it (`start.ts`), so that code
 * which is watched imports this file and no library.
 */
type Telemetry = {
  /** Makes instruments; undefined while nobody reads any. */
  meter?: Meter
  /** The figures in the text format of Prometheus. */
  figures?: () => Promise<string>
  tracing?: Tracing
  errorListeners: ErrorListener[]
  /** Each sends what is still held back; bounded in time. */
  endings: (() => Promise<void>)[]
}

export const telemetry = sharedState<Telemetry>('telemetry', () => ({ errorListeners: [], endings: [] }))
