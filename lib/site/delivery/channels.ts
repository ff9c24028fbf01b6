import type { Env } from '../../platform/env/env.ts'
import type { Handlers } from '../../platform/jobs/worker.ts'
import type { MailSender } from '../../platform/mail/send.ts'
import { createDeliveryHandler } from './deliver.ts'
import type { Channel } from '../outbox/enqueue.ts'
import { createEmailChannel } from './email.ts'
import { createSubscriberChannel } from './subscriber.ts'
import { createWebhookChannel } from './webhook.ts'

export function createContactHandlers(
  { contact: { webhook }, siteUrl }: Env,
  sender: (MailSender & { to: string }) | undefined,
): Handlers {
  return {
    ...(sender && {
      'contact-email': createDeliveryHandler(createEmailChannel(sender)),
      'contact-subscriber': createDeliveryHandler(createSubscriberChannel(sender)),
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
