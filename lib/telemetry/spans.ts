import type { Attributes } from '@opentelemetry/api'
import { type SpanOptions, telemetry } from './telemetry.ts'

/**
 * Runs work within a span, which ends with it; without tracing only runs it. Names and attributes are few and known: never
 * what somebody wrote, an address with a query, or an id of a person.
 */
export const inSpan = <Result>(name: string, options: SpanOptions, work: () => Promise<Result>): Promise<Result> =>
  telemetry.tracing?.run(name, options, work) ?? work()

/** Runs what asks another system within a span. Nothing of the trace is sent there. */
export const inClientSpan = <Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> => inSpan(name, { kind: 'client', attributes }, work)
