import { findPerson, listMembersWithRole, fetchOrganizationName } from '../../platform/auth/organizations/people.ts'
import { AREAS } from '../../platform/auth/access-table.ts'
import type { MailContent } from '../../platform/mail/content.ts'
import { type MailSender, sendMail } from '../../platform/mail/send.ts'
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

export type MailContext = { mail: MailSender & { to: string }; people: People }

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

/** Returns why an admin gets an email. */
export const buildAdminFooter = (company: string, siteUrl: string): MailContent['footer'] => ({
  reason: `You get this email because you are an admin of ${company}.`,
  link: { label: 'Manage your team', url: `${siteUrl}${AREAS.team.path}` },
})

export const sendOnce = ({ mail }: MailContext, { id }: OrganizationJob, to: string, content: MailContent) =>
  sendMail(mail, content, { id, to, headers: { 'Auto-Submitted': 'auto-generated' } })

export const formatGreeting = (name: string | null): string => (name ? `Hello ${name},` : 'Hello,')

export async function mailPerson(
  context: MailContext,
  job: OrganizationJob,
  userId: string,
  content: MailContent,
): Promise<void> {
  const person = await context.people.findPerson(userId)
  if (!person?.address) return
  await sendOnce(context, job, person.address, { ...content, greeting: formatGreeting(person.name) })
}
