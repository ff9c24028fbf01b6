import { pino } from 'pino'
import { reportError } from './errors.ts'
import { telemetry } from '../telemetry/telemetry.ts'
import { isClientAbort, toLoggedError } from './log-error.ts'
import { getRequestId } from './request-id.ts'

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

const { LOG_LEVEL = '' } = process.env

/** Fields that are redacted if code logs them by mistake. */
const PERSONAL_FIELDS = ['email', 'phone', 'password', 'secret', 'token', 'authorization', 'cookie', 'ip', 'address']

/** Pino's number for the level `error`. */
const ERROR_LEVEL = 50

/**
 * Logger that writes JSON lines to standard output. Log the event and the document, path or tag; never user input,
 * identities or secrets. Pass errors as `err`: `log.warn({ err: error, path }, 'component: event')`. LOG_LEVEL sets the
 * level (default `info`).
 */
export const log = pino({
  level: LEVELS.includes(LOG_LEVEL) ? LOG_LEVEL : 'info',
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (level) => ({ level }) },
  serializers: { err: toLoggedError },
  mixin: () => ({ requestId: getRequestId(), traceId: telemetry.tracing?.traceId() }),
  hooks: {
    logMethod(args, method, level) {
      // If the message is missing, pino would log the unredacted message of the error.
      if (typeof args[0] === 'object' && args[1] === undefined) args[1] = 'log: missing message'
      if (level >= ERROR_LEVEL && isClientAbort(args[0])) return this.info(...args)
      if (level >= ERROR_LEVEL) reportError(args[0], args[1])
      method.apply(this, args)
    },
  },
  redact: {
    paths: ['name', 'message', ...PERSONAL_FIELDS, ...PERSONAL_FIELDS.map((field) => `*.${field}`)],
    censor: '…',
  },
})
