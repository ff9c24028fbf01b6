import { millisecondsInHour } from 'date-fns/constants'
const FIRST_RETRY_MS = 5_000

export const backOff = (attempts: number): number =>
  Math.min(millisecondsInHour, FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 20))

/** For logs and tables; the message may contain personal data. */
export function errorCode(error: unknown): string {
  const { code, responseCode, cause } = (error ?? {}) as { code?: unknown; responseCode?: unknown; cause?: unknown }
  const codes = [code, responseCode].filter((part) => typeof part === 'string' || typeof part === 'number')
  if (codes.length > 0) return codes.join(' ')
  if (cause) return errorCode(cause)
  return error instanceof Error ? error.name : 'unknown'
}

/** Cannot succeed, such as a missing email address: the job is not retried. */
export class PermanentError extends Error {
  readonly code: string
  constructor(code: string) {
    super(`The job is not retried: ${code}`)
    this.name = 'PermanentError'
    this.code = code
  }
}

/** The attempt outlasted its lease, so another worker may start the next one. */
export class AttemptTimeoutError extends Error {
  readonly code = 'DEADLINE'
  constructor(leaseMs: number) {
    super(`The attempt has not ended after ${leaseMs} ms`)
    this.name = 'AttemptTimeoutError'
  }
}
