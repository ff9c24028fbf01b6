import { stripVTControlCharacters } from 'node:util'
import type { Instrumentation } from 'next'
import { log } from './log.ts'
import { redactMessage } from './log-error.ts'

/**
 * Errors that were already logged. Next.js reports an error once for each part of a page that it affects, and also
 * prints it.
 */
const loggedErrors = new WeakSet<object>()

function markLogged(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return true
  const wasLogged = loggedErrors.has(error)
  loggedErrors.add(error)
  return !wasLogged
}

/**
 * Logs a failed request with its route pattern, because a path may contain user input. The error page shows the digest.
 */
export const logRequestError: Instrumentation.onRequestError = (error, { method }, context) => {
  if (!markLogged(error)) return
  const { routePath: route, routeType: kind, revalidateReason } = context
  log.error({ err: error, method, route, kind, revalidateReason }, 'next: request failed')
}

/** Matches messages about malformed handshake tokens. Clerk logs them as errors, but they are only bad input. */
const VISITOR_ERROR_PATTERN = /^Clerk: (?:unable to resolve handshake|HandshakeService)/

function logConsoleMessage(level: 'error' | 'warn', parts: unknown[]): void {
  const error = parts.find((part) => part instanceof Error)
  // Next.js prints page errors before it calls `onRequestError`. Printed page errors have a digest.
  if (error && ('digest' in error || !markLogged(error))) return
  const message = stripVTControlCharacters(parts.filter((part) => typeof part === 'string').join(' ')).trim()
  log[VISITOR_ERROR_PATTERN.test(message) ? 'warn' : level](
    error ? { err: error } : {},
    redactMessage(message) || 'console: no message',
  )
}

/**
 * Redirects console messages of libraries to the log. Drops error properties such as query parameters. Call it once at
 * boot.
 */
export function redirectConsole(): void {
  // oxlint-disable no-console -- this function redirects console messages to the log
  console.error = (...parts: unknown[]) => logConsoleMessage('error', parts)
  console.warn = (...parts: unknown[]) => logConsoleMessage('warn', parts)
  // oxlint-enable no-console
}
