import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { withDeadline } from '../deadline.ts'
import type { Env } from '../env.ts'
import { log } from '../log/log.ts'
import { telemetry } from './telemetry.ts'

/** Milliseconds that the end of the process waits for what is still to be sent. */
const END_MS = 1_500

/** The build that runs, by which what is sent can be told from that of another version. */
function buildId(): string {
  try {
    return readFileSync(resolve('.next/BUILD_ID'), 'utf8').trim()
  } catch {
    // The development server has none.
    return 'development'
  }
}

/**
 * Loads and starts what the environment asks for, once a process: figures where an operator may read them or they are sent,
 * traces where they are sent, errors where they go to Sentry.
 */
export async function startTelemetry({ operatorToken, databaseUrl, telemetry: wanted }: Env): Promise<void> {
  const { isSent, exportInterval, traceShare, sentryDsn, environment } = wanted
  const identity = { release: buildId(), environment }
  const hasFigures = operatorToken !== undefined
  if (hasFigures || isSent) {
    const [{ startMetrics, startTraces }, { observeProcess }, { observeQueues }] = await Promise.all([
      import('./open-telemetry.ts'),
      import('./process-figures.ts'),
      import('./queues.ts'),
    ])
    const meter = startMetrics(identity, { hasFigures, sentEvery: isSent ? exportInterval : undefined })
    observeProcess(meter)
    observeQueues(meter, databaseUrl)
    if (isSent) startTraces(identity, traceShare)
  }
  if (sentryDsn) {
    const { startSentry } = await import('./sentry.ts')
    startSentry(sentryDsn, identity)
  }
}

/** Sends what is still held back, before the process ends; never throws, and takes a bounded time. */
export async function endTelemetry(): Promise<void> {
  const endings = Promise.allSettled(telemetry.endings.map((end) => end()))
  const ended = await withDeadline(endings, END_MS, () => undefined)
  if (!ended) log.warn('Some figures, traces or errors were not sent before the process ended')
}
