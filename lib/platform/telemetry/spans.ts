import type { Attributes } from '@opentelemetry/api'
import { type SpanOptions, telemetry } from './telemetry.ts'

/**
 * Runs `work` in a span. Names and attributes must be from a fixed set: no user input, no URLs with queries, no user
 * ids.
 */
export const runSpan = <Result>(name: string, options: SpanOptions, work: () => Promise<Result>): Promise<Result> =>
  telemetry.tracing?.run(name, options, work) ?? work()

/** Runs `work` in a span for a request to another system. Sends no trace headers. */
export const runClientSpan = <Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> => runSpan(name, { kind: 'client', attributes }, work)
