import { pino } from 'pino'
import { loggedError } from './log-error.ts'
import { requestId } from './request-id.ts'

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

const { LOG_LEVEL = '' } = process.env

/** Fields that are never written, should one be passed by mistake. */
const PERSONAL = ['email', 'phone', 'password', 'secret', 'token', 'authorization', 'cookie', 'ip', 'address']

/**
 * The log of this process: one line of JSON each, on standard output, with the id of the request that it is about. Say
 * what happened and to which document, path or tag; never what a visitor wrote, who asked, or a secret. An error goes
 * into the field `err`: `log.warn({ err: error, path }, 'What happened')`. The variable LOG_LEVEL says how much is
 * written (default `info`).
 */
export const log = pino({
  level: LEVELS.includes(LOG_LEVEL) ? LOG_LEVEL : 'info',
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (level) => ({ level }) },
  serializers: { err: loggedError },
  mixin: () => ({ requestId: requestId() }),
  hooks: {
    logMethod(args, method) {
      // Without words of its own a line would get the message of its error as it is.
      if (typeof args[0] === 'object' && args[1] === undefined) args[1] = 'An error without words'
      method.apply(this, args)
    },
  },
  redact: { paths: ['name', 'message', ...PERSONAL, ...PERSONAL.map((field) => `*.${field}`)], censor: '…' },
})
