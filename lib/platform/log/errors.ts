import { withoutQuotes } from './log-error.ts'
import { sharedState } from '../process/shared-state.ts'
import { telemetry } from '../telemetry/telemetry.ts'

/** Number of error log lines since the process started. It is a metric, so it exists even at 0. */
export const loggedErrors = sharedState('logged-errors', () => ({ count: 0 }))

const errorIn = (facts: unknown): unknown => {
  if (facts instanceof Error) return facts
  return typeof facts === 'object' && facts !== null && 'err' in facts ? facts.err : undefined
}

/** Notifies error reporting; never throws. @param facts an error, or log fields with an optional `err` */
export function tellOfError(facts: unknown, words: unknown): void {
  loggedErrors.count++
  const plain = withoutQuotes(String(typeof facts === 'string' ? facts : words))
  try {
    for (const listen of telemetry.errorListeners) listen(errorIn(facts), plain)
  } catch {
    // Logging this failure would recurse. The original error is logged in any case.
  }
}
