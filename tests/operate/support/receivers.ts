import { createServer, type IncomingHttpHeaders } from 'node:http'
import { closed, listening } from '../../support/http.ts'

type Received = { path: string; headers: IncomingHttpHeaders; body: string }

export type Receiver = { url: string; port: number; received: Received[]; close: () => Promise<void> }

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat((await request.toArray()) as Buffer[]).toString()
    received.push({ path: request.url ?? '', headers: request.headers, body })
    response.setHeader('content-type', 'application/json').end('{}')
  })
  const port = await listening(server)
  return { url: `http://127.0.0.1:${port}`, port, received, close: () => closed(server) }
}

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean }
type Attribute = { key: string; value: Value }

const plain = (attributes: Attribute[] = []): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

export type SentSpan = {
  name: string
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  attributes: Record<string, unknown>
  events: { name: string; attributes: Record<string, unknown> }[]
  resource: Record<string, unknown>
  scope: string
}

type RawSpan = Omit<SentSpan, 'attributes' | 'events' | 'resource' | 'scope'> & {
  attributes?: Attribute[]
  events?: { name: string; attributes?: Attribute[] }[]
}

type RawTraces = {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { scope: { name: string }; spans: RawSpan[] }[]
  }[]
}

/** Returns the spans that the collector received as OTLP/HTTP JSON. */
export const spansOf = ({ received }: Receiver): SentSpan[] =>
  received
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ body }) => (JSON.parse(body) as RawTraces).resourceSpans)
    .flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap(({ scope, spans }) =>
        spans.map((span) => ({
          ...span,
          attributes: plain(span.attributes),
          events: (span.events ?? []).map(({ name, attributes }) => ({ name, attributes: plain(attributes) })),
          resource: plain(resource.attributes),
          scope: scope.name,
        })),
      ),
    )

type RawMetrics = { resourceMetrics: { scopeMetrics: { metrics: { name: string }[] }[] }[] }

export const metricNamesOf = ({ received }: Receiver): string[] =>
  received
    .filter(({ path }) => path === '/v1/metrics')
    .flatMap(({ body }) => (JSON.parse(body) as RawMetrics).resourceMetrics)
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics.map(({ name }) => name)))

export type SentEvent = {
  message?: string
  release?: string
  environment?: string
  tags?: Record<string, string>
  exception?: { values: { type: string; value: string }[] }
}

export const eventsOf = ({ received }: Receiver): SentEvent[] =>
  received
    .filter(({ path }) => /^\/api\/\d+\/envelope\//.test(path))
    .map(({ body }) => JSON.parse(body.split('\n')[2] ?? '{}') as SentEvent)
