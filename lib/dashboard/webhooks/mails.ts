import { z } from 'zod'
import { AREAS } from '../../platform/auth/access-table.ts'
import { runInOrganization } from '../../platform/db/organization.ts'
import { enqueue, type OrganizationJob } from '../../platform/jobs/queue.ts'
import type { Handler } from '../../platform/jobs/worker.ts'
import type { MailContent } from '../../platform/mail/content.ts'
import { buildAdminFooter, type MailContext, mailPerson, type People } from '../mail/admin-mail.ts'
import { addNotifications } from '../notifications/add.ts'
import { findEndpoint } from './repository.ts'

const details = z.object({ endpointId: z.uuid(), isGone: z.boolean(), userId: z.string().optional() })

type PausedMailFacts = {
  label: string
  isZap: boolean
  isGone: boolean
  company: string
  siteUrl: string
  endpointId: string
}

export function buildPausedMail(facts: PausedMailFacts): MailContent {
  const { label, isZap, isGone, company, siteUrl, endpointId } = facts
  const fix = isZap ? 'Turn the Zap off and on again.' : 'Fix the receiver, then resume the webhook.'
  return {
    subject: `We paused your webhook ${label}`,
    preheader: fix,
    title: 'We paused your webhook',
    paragraphs: [
      `Your webhook ${label} ${isGone ? 'answered 410 Gone' : 'failed for a day'}, so we paused it.`,
      isZap ? fix : `${fix} We then send the events that it missed before the pause.`,
    ],
    action: { label: 'Open the webhook', url: `${siteUrl}${AREAS.webhooks.path}/${endpointId}` },
    footer: buildAdminFooter(company, siteUrl),
  }
}

/** Notifies each admin in the dashboard and enqueues their emails, once per pause. */
async function notifyAdmins(
  { id, organizationId, details: jobDetails }: OrganizationJob,
  { people, host, db, now }: { people: People; host: string } & Pick<Parameters<Handler>[1], 'db' | 'now'>,
): Promise<void> {
  const { endpointId } = details.parse(jobDetails)
  const admins = await people.membersWithRole(organizationId, 'org:admin')
  const notification = { kind: 'webhook', subjectId: endpointId, details: { reason: 'failures', host } } as const
  await runInOrganization(db, organizationId, async (tx) => {
    for (const userId of admins) {
      const mailJob = { onceKey: `${id}-${userId}`, details: { ...jobDetails, userId }, dueAt: now }
      if (await enqueue(tx, { kind: 'webhook-mail', ...mailJob }))
        await addNotifications(tx, [{ userId, ...notification }])
    }
  })
}

/**
 * Returns the job handler that notifies admins about a paused endpoint. Skips endpoints that were resumed or deleted.
 * @param context `mail` is undefined if the site cannot send email
 */
export const createWebhookMailHandler =
  ({ people, mail }: Pick<MailContext, 'people'> & { mail?: MailContext['mail'] | undefined }): Handler =>
  async (job, { db, now }) => {
    const { endpointId, isGone, userId } = details.parse(job.details)
    const endpoint = await runInOrganization(db, job.organizationId, (tx) => findEndpoint(tx, endpointId))
    if (!endpoint?.pausedAt) return
    const { host } = new URL(endpoint.url)
    if (!userId) return notifyAdmins(job, { people, host, db, now })
    const company = await people.organizationName(job.organizationId)
    if (!mail || !company) return
    const label = endpoint.name ? `“${endpoint.name}” (${host})` : host
    const facts = { label, isZap: endpoint.kind === 'zapier', isGone, company, siteUrl: mail.siteUrl, endpointId }
    await mailPerson({ people, mail }, job, userId, buildPausedMail(facts))
  }
