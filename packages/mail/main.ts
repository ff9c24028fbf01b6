#!/usr/bin/env node
import { buildCommonFlags, ConfigurationError, parsePort, runServer } from '../local-server/index.ts'
import { startMail } from './server.ts'
import { DEFAULT_MAX_MESSAGES } from './store.ts'

function parseCount(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count > 0) return count
  throw new ConfigurationError(`--max-messages must be a whole number, 1 or greater, not "${text}"`)
}

await runServer({
  name: 'local-mail',
  description:
    'A local inbox for development and tests: an SMTP server that stores every email and shows it on a web page. It has no access control: never expose it.',
  flags: {
    ...buildCommonFlags('MAIL', '3820', '.data/mail'),
    'smtp-port': {
      value: '<port>',
      env: 'MAIL_SMTP_PORT',
      default: '3825',
      help: 'Port of the SMTP server; 0 uses any free port',
    },
    'max-messages': {
      value: '<n>',
      env: 'MAIL_MAX_MESSAGES',
      default: String(DEFAULT_MAX_MESSAGES),
      help: 'Number of stored emails; the oldest are deleted',
    },
    memory: { help: 'Store the emails in memory instead' },
  },
  examples: ['local-mail --port 3820 --smtp-port 3825'],
  start: async (flags) => {
    const mail = await startMail({
      port: parsePort(flags.port),
      smtpPort: parsePort(flags['smtp-port'], 'smtp-port'),
      dataDir: flags.memory ? undefined : flags.data,
      maxMessages: parseCount(flags['max-messages']),
    })
    const message = `SMTP on ${new URL(mail.smtpUrl).host}, inbox listening on ${new URL(mail.url).host}`
    return { message, close: mail.close }
  },
})
