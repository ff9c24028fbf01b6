import { stripVTControlCharacters } from 'node:util'
import type { Instrumentation } from 'next'
import { log } from './log.ts'
import { withoutQuotes } from './log-error.ts'

/** Errors already logged: Next.js reports one for each part of a page that it broke, and prints it too. */
const known = new WeakSet<object>()

function isNew(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return true
  const isKnown = known.has(error)
  known.add(error)
  return !isKnown
}

/** Logs the route pattern, because a path may contain user input. The digest is shown to the visitor. */
export const logRequestError: Instrumentation.onRequestError = (error, { method }, context) => {
  if (!isNew(error)) return
  const { routePath: route, routeType: kind, revalidateReason } = context
  log.error({ err: error, method, route, kind, revalidateReason }, 'A request failed')
}

/** Clerk logs malformed handshake tokens as errors, but they are only bad input. */
const OF_VISITORS = /^Clerk: (?:unable to resolve handshake|HandshakeService)/

function logComplaint(level: 'error' | 'warn', parts: unknown[]): void {
  const error = parts.find((part) => part instanceof Error)
  // Next.js prints page errors before it calls `onRequestError`; by then they have a digest.
  if (error && ('digest' in error || !isNew(error))) return
  const words = stripVTControlCharacters(parts.filter((part) => typeof part === 'string').join(' ')).trim()
  log[OF_VISITORS.test(words) ? 'warn' : level](
    error ? { err: error } : {},
    withoutQuotes(words) || 'Said on the console',
  )
}

/** Logs what libraries print, without error properties such as query parameters. Call once at boot. */
export function logConsole(): void {
  // oxlint-disable no-console -- this is where what others write there is taken over
  console.error = (...parts: unknown[]) => logComplaint('error', parts)
  console.warn = (...parts: unknown[]) => logComplaint('warn', parts)
  // oxlint-enable no-console
}
