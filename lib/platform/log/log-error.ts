export type LoggedError = {
  name: string
  message: string
  code?: string | number
  /** Error id of Next.js, which the error page shows. */
  digest?: string
  /** Stack frames only, because the first line of a stack repeats the message. */
  stack?: string
  cause?: LoggedError
}

type ErrorLike = { name?: unknown; message: string; code?: unknown; digest?: unknown; stack?: unknown; cause?: unknown }

const MAX_MESSAGE_LENGTH = 300

/** Length limit for quote detection, which takes quadratic time. */
const MAX_INPUT_LENGTH = 4_000

const MAX_DEPTH = 3

const TOKEN_PATTERN = /^[\w .:-]{1,60}$/

/** Parts of messages that can quote a visitor or a secret. */
const REDACTION_PATTERNS: [pattern: RegExp, replacement: string][] = [
  [/"[^"]*"?/g, '"…"'],
  [/[^\s<>"'(]+@[^\s<>"')]+/g, '…'],
  [/\?[^\s"')]*=[^\s"')]*/g, '?…'],
  [/\+?\(?\d[\d\s().-]{6,}\d/g, '…'],
]

/** Redacts double-quoted text, email addresses, credentials, queries and phone numbers. */
export function redactMessage(message: string): string {
  const input = message.slice(0, MAX_INPUT_LENGTH)
  const redacted = REDACTION_PATTERNS.reduce(
    (text, [pattern, replacement]) => text.replace(pattern, replacement),
    input,
  )
  return redacted.length > MAX_MESSAGE_LENGTH ? `${redacted.slice(0, MAX_MESSAGE_LENGTH)}…` : redacted
}

const isErrorLike = (value: unknown): value is ErrorLike =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'

/**
 * Returns whether the error is from Postgres or Drizzle. Their messages contain rows and parameters, so only the code
 * and the cause are logged.
 */
const isDatabaseError = (error: ErrorLike): boolean => error.name === 'PostgresError' || 'params' in error

const isToken = (value: unknown): value is string => typeof value === 'string' && TOKEN_PATTERN.test(value)

function extractFrames(stack: unknown): string | undefined {
  if (typeof stack !== 'string') return undefined
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return frames.length > 0 ? frames.join('\n') : undefined
}

/**
 * Returns the name, code, digest, stack and redacted message of an error. Drops other properties, such as a row, a
 * request or an input, because they may contain personal data.
 */
export function toLoggedError(error: unknown, depth = 0): LoggedError {
  if (!isErrorLike(error)) return { name: typeof error, message: redactMessage(String(error)) }
  const { name, message, code, digest, cause } = error
  const stack = extractFrames(error.stack)
  return {
    name: isToken(name) ? name : 'Error',
    message: isDatabaseError(error) ? 'Database statement failed' : redactMessage(message),
    ...((isToken(code) || typeof code === 'number') && { code }),
    ...(isToken(digest) && { digest }),
    ...(stack && { stack }),
    ...(cause !== undefined && depth < MAX_DEPTH && { cause: toLoggedError(cause, depth + 1) }),
  }
}

/**
 * Returns whether the error is Node's error for a client that closes its connection during a request. The site did not
 * cause such an error.
 */
export function isClientAbort(fields: unknown): boolean {
  const err = (fields as { err?: { message?: unknown; code?: unknown } } | undefined)?.err
  return err?.message === 'aborted' && err.code === 'ECONNRESET'
}
