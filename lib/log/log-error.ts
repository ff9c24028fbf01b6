/** What the log says of an error. */
export type LoggedError = {
  name: string
  message: string
  code?: string | number
  /** Identifies an error that React passed on, in the page that the visitor sees. */
  digest?: string
  /** The frames alone: the first line of a stack repeats the message. */
  stack?: string
  cause?: LoggedError
}

type ErrorLike = { name?: unknown; message: string; code?: unknown; digest?: unknown; stack?: unknown; cause?: unknown }

const MAX_MESSAGE = 300

/** Characters that are read of a message: the time of looking for what it quotes grows with their square. */
const MAX_READ = 4_000

/** Causes of causes that are still named. */
const MAX_DEPTH = 3

const TOKEN = /^[\w .:-]{1,60}$/

/** Where messages quote what a visitor wrote or a secret, and where that begins. */
const QUOTED: [pattern: RegExp, replacement: string][] = [
  [/"[^"]*"?/g, '"…"'],
  [/[^\s<>"'(]+@[^\s<>"')]+/g, '…'],
  [/\?[^\s"')]*=[^\s"')]*/g, '?…'],
  [/\+?\(?\d[\d\s().-]{6,}\d/g, '…'],
]

/** A message without what it quotes: texts in double quotes, mail addresses, credentials, queries and phone numbers. */
export function withoutQuotes(message: string): string {
  const read = message.slice(0, MAX_READ)
  const plain = QUOTED.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), read)
  return plain.length > MAX_MESSAGE ? `${plain.slice(0, MAX_MESSAGE)}…` : plain
}

const isErrorLike = (value: unknown): value is ErrorLike =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'

/** Postgres and Drizzle quote rows and parameters; the code of the error and the names of its cause say enough. */
const isOfDatabase = (error: ErrorLike): boolean => error.name === 'PostgresError' || 'params' in error

const isToken = (value: unknown): value is string => typeof value === 'string' && TOKEN.test(value)

function framesOf(stack: unknown): string | undefined {
  if (typeof stack !== 'string') return undefined
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return frames.length > 0 ? frames.join('\n') : undefined
}

/**
 * What may be said of an error, without personal data: its name, code, digest and stack, and a message that quotes
 * nothing. Further properties of an error (a row, a request, an input) are left out.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!isErrorLike(error)) return { name: typeof error, message: withoutQuotes(String(error)) }
  const { name, message, code, digest, cause } = error
  const stack = framesOf(error.stack)
  return {
    name: isToken(name) ? name : 'Error',
    message: isOfDatabase(error) ? 'A statement failed in the database' : withoutQuotes(message),
    ...((isToken(code) || typeof code === 'number') && { code }),
    ...(isToken(digest) && { digest }),
    ...(stack && { stack }),
    ...(cause !== undefined && depth < MAX_DEPTH && { cause: loggedError(cause, depth + 1) }),
  }
}
