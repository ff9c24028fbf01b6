import { redactMessage } from './log-error.ts'
import { getSharedState } from '../process/shared-state.ts'
import { telemetry } from '../telemetry/telemetry.ts'

/**
 * Number of error log lines since the process started. Initialized to 0, so that the metric exists before the first
 * error.
 */
export const loggedErrors = getSharedState('logged-errors', () => ({ count: 0 }))

const extractError = (facts: unknown): unknown => {
  if (facts instanceof Error) return facts
  return typeof facts === 'object' && facts !== null && 'err' in facts ? facts.err : undefined
}

/** Notifies error reporting; never throws. @param facts an error, or log fields with an optional `err` */
export function reportError(facts: unknown, message: unknown): void {
  loggedErrors.count++
  const redactedMessage = redactMessage(String(typeof facts === 'string' ? facts : message))
  try {
    for (const notifyListener of telemetry.errorListeners) notifyListener(extractError(facts), redactedMessage)
  } catch {
    // Logging this failure would recurse. The original error is logged in any case.
  }
}
