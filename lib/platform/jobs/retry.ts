import { millisecondsInHour } from 'date-fns/constants'
const FIRST_RETRY_MS = 5_000

export const computeRetryDelayMs = (attempts: number): number =>
  Math.min(millisecondsInHour, FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 20))

/** Returns an error code for logs and tables, because the message may contain personal data. */
export function getErrorCode(error: unknown): string {
  const { code, responseCode, cause } = (error ?? {}) as { code?: unknown; responseCode?: unknown; cause?: unknown }
  const codes = [code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number')
  if (codes.length > 0) return codes.join(' ')
  if (cause) return getErrorCode(cause)
  return error instanceof Error ? error.name : 'unknown'
}

/** Error of a job that cannot succeed, for example because the user has no email address. The job is not retried. */
export class PermanentError extends Error {
  readonly code: string
  constructor(code: string) {
    super(`Permanent job failure: ${code}`)
    this.name = 'PermanentError'
    this.code = code
  }
}

/**
 * Ends an attempt whose handler chose the time of the next one. It counts as no failure in logs and metrics: the handler
 * records failures that concern an organization only.
 */
export class RetryLaterError extends Error {
  readonly dueAt: Date
  constructor(dueAt: Date) {
    super('Retry later')
    this.name = 'RetryLaterError'
    this.dueAt = dueAt
  }
}

/** Error of an attempt that outlasted its lease. Another worker may start the next attempt. */
export class AttemptTimeoutError extends Error {
  readonly code = 'DEADLINE'
  constructor(leaseMs: number) {
    super(`The attempt timed out after ${leaseMs} ms`)
    this.name = 'AttemptTimeoutError'
  }
}
