import { alertMail } from '../alerts/mail.ts'
import { alertPush } from '../alerts/push.ts'
import { alertRound } from '../alerts/round.ts'
import { findPerson, isMember, membersWithRole, organizationName } from '../auth/organizations/people.ts'
import { openMail } from '../contact/transport.ts'
import type { Env } from '../env.ts'
import { wishMail } from '../integrations/wish-mail.ts'
import { lineMail } from '../lines/mails.ts'
import { trialMail } from '../trials/mails.ts'
import { handOver } from '../voice/handover.ts'
import { deleteAtVendor } from '../voice/vendor-deletion.ts'
import { CLERK_PEOPLE, type MailContext } from './admin-mail.ts'
import type { Handlers } from './worker.ts'

/** What is told to the voice vendor, which takes a key. */
function voiceHandlers({ voice: { apiKey, apiUrl } }: Env): Handlers {
  if (!apiKey) return {}
  const api = { apiKey, apiUrl }
  return {
    'assistant-handover': handOver({ ...api, companyName: organizationName }),
    'vendor-deletion': deleteAtVendor(api),
  }
}

/** What is sent to people by mail. */
function mailHandlers({ contact: { mail }, siteUrl }: Env): Handlers {
  if (!mail) return {}
  const context: MailContext = { mail: { ...openMail(mail), to: mail.to }, siteUrl, people: CLERK_PEOPLE }
  return {
    linemail: lineMail(context),
    'trial-mail': trialMail(context),
    'wish-mail': wishMail({ ...context.mail, siteUrl }),
  }
}

/** How people are told of calls: by mail, and on the devices that they chose. */
function alertHandlers({ contact, push, siteUrl }: Env): Handlers {
  const { mail } = contact
  const people = { findPerson, isMember, organizationName }
  return {
    'alert-round': alertRound({ ways: { mail: Boolean(mail), push: Boolean(push) }, membersWithRole }),
    ...(mail && { 'alert-mail': alertMail({ ...openMail(mail), siteUrl, people }) }),
    ...(push && { 'alert-push': alertPush({ push, siteUrl }) }),
  }
}

/** What does each kind of work, as far as what it needs is configured. What has no handler waits. */
export const handlersOf = (env: Env): Handlers => ({
  ...mailHandlers(env),
  ...alertHandlers(env),
  ...voiceHandlers(env),
})
