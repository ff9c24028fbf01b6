import type { Env } from '../../env.ts'
import { openMail, type SendMail } from '../transport.ts'
import { SUBSCRIBER_CHANNEL } from '../../newsletter/subscribers.ts'
import { emailChannel } from './email.ts'
import { subscriberChannel } from './subscriber.ts'
import { webhookChannel } from './webhook.ts'
import type { Send } from './worker.ts'

const EMAIL = 'email'

type Channel = (env: Env) => (() => Send) | undefined

/** A way by mail, as far as mail is configured. */
const byMail =
  (channel: (options: { from: string; to: string; siteUrl: string; send: SendMail }) => Send): Channel =>
  ({ contact: { mail }, siteUrl }) =>
    mail && (() => channel({ ...mail, ...openMail(mail), siteUrl }))

/** The ways the staff is told, by the name that the database has for each: what opens it, or nothing while it is not configured. */
const CHANNELS: Record<string, Channel> = {
  [EMAIL]: byMail(emailChannel),
  webhook: ({ contact: { webhook }, siteUrl }) => webhook && (() => webhookChannel({ ...webhook, siteUrl })),
}

const ALL: Record<string, Channel> = { ...CHANNELS, [SUBSCRIBER_CHANNEL]: byMail(subscriberChannel) }

/** Opens the ways that are configured. */
export const configuredChannels = (env: Env): Record<string, Send> =>
  Object.fromEntries(
    Object.entries(ALL).flatMap(([name, channel]) => {
      const open = channel(env)
      return open ? [[name, open()]] : []
    }),
  )

/** The ways the staff will be told of something new. Mail is always one: the message waits for it to be configured. */
export const channelNames = (env: Env): string[] =>
  Object.keys(CHANNELS).filter((name) => name === EMAIL || CHANNELS[name]?.(env))
