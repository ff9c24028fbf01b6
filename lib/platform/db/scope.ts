/** Postgres settings in milliseconds. They also end queries of hanging or dead processes. */
export const CONNECTION_LIMITS = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
}

/** Time before the deadline at which Postgres cancels statements, so that the connection survives. */
const CANCEL_MARGIN_MS = 200

/** Share of the remaining time that one lock may take. */
const LOCK_SHARE = 2 / 3

/** Query limits of a request, a background job or a command. */
export type Scope = {
  isBackground: boolean
  /** Returns the remaining milliseconds; 0 or less if no query may start. */
  getTimeLeftMs: () => number
  createTimeoutError: () => Error
  /** Returns Postgres settings for a new transaction; undefined to keep the connection's settings. */
  limits: () => Record<string, number> | undefined
}

export function createRequestScope(deadlineMs: number, createTimeoutError: () => Error): Scope {
  const deadlineAt = performance.now() + deadlineMs
  const getTimeLeftMs = () => deadlineAt - performance.now()
  const getLimits = () => {
    const statementTimeoutMs = getTimeLeftMs() - CANCEL_MARGIN_MS
    return {
      ...CONNECTION_LIMITS,
      statement_timeout: statementTimeoutMs,
      lock_timeout: statementTimeoutMs * LOCK_SHARE,
    }
  }
  return { isBackground: false, getTimeLeftMs, createTimeoutError, limits: getLimits }
}

export const createPerQueryScope = (
  timeoutMs: number,
  createTimeoutError: () => Error,
  isBackground: boolean,
): Scope => ({
  isBackground,
  getTimeLeftMs: () => timeoutMs,
  createTimeoutError,
  limits: () => undefined,
})
