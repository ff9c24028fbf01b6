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
import {
  type IMetricReader,
  MeterProvider,
  PeriodicExportingMetricReader,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { log } from '../log/log.ts'
import { type LoggedError, toLoggedError } from '../log/log-error.ts'
import { telemetry, type SpanOptions, type Tracing } from '../telemetry/telemetry.ts'

const INSTRUMENTATION_SCOPE = 'ductwise'

const SPAN_KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT }

const ERROR_LOG_INTERVAL_MS = 60_000

const MAX_EXPORT_TIMEOUT_MS = 30_000

export type Release = { release: string; environment: string }

/**
 * Returns the resource of metrics and traces. The standard variables OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES
 * take precedence.
 */
const buildResource = ({ release, environment }: Release): Resource =>
  defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': INSTRUMENTATION_SCOPE,
        'service.version': release,
        'service.instance.id': randomUUID(),
        'deployment.environment.name': environment,
      }),
    )
    .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }))

/** Returns span attributes of an error. Source: https://opentelemetry.io/docs/specs/semconv/exceptions/ */
const toExceptionAttributes = ({ name, message, stack }: LoggedError): Attributes => ({
  'exception.type': name,
  'exception.message': message,
  ...(stack && { 'exception.stacktrace': stack }),
})

function recordException(span: Span, error: unknown, message?: string): void {
  const exception = error === undefined ? undefined : toLoggedError(error)
  span.addEvent('exception', {
    ...(exception && toExceptionAttributes(exception)),
    ...(message && { 'log.message': message }),
  })
  if (exception) span.setAttribute('error.type', exception.name)
  span.setStatus({ code: SpanStatusCode.ERROR, ...(exception && { message: exception.name }) })
}

function buildParentContext(traceparent: string | undefined, activeContext: Context): Context {
  const remoteContext = traceparent === undefined ? null : parseTraceParent(traceparent)
  return remoteContext ? trace.setSpanContext(activeContext, { ...remoteContext, isRemote: true }) : activeContext
}

/** Returns the tracing functions of a tracer. New spans are children of the active span. */
export function createTracing(
  tracer: Tracer,
): Tracing & { recordLoggedError: (error: unknown, words: string) => void } {
  const contexts = new AsyncLocalStorage<Context>()
  const getActiveSpan = () => {
    const context = contexts.getStore()
    return context && trace.getSpan(context)
  }
  return {
    run: async <Result>(name: string, { attributes, kind, traceparent }: SpanOptions, work: () => Promise<Result>) => {
      const parentContext = buildParentContext(traceparent, contexts.getStore() ?? ROOT_CONTEXT)
      const span = tracer.startSpan(
        name,
        { ...(attributes && { attributes }), ...(kind && { kind: SPAN_KINDS[kind] }) },
        parentContext,
      )
      try {
        return await contexts.run(trace.setSpan(parentContext, span), work)
      } catch (error) {
        recordException(span, error)
        throw error
      } finally {
        span.end()
      }
    },
    describe: (attributes) => void getActiveSpan()?.setAttributes(attributes),
    traceId: () => getActiveSpan()?.spanContext().traceId,
    recordLoggedError: (error, message) => {
      const span = getActiveSpan()
      if (span) return recordException(span, error, message)
      const errorSpan = tracer.startSpan('error')
      recordException(errorSpan, error, message)
      errorSpan.end()
    },
  }
}

/** Logs errors of the OpenTelemetry libraries at most once per interval, because export errors repeat. */
function logLibraryErrors(): void {
  let loggedAt = Number.NEGATIVE_INFINITY
  const logExportError = () => {
    if (performance.now() - loggedAt < ERROR_LOG_INTERVAL_MS) return
    loggedAt = performance.now()
    log.warn('telemetry: export failed')
  }
  const ignore = () => undefined
  diag.setLogger(
    { error: logExportError, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  )
}

/**
 * Starts traces. Does not register a global provider, because Next.js's own spans contain URLs with queries.
 * @param samplingRatio sampling ratio, 0 to 1
 */
export function startTraces(identity: Release, samplingRatio: number): void {
  logLibraryErrors()
  const provider = new TracerProvider({
    resource: buildResource(identity),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(samplingRatio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const { recordLoggedError, ...tracing } = createTracing(provider.getTracer(INSTRUMENTATION_SCOPE))
  telemetry.tracing = tracing
  telemetry.errorListeners.push(recordLoggedError)
  telemetry.shutdownTasks.push(() => provider.shutdown())
}

const PROMETHEUS_SUFFIXES: Record<string, string> = { s: '_seconds', By: '_bytes' }

/**
 * Appends units to metric names, because the exporter omits them.
 * Source: https://opentelemetry.io/docs/specs/otel/compatibility/prometheus_and_openmetrics/
 */
const addUnits = ({ scopeMetrics, ...rest }: ResourceMetrics): ResourceMetrics => ({
  ...rest,
  scopeMetrics: scopeMetrics.map(({ scope, metrics }) => ({
    scope,
    metrics: metrics.map((metric) => {
      const { name, unit } = metric.descriptor
      return { ...metric, descriptor: { ...metric.descriptor, name: name + (PROMETHEUS_SUFFIXES[unit] ?? '') } }
    }),
  })),
})

function createMetricsReader(): IMetricReader {
  const reader = new PrometheusExporter({ preventServerStart: true })
  const serializer = new PrometheusSerializer('', false, undefined, false, true)
  telemetry.renderMetrics = async () => serializer.serialize(addUnits((await reader.collect()).resourceMetrics))
  return reader
}

const createExportReader = (exportIntervalMillis: number): IMetricReader =>
  new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis,
    exportTimeoutMillis: Math.min(exportIntervalMillis, MAX_EXPORT_TIMEOUT_MS),
  })

/**
 * Starts metrics for the endpoint, for export, or for both.
 * @param options.exportIntervalMs milliseconds between exports; undefined disables them
 */
export function startMetrics(
  identity: Release,
  options: { hasEndpoint: boolean; exportIntervalMs: number | undefined },
): Meter {
  logLibraryErrors()
  const { hasEndpoint, exportIntervalMs } = options
  const readers = [
    ...(hasEndpoint ? [createMetricsReader()] : []),
    ...(exportIntervalMs ? [createExportReader(exportIntervalMs)] : []),
  ]
  const provider = new MeterProvider({ resource: buildResource(identity), readers })
  const meter = provider.getMeter(INSTRUMENTATION_SCOPE)
  telemetry.meter = meter
  telemetry.shutdownTasks.push(() => provider.shutdown())
  return meter
}
