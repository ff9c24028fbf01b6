import { sql } from 'drizzle-orm'
import { createAlertMailHandler } from './lib/dashboard/alerts/mail.ts'
import { createAlertPushHandler } from './lib/dashboard/alerts/push.ts'
import { createEscalationHandler } from './lib/dashboard/alerts/escalation.ts'
import {
  findPerson,
  isMember,
  listMembersWithRole,
  fetchOrganizationName,
} from './lib/platform/auth/organizations/people.ts'
import { createContactHandlers } from './lib/site/delivery/channels.ts'
import { createMailTransport } from './lib/platform/mail/transport.ts'
import { CLERK_PEOPLE, type MailContext } from './lib/dashboard/mail/admin-mail.ts'
import type { Env } from './lib/platform/env/env.ts'
import { createRequestMailHandler } from './lib/dashboard/integrations/requests.ts'
import { createLineMailHandler } from './lib/dashboard/lines/mails.ts'
import { log } from './lib/platform/log/log.ts'
import { enqueue } from './lib/platform/jobs/queue.ts'
import type { Handlers, JobSchedule } from './lib/platform/jobs/worker.ts'
import { createRetentionHandler, scheduleRetention } from './lib/dashboard/retention/run.ts'
import { createSiteRetentionJob } from './lib/site/retention/site-data.ts'
import { createTrialMailHandler } from './lib/dashboard/trials/mails.ts'
import { syncClosedDays } from './lib/dashboard/voice/closed-days.ts'
import { createSyncHandler } from './lib/dashboard/voice/sync.ts'
import { createVendorDeletionHandler } from './lib/dashboard/voice-vendor/vendor-deletion.ts'

function createVoiceHandlers({ voice: { apiKey, apiUrl } }: Env): Handlers {
  if (!apiKey) return {}
  const api = { apiKey, apiUrl }
  return {
    'assistant-handover': createSyncHandler({ ...api, companyName: fetchOrganizationName }),
    'vendor-deletion': createVendorDeletionHandler(api),
  }
}

function createMailHandlers({ contact: { mail }, siteUrl }: Env): Handlers {
  if (!mail) return {}
  const context: MailContext = { mail: { ...createMailTransport(mail), to: mail.to }, siteUrl, people: CLERK_PEOPLE }
  return {
    linemail: createLineMailHandler(context),
    'trial-mail': createTrialMailHandler(context),
    'wish-mail': createRequestMailHandler({ ...context.mail, siteUrl }),
  }
}

function createAlertHandlers({ contact: { mail }, push, siteUrl }: Env): Handlers {
  const people = { findPerson, isMember, fetchOrganizationName }
  return {
    'alert-round': createEscalationHandler({
      channels: { mail: Boolean(mail), push: Boolean(push) },
      membersWithRole: listMembersWithRole,
    }),
    ...(mail && { 'alert-mail': createAlertMailHandler({ ...createMailTransport(mail), siteUrl, people }) }),
    ...(push && { 'alert-push': createAlertPushHandler({ push, siteUrl }) }),
  }
}

export const createJobHandlers = (env: Env): Handlers => ({
  ...createMailHandlers(env),
  ...createContactHandlers(env),
  ...createAlertHandlers(env),
  ...createVoiceHandlers(env),
  'closed-days': syncClosedDays,
  retention: createRetentionHandler(log),
  'site-retention': createSiteRetentionJob(log),
})

export const scheduleJobs: JobSchedule = async (db, now) => {
  // Converts messages that the previous version stored. Remove this call together with the table.
  await db.execute(sql`select adopt_contact_deliveries()`)
  const onceKey = now.toISOString().slice(0, 10)
  for (const kind of ['site-retention', 'closed-days'] as const)
    await enqueue({ db, organizationId: null }, { kind, onceKey, dueAt: now })
  await scheduleRetention(db, now)
}
