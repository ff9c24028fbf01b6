import type { Env } from '../../env.ts'
import { outboxMail, smtpMail } from '../transport.ts'
import { emailChannel } from './email.ts'
import { webhookChannel } from './webhook.ts'
import type { Send } from './worker.ts'

const EMAIL = 'email'

/** The ways a message goes out, by the name that the database has for each: what opens it, or nothing while it is not configured. */
const CHANNELS: Record<string, (env: Env) => (() => Send) | undefined> = {
  [EMAIL]: ({ contact: { mail }, siteUrl }) => {
    const { smtpUrl, outbox } = mail ?? {}
    const open = smtpUrl ? () => smtpMail(smtpUrl) : outbox ? () => outboxMail(outbox) : undefined
    return mail && open && (() => emailChannel({ ...mail, siteUrl, send: open() }))
  },
  webhook: ({ contact: { webhook } }) => webhook && (() => webhookChannel(webhook)),
}

/** Opens the ways that are configured. */
export const configuredChannels = (env: Env): Record<string, Send> =>
  Object.fromEntries(
    Object.entries(CHANNELS).flatMap(([name, channel]) => {
      const open = channel(env)
      return open ? [[name, open()]] : []
    }),
  )

/** The ways a new message will go out. Mail is always one: the message waits for it to be configured. */
export const channelNames = (env: Env): string[] =>
  Object.keys(CHANNELS).filter((name) => name === EMAIL || CHANNELS[name]?.(env))
