/** Postgres settings in milliseconds. They also end queries of hanging or dead processes. */
export const CONNECTION_LIMITS = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
}

/** Time before the deadline at which Postgres cancels statements, so that the connection survives. */
const MARGIN_MS = 200

/** Share of the remaining time that one lock may take. */
const LOCK_SHARE = 2 / 3

/** Query limits of a request, a background job or a command. */
export type Scope = {
  isBackground: boolean
  /** Returns the remaining milliseconds; 0 or less if no query may start. */
  timeLeft: () => number
  timeoutError: () => Error
  /** Returns Postgres settings for a new transaction; undefined to keep the connection's settings. */
  limits: () => Record<string, number> | undefined
}

export function requestScope(deadlineMs: number, timeoutError: () => Error): Scope {
  const endsAt = performance.now() + deadlineMs
  const timeLeft = () => endsAt - performance.now()
  const limits = () => {
    const statementMs = timeLeft() - MARGIN_MS
    return { ...CONNECTION_LIMITS, statement_timeout: statementMs, lock_timeout: statementMs * LOCK_SHARE }
  }
  return { isBackground: false, timeLeft, timeoutError, limits }
}

export const perQueryScope = (timeoutMs: number, timeoutError: () => Error, isBackground: boolean): Scope => ({
  isBackground,
  timeLeft: () => timeoutMs,
  timeoutError,
  limits: () => undefined,
})
