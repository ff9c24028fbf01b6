import { stripVTControlCharacters } from 'node:util'
import type { Instrumentation } from 'next'
import { log } from './log.ts'
import { withoutQuotes } from './log-error.ts'

/** Errors that the log has already: Next tells of one for each part of a page that it broke, and prints it. */
const known = new WeakSet<object>()

function isNew(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return true
  const isKnown = known.has(error)
  known.add(error)
  return !isKnown
}

/**
 * Logs an error that no code of ours caught, with the pattern of its route: an address may hold what a visitor wrote.
 * Its digest is the one on the page that the visitor sees.
 */
export const logRequestError: Instrumentation.onRequestError = (error, { method }, context) => {
  if (!isNew(error)) return
  const { routePath: route, routeType: kind, revalidateReason } = context
  log.error({ err: error, method, route, kind, revalidateReason }, 'A request failed')
}

/** What Clerk's library calls an error is what somebody sent in the place of a handshake: it is answered as nothing. */
const OF_VISITORS = /^Clerk: (?:unable to resolve handshake|HandshakeService)/

function logComplaint(level: 'error' | 'warn', parts: unknown[]): void {
  const error = parts.find((part) => part instanceof Error)
  // Next prints an error of a page before it tells `onRequestError` of it, and has given it a digest by then.
  if (error && ('digest' in error || !isNew(error))) return
  const words = stripVTControlCharacters(parts.filter((part) => typeof part === 'string').join(' ')).trim()
  log[OF_VISITORS.test(words) ? 'warn' : level](
    error ? { err: error } : {},
    withoutQuotes(words) || 'Said on the console',
  )
}

/**
 * Has the log write what frameworks and libraries complain about. They use the console, which prints an error on
 * several lines with everything it holds: the parameters of a statement, for instance. Called once at boot.
 */
export function logConsole(): void {
  // oxlint-disable no-console -- this is where what others write there is taken over
  console.error = (...parts: unknown[]) => logComplaint('error', parts)
  console.warn = (...parts: unknown[]) => logComplaint('warn', parts)
  // oxlint-enable no-console
}
