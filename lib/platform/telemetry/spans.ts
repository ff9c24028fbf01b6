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

/**
 * Adds the status of a response to the active span.
 * @param minErrorStatus lowest status that is an error: 400 for a client, 500 for a server
 * Source: https://opentelemetry.io/docs/specs/semconv/http/http-spans/
 */
export function recordStatus(status: number, minErrorStatus: 400 | 500): void {
  telemetry.tracing?.describe({
    'http.response.status_code': status,
    ...(status >= minErrorStatus && { 'error.type': String(status) }),
  })
}

/** Runs an HTTP request to another system in a span, with the status of the response. */
export const runFetchSpan = (name: string, attributes: Attributes, send: () => Promise<Response>): Promise<Response> =>
  runClientSpan(name, attributes, async () => {
    const response = await send()
    recordStatus(response.status, 400)
    return response
  })
