import { pino } from 'pino'

/**
 * The log of this process: one line of JSON each, on standard output. Say what happened and to which document, path or
 * tag; never what a visitor wrote, who asked, or a secret. An error goes into the field `err`.
 */
export const log = pino({
  level: process.env.LOG_LEVEL ?? 'info',
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: {
    paths: ['email', 'phone', 'name', 'message', 'password', 'token', 'authorization', 'cookie', 'ip'],
    censor: '…',
  },
})
