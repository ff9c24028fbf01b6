import type { Env } from '../../platform/env/env.ts'
import type { Handlers } from '../../platform/jobs/worker.ts'
import { createMailTransport } from '../../platform/mail/transport.ts'
import { createDeliveryHandler } from './deliver.ts'
import type { Channel } from '../outbox/enqueue.ts'
import { createEmailChannel } from './email.ts'
import { createSubscriberChannel } from './subscriber.ts'
import { createWebhookChannel } from './webhook.ts'

export function createContactHandlers({ contact: { mail, webhook }, siteUrl }: Env): Handlers {
  const mailOptions = mail && { ...mail, ...createMailTransport(mail), siteUrl }
  return {
    ...(mailOptions && {
      'contact-email': createDeliveryHandler(createEmailChannel(mailOptions)),
      'contact-subscriber': createDeliveryHandler(createSubscriberChannel(mailOptions)),
    }),
    ...(webhook && { 'contact-webhook': createDeliveryHandler(createWebhookChannel({ ...webhook, siteUrl })) }),
  }
}

/**
 * Returns the channels that notify the office. Email is always included. Its jobs stay queued until email is
 * configured.
 */
export const getOfficeChannels = ({ contact: { webhook } }: Env): Channel[] => [
  'email',
  ...(webhook ? ['webhook' as const] : []),
]
