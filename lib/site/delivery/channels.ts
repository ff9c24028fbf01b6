import type { Env } from '../../platform/env/env.ts'
import type { Handlers } from '../../platform/jobs/worker.ts'
import { openMail } from '../../platform/mail/transport.ts'
import { deliverBy } from './deliver.ts'
import type { Channel } from '../outbox/enqueue.ts'
import { emailChannel } from './email.ts'
import { subscriberChannel } from './subscriber.ts'
import { webhookChannel } from './webhook.ts'

export function contactHandlers({ contact: { mail, webhook }, siteUrl }: Env): Handlers {
  const mailOptions = mail && { ...mail, ...openMail(mail), siteUrl }
  return {
    ...(mailOptions && {
      'contact-email': deliverBy(emailChannel(mailOptions)),
      'contact-subscriber': deliverBy(subscriberChannel(mailOptions)),
    }),
    ...(webhook && { 'contact-webhook': deliverBy(webhookChannel({ ...webhook, siteUrl })) }),
  }
}

/**
 * Returns the channels that notify the office. Email is always included. Its jobs stay queued until email is
 * configured.
 */
export const officeChannels = ({ contact: { webhook } }: Env): Channel[] => [
  'email',
  ...(webhook ? ['webhook' as const] : []),
]
