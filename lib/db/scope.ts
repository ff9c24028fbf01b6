/** Limits of every connection, as Postgres' settings in milliseconds: a query of a process that hangs or died ends too. */
export const CONNECTION_LIMITS = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
}

/** Postgres ends a statement this much earlier than the request ends, so that the connection can be kept. */
const MARGIN_MS = 200

/** Of the time that a request has left, the part that it may wait for one lock. */
const LOCK_SHARE = 2 / 3

/** Limits the queries of one request, of background jobs, or of a command. */
export type Scope = {
  /** Background jobs leave some connections to requests. */
  isBackground: boolean
  /** Milliseconds that a query may take from now on; 0 or less if none may start. */
  timeLeft: () => number
  /** The error of a query that took longer. */
  timeoutError: () => Error
  /** Limits of a transaction that starts now, as Postgres' settings; undefined if those of the connection hold. */
  limits: () => Record<string, number> | undefined
}

/** @param deadlineMs for all queries together */
export function requestScope(deadlineMs: number, timeoutError: () => Error): Scope {
  const endsAt = performance.now() + deadlineMs
  const timeLeft = () => endsAt - performance.now()
  const limits = () => {
    const statementMs = timeLeft() - MARGIN_MS
    return { ...CONNECTION_LIMITS, statement_timeout: statementMs, lock_timeout: statementMs * LOCK_SHARE }
  }
  return { isBackground: false, timeLeft, timeoutError, limits }
}

/** @param timeoutMs for each statement outside of a transaction, and each transaction */
export const perQueryScope = (timeoutMs: number, timeoutError: () => Error, isBackground: boolean): Scope => ({
  isBackground,
  timeLeft: () => timeoutMs,
  timeoutError,
  limits: () => undefined,
})
