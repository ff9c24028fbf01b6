import type { Attributes, Meter } from '@opentelemetry/api'
import { getSharedState } from '../process/shared-state.ts'

export type SpanOptions = {
  attributes?: Attributes
  /** `server` for incoming requests, `client` for outgoing requests. */
  kind?: 'server' | 'client'
  /** `traceparent` header of a trusted sender. */
  traceparent?: string | undefined
}

export type Tracing = {
  run: <Result>(name: string, options: SpanOptions, work: () => Promise<Result>) => Promise<Result>
  describe: (attributes: Attributes) => void
  traceId: () => string | undefined
}

export type ErrorListener = (error: unknown, words: string) => void

/** Telemetry hooks. They are unset unless configured (`start.ts`), so that instrumented code imports no library. */
type Telemetry = {
  meter?: Meter
  renderMetrics?: () => Promise<string>
  tracing?: Tracing
  errorListeners: ErrorListener[]
  shutdownTasks: (() => Promise<void>)[]
}

export const telemetry = getSharedState<Telemetry>('telemetry', () => ({ errorListeners: [], shutdownTasks: [] }))
