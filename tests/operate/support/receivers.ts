import { createServer, type IncomingHttpHeaders } from 'node:http'
import { closeServer, listenOnFreePort } from '../../support/http.ts'

type ReceivedRequest = { path: string; headers: IncomingHttpHeaders; body: string }

export type RequestReceiver = { url: string; port: number; requests: ReceivedRequest[]; close: () => Promise<void> }

export async function startRequestReceiver(): Promise<RequestReceiver> {
  const requests: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat((await request.toArray()) as Buffer[]).toString()
    requests.push({ path: request.url ?? '', headers: request.headers, body })
    response.setHeader('content-type', 'application/json').end('{}')
  })
  const port = await listenOnFreePort(server)
  return { url: `http://127.0.0.1:${port}`, port, requests, close: () => closeServer(server) }
}

type OtlpValue = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean }
type OtlpAttribute = { key: string; value: OtlpValue }

const flattenAttributes = (attributes: OtlpAttribute[] = []): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

export type ReceivedSpan = {
  name: string
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  attributes: Record<string, unknown>
  events: { name: string; attributes: Record<string, unknown> }[]
  resource: Record<string, unknown>
  scope: string
}

type RawSpan = Omit<ReceivedSpan, 'attributes' | 'events' | 'resource' | 'scope'> & {
  attributes?: OtlpAttribute[]
  events?: { name: string; attributes?: OtlpAttribute[] }[]
}

type RawTraces = {
  resourceSpans: {
    resource: { attributes: OtlpAttribute[] }
    scopeSpans: { scope: { name: string }; spans: RawSpan[] }[]
  }[]
}

/** Returns the spans that the collector received as OTLP/HTTP JSON. */
export const parseSpans = ({ requests }: RequestReceiver): ReceivedSpan[] =>
  requests
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ body }) => (JSON.parse(body) as RawTraces).resourceSpans)
    .flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap(({ scope, spans }) =>
        spans.map((span) => ({
          ...span,
          attributes: flattenAttributes(span.attributes),
          events: (span.events ?? []).map(({ name, attributes }) => ({
            name,
            attributes: flattenAttributes(attributes),
          })),
          resource: flattenAttributes(resource.attributes),
          scope: scope.name,
        })),
      ),
    )

type RawMetrics = { resourceMetrics: { scopeMetrics: { metrics: { name: string }[] }[] }[] }

export const parseMetricNames = ({ requests }: RequestReceiver): string[] =>
  requests
    .filter(({ path }) => path === '/v1/metrics')
    .flatMap(({ body }) => (JSON.parse(body) as RawMetrics).resourceMetrics)
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics.map(({ name }) => name)))

export type ReceivedEvent = {
  message?: string
  release?: string
  environment?: string
  tags?: Record<string, string>
  exception?: { values: { type: string; value: string }[] }
}

export const parseEvents = ({ requests }: RequestReceiver): ReceivedEvent[] =>
  requests
    .filter(({ path }) => /^\/api\/\d+\/envelope\//.test(path))
    .map(({ body }) => JSON.parse(body.split('\n')[2] ?? '{}') as ReceivedEvent)
