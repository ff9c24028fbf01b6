import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import {
  type Attributes,
  type Context,
  diag,
  DiagLogLevel,
  type Meter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  type Resource,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import { type IMetricReader, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { log } from '../log/log.ts'
import { type LoggedError, loggedError } from '../log/log-error.ts'
import { telemetry, type SpanOptions, type Tracing } from '../telemetry/telemetry.ts'

const SCOPE = 'ductwise'

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT }

const COMPLAINT_INTERVAL_MS = 60_000

const MOST_EXPORT_MS = 30_000

export type Identity = { release: string; environment: string }

/**
 * Returns the resource of metrics and traces. The standard variables OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES
 * take precedence.
 */
const resourceOf = ({ release, environment }: Identity): Resource =>
  defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': SCOPE,
        'service.version': release,
        'service.instance.id': randomUUID(),
        'deployment.environment.name': environment,
      }),
    )
    .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }))

/** Returns span attributes of an error. Source: https://opentelemetry.io/docs/specs/semconv/exceptions/ */
const exceptionAttributes = ({ name, message, stack }: LoggedError): Attributes => ({
  'exception.type': name,
  'exception.message': message,
  ...(stack && { 'exception.stacktrace': stack }),
})

function noteError(span: Span, error: unknown, words?: string): void {
  const logged = error === undefined ? undefined : loggedError(error)
  span.addEvent('exception', { ...(logged && exceptionAttributes(logged)), ...(words && { 'log.message': words }) })
  span.setStatus({ code: SpanStatusCode.ERROR, ...(logged && { message: logged.name }) })
}

function parentOf(traceparent: string | undefined, around: Context): Context {
  const remote = traceparent === undefined ? null : parseTraceParent(traceparent)
  return remote ? trace.setSpanContext(around, { ...remote, isRemote: true }) : around
}

/** Returns the tracing functions of a tracer. New spans are children of the active span. */
export function tracingBy(tracer: Tracer): Tracing & { noteLoggedError: (error: unknown, words: string) => void } {
  const contexts = new AsyncLocalStorage<Context>()
  const active = () => {
    const context = contexts.getStore()
    return context && trace.getSpan(context)
  }
  return {
    run: async <Result>(name: string, { attributes, kind, traceparent }: SpanOptions, work: () => Promise<Result>) => {
      const around = parentOf(traceparent, contexts.getStore() ?? ROOT_CONTEXT)
      const span = tracer.startSpan(
        name,
        { ...(attributes && { attributes }), ...(kind && { kind: KINDS[kind] }) },
        around,
      )
      try {
        return await contexts.run(trace.setSpan(around, span), work)
      } catch (error) {
        noteError(span, error)
        throw error
      } finally {
        span.end()
      }
    },
    describe: (attributes) => void active()?.setAttributes(attributes),
    traceId: () => active()?.spanContext().traceId,
    noteLoggedError: (error, words) => {
      const span = active()
      if (span) return noteError(span, error, words)
      const own = tracer.startSpan('error')
      noteError(own, error, words)
      own.end()
    },
  }
}

/** Logs errors of the OpenTelemetry libraries at most once per interval, because export errors repeat. */
function logComplaints(): void {
  let loggedAt = Number.NEGATIVE_INFINITY
  const complain = () => {
    if (performance.now() - loggedAt < COMPLAINT_INTERVAL_MS) return
    loggedAt = performance.now()
    log.warn('telemetry: export failed')
  }
  const nothing = () => undefined
  diag.setLogger(
    { error: complain, warn: nothing, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  )
}

/**
 * Starts traces. Does not register a global provider, because Next.js's own spans contain URLs with queries.
 * @param share sampling ratio, 0 to 1
 */
export function startTraces(identity: Identity, share: number): void {
  logComplaints()
  const provider = new TracerProvider({
    resource: resourceOf(identity),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const { noteLoggedError, ...tracing } = tracingBy(provider.getTracer(SCOPE))
  telemetry.tracing = tracing
  telemetry.errorListeners.push(noteLoggedError)
  telemetry.endings.push(() => provider.shutdown())
}

function figuresReader(): IMetricReader {
  const reader = new PrometheusExporter({ preventServerStart: true })
  const serializer = new PrometheusSerializer('', false, undefined, false, true)
  telemetry.figures = async () => serializer.serialize((await reader.collect()).resourceMetrics)
  return reader
}

const sendingReader = (exportIntervalMillis: number): IMetricReader =>
  new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis,
    exportTimeoutMillis: Math.min(exportIntervalMillis, MOST_EXPORT_MS),
  })

/**
 * Starts metrics for the endpoint, for export, or for both.
 * @param wanted.sentEvery milliseconds between exports; undefined disables them
 */
export function startMetrics(
  identity: Identity,
  wanted: { hasFigures: boolean; sentEvery: number | undefined },
): Meter {
  logComplaints()
  const { hasFigures, sentEvery } = wanted
  const readers = [...(hasFigures ? [figuresReader()] : []), ...(sentEvery ? [sendingReader(sentEvery)] : [])]
  const provider = new MeterProvider({ resource: resourceOf(identity), readers })
  const meter = provider.getMeter(SCOPE)
  telemetry.meter = meter
  telemetry.endings.push(() => provider.shutdown())
  return meter
}
