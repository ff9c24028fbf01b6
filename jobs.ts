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
import type { MailSender } from './lib/platform/mail/send.ts'
import { createMailTransport } from './lib/platform/mail/transport.ts'
import { CLERK_PEOPLE, type MailContext } from './lib/dashboard/mail/admin-mail.ts'
import type { Env } from './lib/platform/env/env.ts'
import { getIntegrationSettings } from './lib/dashboard/integrations/environment.ts'
import { createRequestMailHandler } from './lib/dashboard/integrations/requests.ts'
import { createImportHandler, createUndoHandler } from './lib/dashboard/imports/run.ts'
import { createLineMailHandler } from './lib/dashboard/lines/mails.ts'
import { log } from './lib/platform/log/log.ts'
import { enqueue } from './lib/platform/jobs/queue.ts'
import type { Handlers, JobSchedule } from './lib/platform/jobs/worker.ts'
import { createAdminNotificationHandler } from './lib/dashboard/notifications/admins.ts'
import { createRetentionHandler, scheduleRetention } from './lib/dashboard/retention/run.ts'
import { createSlackMessageHandler } from './lib/dashboard/slack/send-message.ts'
import { createSlackSummaryHandler, scheduleSlackSummaries } from './lib/dashboard/slack/summary.ts'
import { createSiteRetentionJob } from './lib/site/retention/site-data.ts'
import { createTrialMailHandler } from './lib/dashboard/trials/mails.ts'
import { syncClosedDays } from './lib/dashboard/voice/closed-days.ts'
import { createSyncHandler } from './lib/dashboard/voice/sync.ts'
import { createDeliveryHandler } from './lib/dashboard/webhooks/deliver.ts'
import { createWebhookMailHandler } from './lib/dashboard/webhooks/mails.ts'
import { buildSendOptions } from './lib/dashboard/webhooks/send.ts'
import { createVendorDeletionHandler } from './lib/dashboard/voice-vendor/vendor-deletion.ts'

function createVoiceHandlers({ voice: { apiKey, apiUrl } }: Env): Handlers {
  if (!apiKey) return {}
  const api = { apiKey, apiUrl }
  return {
    'assistant-handover': createSyncHandler({ ...api, companyName: fetchOrganizationName }),
    'vendor-deletion': createVendorDeletionHandler(api),
  }
}

/** Returns the sender of all emails; undefined if no mail server is configured. */
function createSender({ contact: { mail }, siteUrl }: Env): (MailSender & { to: string }) | undefined {
  if (!mail) return undefined
  // Loads the client of the Content Lake with the first email only.
  const getBrand = async () => (await import('./sanity/lake/brand.ts')).fetchBrand(new URL(siteUrl).hostname)
  return { ...createMailTransport(mail), to: mail.to, siteUrl, getBrand }
}

function createMailHandlers(env: Env): Handlers {
  const sender = createSender(env)
  if (!sender) return {}
  const context: MailContext = { mail: sender, people: CLERK_PEOPLE }
  return {
    linemail: createLineMailHandler(context),
    'trial-mail': createTrialMailHandler(context),
    'wish-mail': createRequestMailHandler(sender),
  }
}

function createAlertHandlers(env: Env): Handlers {
  const { push, siteUrl } = env
  const sender = createSender(env)
  const people = { findPerson, isMember, fetchOrganizationName }
  return {
    'alert-round': createEscalationHandler({
      channels: { mail: Boolean(sender), push: Boolean(push) },
      membersWithRole: listMembersWithRole,
    }),
    ...(sender && { 'alert-mail': createAlertMailHandler({ ...sender, people }) }),
    ...(push && { 'alert-push': createAlertPushHandler({ push, siteUrl }) }),
  }
}

const createSlackHandlers = (): Handlers => ({
  'slack-message': createSlackMessageHandler(getIntegrationSettings()),
  'slack-summary': createSlackSummaryHandler(getIntegrationSettings()),
})

function createWebhookHandlers(env: Env): Handlers {
  return {
    'webhook-delivery': createDeliveryHandler(buildSendOptions(getIntegrationSettings()), log),
    'webhook-mail': createWebhookMailHandler({ people: CLERK_PEOPLE, mail: createSender(env) }),
  }
}

export const createJobHandlers = (env: Env): Handlers => ({
  ...createMailHandlers(env),
  ...createContactHandlers(env, createSender(env)),
  ...createAlertHandlers(env),
  ...createVoiceHandlers(env),
  ...createSlackHandlers(),
  ...createWebhookHandlers(env),
  'notify-admins': createAdminNotificationHandler({ membersWithRole: listMembersWithRole }),
  'import-run': createImportHandler(log),
  'import-undo': createUndoHandler(log),
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
  await scheduleSlackSummaries(db, now)
}
