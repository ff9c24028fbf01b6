import { sql } from 'drizzle-orm'
import { alertMail } from './lib/dashboard/alerts/mail.ts'
import { alertPush } from './lib/dashboard/alerts/push.ts'
import { alertRound } from './lib/dashboard/alerts/round.ts'
import { findPerson, isMember, membersWithRole, organizationName } from './lib/platform/auth/organizations/people.ts'
import { contactHandlers } from './lib/site/delivery/channels.ts'
import { openMail } from './lib/platform/mail/transport.ts'
import { CLERK_PEOPLE, type MailContext } from './lib/dashboard/mail/admin-mail.ts'
import type { Env } from './lib/platform/env/env.ts'
import { wishMail } from './lib/dashboard/integrations/wishes.ts'
import { lineMail } from './lib/dashboard/lines/mails.ts'
import { log } from './lib/platform/log/log.ts'
import { enqueue } from './lib/platform/jobs/queue.ts'
import type { Handlers, JobSchedule } from './lib/platform/jobs/worker.ts'
import { retentionJob, scheduleRetention } from './lib/dashboard/retention/run.ts'
import { siteRetentionJob } from './lib/site/retention/site-data.ts'
import { trialMail } from './lib/dashboard/trials/mails.ts'
import { handOver } from './lib/dashboard/voice/handover.ts'
import { deleteAtVendor } from './lib/dashboard/voice-vendor/vendor-deletion.ts'

function voiceHandlers({ voice: { apiKey, apiUrl } }: Env): Handlers {
  if (!apiKey) return {}
  const api = { apiKey, apiUrl }
  return {
    'assistant-handover': handOver({ ...api, companyName: organizationName }),
    'vendor-deletion': deleteAtVendor(api),
  }
}

function mailHandlers({ contact: { mail }, siteUrl }: Env): Handlers {
  if (!mail) return {}
  const context: MailContext = { mail: { ...openMail(mail), to: mail.to }, siteUrl, people: CLERK_PEOPLE }
  return {
    linemail: lineMail(context),
    'trial-mail': trialMail(context),
    'wish-mail': wishMail({ ...context.mail, siteUrl }),
  }
}

function alertHandlers({ contact: { mail }, push, siteUrl }: Env): Handlers {
  const people = { findPerson, isMember, organizationName }
  return {
    'alert-round': alertRound({ ways: { mail: Boolean(mail), push: Boolean(push) }, membersWithRole }),
    ...(mail && { 'alert-mail': alertMail({ ...openMail(mail), siteUrl, people }) }),
    ...(push && { 'alert-push': alertPush({ push, siteUrl }) }),
  }
}

export const jobHandlers = (env: Env): Handlers => ({
  ...mailHandlers(env),
  ...contactHandlers(env),
  ...alertHandlers(env),
  ...voiceHandlers(env),
  retention: retentionJob(log),
  'site-retention': siteRetentionJob(log),
})

export const scheduleJobs: JobSchedule = async (db, now) => {
  // Converts messages that the previous version stored. Remove this call together with the table.
  await db.execute(sql`select adopt_contact_deliveries()`)
  const onceKey = now.toISOString().slice(0, 10)
  await enqueue({ db, organizationId: null }, { kind: 'site-retention', onceKey, dueAt: now })
  await scheduleRetention(db, now)
}
