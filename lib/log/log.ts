import { pino } from 'pino'
import { tellOfError } from '../telemetry/errors.ts'
import { telemetry } from '../telemetry/telemetry.ts'
import { loggedError } from './log-error.ts'
import { requestId } from './request-id.ts'

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

const { LOG_LEVEL = '' } = process.env

/** Fields that are never written, should one be passed by mistake. */
const PERSONAL = ['email', 'phone', 'password', 'secret', 'token', 'authorization', 'cookie', 'ip', 'address']

/** The number that the library has for the level `error`. */
const ERROR = 50

/**
 * The log of this process: one line of JSON each, on standard output, with the ids of the request and the trace that it is
 * about. Say what happened and to which document, path or tag; never what a visitor wrote, who asked, or a secret. An error
 * goes into the field `err`: `log.warn({ err: error, path }, 'What happened')`. The variable LOG_LEVEL says how much is
 * written (default `info`).
 */
export const log = pino({
  level: LEVELS.includes(LOG_LEVEL) ? LOG_LEVEL : 'info',
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (level) => ({ level }) },
  serializers: { err: loggedError },
  mixin: () => ({ requestId: requestId(), traceId: telemetry.tracing?.traceId() }),
  hooks: {
    logMethod(args, method, level) {
      // Without words of its own a line would get the message of its error as it is.
      if (typeof args[0] === 'object' && args[1] === undefined) args[1] = 'An error without words'
      if (level >= ERROR) tellOfError(args[0], args[1])
      method.apply(this, args)
    },
  },
  redact: { paths: ['name', 'message', ...PERSONAL, ...PERSONAL.map((field) => `*.${field}`)], censor: '…' },
})
