import type { Env } from '../../env.ts'
import { outboxMail, smtpMail } from '../transport.ts'
import { emailChannel } from './email.ts'
import { webhookChannel } from './webhook.ts'
import type { Send } from './worker.ts'

const EMAIL = 'email'

/** The ways a message goes out, by the name that the database has for each; undefined while none is configured. */
const CHANNELS: Record<string, (env: Env) => Send | undefined> = {
  [EMAIL]: ({ contact: { mail }, siteUrl }) => {
    const send = mail?.smtpUrl ? smtpMail(mail.smtpUrl) : mail?.outbox ? outboxMail(mail.outbox) : undefined
    return mail && send && emailChannel({ ...mail, siteUrl, send })
  },
  webhook: ({ contact: { webhook } }) => webhook && webhookChannel(webhook),
}

/** What sends messages, of the ways that are configured. */
export function configuredChannels(env: Env): Record<string, Send> {
  const found: Record<string, Send> = {}
  for (const [name, channel] of Object.entries(CHANNELS)) {
    const send = channel(env)
    if (send) found[name] = send
  }
  return found
}

/** The ways a new message will go out. Mail is always one: the message waits for it to be configured. */
export const channelNames = (env: Env): string[] => [...new Set([EMAIL, ...Object.keys(configuredChannels(env))])]
