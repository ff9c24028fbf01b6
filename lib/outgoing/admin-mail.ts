import { findPerson, membersWithRole, organizationName, type Person } from '../auth/organizations/people.ts'
import type { MailWay } from '../contact/transport.ts'
import type { Database } from '../db/client.ts'
import { inOrganization } from '../db/organization.ts'
import { addWork, type Work, type WorkKind } from './queue.ts'

/** Where people and names are asked for; Clerk, unless a test says otherwise. */
export type People = {
  findPerson: (userId: string) => Promise<Person | undefined>
  membersWithRole: (organizationId: string, role: string) => Promise<string[]>
  organizationName: (organizationId: string) => Promise<string | undefined>
}

export const CLERK_PEOPLE: People = { findPerson, membersWithRole, organizationName }

/** What mails of the site to people need. */
export type MailContext = { mail: MailWay & { to: string }; siteUrl: string; people: People }

const ADMIN = 'org:admin'

/**
 * Makes of a mail to the admins of an organization one for each of them, which are sent and tried again by themselves.
 * @param once names the mail; the same person gets it once
 */
export async function forEachAdmin(
  db: Database,
  { organizationId, details }: Work,
  { kind, once, people, now }: { kind: WorkKind; once: string; people: People; now: Date },
): Promise<void> {
  const admins = await people.membersWithRole(organizationId, ADMIN)
  await inOrganization(db, organizationId, async (tx) => {
    for (const userId of admins) {
      const own = { ...details, to: 'person', userId }
      await addWork(tx, { kind, onceKey: `${once}-${userId}`, details: own, dueAt: now })
    }
  })
}

/** Sends a mail that is known when it comes a second time. */
export const sendOnce = (
  { mail, siteUrl }: MailContext,
  { id }: Work,
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

/** The first line of a mail. */
export const greeting = (name: string | null): string => (name ? `Hello ${name},` : 'Hello,')
