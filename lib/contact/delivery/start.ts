import { sharedState } from '../../shared-state.ts'
import { database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { log } from '../../log/log.ts'
import { outboxMail, smtpMail } from '../transport.ts'
import type { Channel } from '../store.ts'
import { emailChannel } from './email.ts'
import { webhookChannel } from './webhook.ts'
import { type Send, type Worker, startWorker } from './worker.ts'

/** The worker of the process. */
const shared = sharedState<{ worker?: Worker }>('contact-worker', () => ({}))

function channels({ contact: { mail, webhook }, siteUrl }: Env): Partial<Record<Channel, Send>> {
  const sendMail = mail?.smtpUrl ? smtpMail(mail.smtpUrl) : mail?.outbox ? outboxMail(mail.outbox) : undefined
  return {
    ...(mail && sendMail && { email: emailChannel({ ...mail, siteUrl, send: sendMail }) }),
    ...(webhook && { webhook: webhookChannel(webhook) }),
  }
}

/** Starts delivering what is stored, also what an earlier process left behind. Called once at boot. */
export function startContactDelivery(env: Env): void {
  shared.worker ??= startWorker({
    database: () => database(env.databaseUrl),
    channels: channels(env),
    log,
  })
}

/** Has the worker of this process look for work at once. */
export const wakeContactDelivery = (): void => shared.worker?.wake()
