import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { withDeadline } from '../time/deadline.ts'
import type { Env } from '../env/env.ts'
import { log } from '../log/log.ts'
import { telemetry } from '../telemetry/telemetry.ts'

/** Time limit to flush telemetry at shutdown. */
const FLUSH_TIMEOUT_MS = 1_500

/** Returns the build id, which identifies the version in metrics and traces. */
function readBuildId(): string {
  try {
    return readFileSync(resolve('.next/BUILD_ID'), 'utf8').trim()
  } catch {
    // The development server has no build id.
    return 'development'
  }
}

/** Starts the configured telemetry once per process: metrics, traces and Sentry. */
export async function startTelemetry({ operatorToken, databaseUrl, telemetry: telemetryEnv }: Env): Promise<void> {
  const { isSent, exportInterval, traceShare, sentryDsn, environment } = telemetryEnv
  const identity = { release: readBuildId(), environment }
  const hasMetrics = operatorToken !== undefined
  if (hasMetrics || isSent) {
    const [{ startMetrics, startTraces }, { observeProcess }, { observeQueues }] = await Promise.all([
      import('./open-telemetry.ts'),
      import('./process-metrics.ts'),
      import('./queues.ts'),
    ])
    const meter = startMetrics(identity, {
      hasEndpoint: hasMetrics,
      exportIntervalMs: isSent ? exportInterval : undefined,
    })
    observeProcess(meter)
    observeQueues(meter, databaseUrl)
    if (isSent) startTraces(identity, traceShare)
  }
  if (sentryDsn) {
    const { startSentry } = await import('./sentry.ts')
    startSentry(sentryDsn, identity)
  }
}

export async function endTelemetry(): Promise<void> {
  const pendingShutdown = Promise.allSettled(telemetry.shutdownTasks.map((end) => end()))
  const results = await withDeadline(pendingShutdown, FLUSH_TIMEOUT_MS, () => undefined)
  if (!results) log.warn('telemetry: shutdown flush timed out')
}
