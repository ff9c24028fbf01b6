import { findPerson, listMembersWithRole, fetchOrganizationName } from '../../platform/auth/organizations/people.ts'
import type { MailTransport } from '../../platform/mail/transport.ts'
import type { Database } from '../../platform/db/client.ts'
import { runInOrganization } from '../../platform/db/organization.ts'
import { enqueue, type JobKind, type OrganizationJob } from '../../platform/jobs/queue.ts'

/** Functions that query Clerk. Tests replace them. */
export const CLERK_PEOPLE = {
  findPerson,
  membersWithRole: listMembersWithRole,
  organizationName: fetchOrganizationName,
}

export type People = typeof CLERK_PEOPLE

export type MailContext = { mail: MailTransport & { to: string }; siteUrl: string; people: People }

/**
 * Enqueues one email per admin, so that each is retried separately.
 * @param keyPrefix prefix of the job key, which prevents a second email to the same admin
 */
export async function enqueueForEachAdmin(
  db: Database,
  { organizationId, details }: OrganizationJob,
  { kind, keyPrefix, people, now }: { kind: JobKind; keyPrefix: string; people: People; now: Date },
): Promise<void> {
  const admins = await people.membersWithRole(organizationId, 'org:admin')
  await runInOrganization(db, organizationId, async (tx) => {
    for (const userId of admins) {
      const personDetails = { ...details, to: 'person', userId }
      await enqueue(tx, { kind, onceKey: `${keyPrefix}-${userId}`, details: personDetails, dueAt: now })
    }
  })
}

/** Sends an email. Retries use the same Message-ID, so mail clients recognize duplicates. */
export const sendOnce = (
  { mail, siteUrl }: MailContext,
  { id }: OrganizationJob,
  { to, subject, text }: { to: string; subject: string; text: string },
): Promise<void> =>
  mail.send({
    messageId: `<${id}@${new URL(siteUrl).hostname}>`,
    from: mail.from,
    to,
    subject,
    text: `${text}\n\n-- \nSent by ${siteUrl}\n`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  })

export async function mailPerson(
  context: MailContext,
  job: OrganizationJob,
  userId: string,
  { subject, text }: { subject: string; text: string },
): Promise<void> {
  const person = await context.people.findPerson(userId)
  if (!person?.address) return
  const greeting = person.name ? `Hello ${person.name},` : 'Hello,'
  await sendOnce(context, job, { to: person.address, subject, text: `${greeting}\n\n${text}` })
}
