import { openMail } from '../contact/transport.ts'
import type { Env } from '../env.ts'
import { wishMail } from '../integrations/wish-mail.ts'
import type { Handlers } from './worker.ts'

/** What does each kind of work, as far as what it needs is configured. What has no handler waits. */
export function handlersOf({ contact, siteUrl }: Env): Handlers {
  const { mail } = contact
  return {
    ...(mail && { 'wish-mail': wishMail({ ...openMail(mail), to: mail.to, siteUrl }) }),
  }
}
