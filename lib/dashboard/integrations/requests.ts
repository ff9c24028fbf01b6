import { and, eq, max, sql } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { events } from '../schema/events.ts'
import type { Actor } from '../model/event.ts'
import { recordEvent } from '../events/record.ts'
import { fetchOrganizationName } from '../../platform/auth/organizations/people.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { PermanentError } from '../../platform/jobs/retry.ts'
import type { Handler } from '../../platform/jobs/worker.ts'
import { type MailContent, OFFICE_REASON } from '../../platform/mail/content.ts'
import { type MailSender, sendMail } from '../../platform/mail/send.ts'
import { getTimeZone } from '../settings/time-zone.ts'
import { toDayKey } from '../../platform/time/zone.ts'
import { isProviderName, type ProviderName, PROVIDERS } from './providers.ts'

export async function findRequestTimes({
  db,
  organizationId,
}: OrganizationTransaction): Promise<Map<ProviderName, Date>> {
  const provider = sql<string>`${events.details} ->> 'provider'`
  const rows = await db
    .select({ provider, at: max(events.at) })
    .from(events)
    .where(and(eq(events.organizationId, organizationId), eq(events.action, 'connection.wanted')))
    .groupBy(provider)
  return new Map(rows.flatMap(({ provider, at }) => (at && isProviderName(provider) ? [[provider, at]] : [])))
}

/**
 * Records the request for a provider that is not available yet, and emails the staff. Both happen at most once a day
 * per provider.
 */
export async function requestIntegration(
  tx: OrganizationTransaction,
  provider: ProviderName,
  actor: Actor,
  now: Date,
): Promise<void> {
  const day = toDayKey(now, await getTimeZone(tx))
  const isNew = await enqueue(tx, {
    kind: 'wish-mail',
    onceKey: `${provider} ${day}`,
    details: { provider },
    dueAt: now,
  })
  if (isNew) await recordEvent(tx, actor, { action: 'connection.wanted', details: { provider } })
}

type RequestMailOptions = MailSender & {
  to: string
  /** Returns the name of the organization, or undefined if it was deleted. */
  getName?: (organizationId: string) => Promise<string | undefined>
}

export const buildRequestMail = (
  provider: ProviderName,
  company: { id: string; name: string },
  siteUrl: string,
): MailContent => {
  const { label } = PROVIDERS[provider]
  return {
    subject: `${company.name} requested ${label}`,
    preheader: `${label} isn't available on ${siteUrl} yet.`,
    title: `${company.name} requested ${label}`,
    paragraphs: [
      `${company.name} wants to connect ${label}, which isn't available on ${siteUrl} yet.`,
      'To set it up, see Integrations in docs/going-live.md. Let them know when they can connect it.',
    ],
    facts: [
      ['Company', `${company.name} (${company.id})`],
      ['Integration', label],
    ],
    footer: { reason: OFFICE_REASON },
  }
}

export function createRequestMailHandler({
  to,
  getName = fetchOrganizationName,
  ...sender
}: RequestMailOptions): Handler {
  return async ({ id, organizationId, details: { provider } }, { now }) => {
    if (typeof provider !== 'string' || !isProviderName(provider)) throw new PermanentError('unknown_system')
    const name = await getName(organizationId)
    if (!name) return
    const content = buildRequestMail(provider, { id: organizationId, name }, sender.siteUrl)
    await sendMail(sender, content, { id, to, date: now })
  }
}
