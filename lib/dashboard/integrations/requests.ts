import { and, eq, max, sql } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { events } from '../schema/events.ts'
import type { Actor } from '../model/event.ts'
import { recordEvent } from '../events/record.ts'
import { fetchOrganizationName } from '../../platform/auth/organizations/people.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { PermanentError } from '../../platform/jobs/retry.ts'
import type { Handler } from '../../platform/jobs/worker.ts'
import type { MailTransport } from '../../platform/mail/transport.ts'
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

type RequestMailOptions = MailTransport & {
  to: string
  siteUrl: string
  /** Returns the name of the organization, or undefined if it was deleted. */
  getName?: (organizationId: string) => Promise<string | undefined>
}

export function createRequestMailHandler({
  from,
  to,
  siteUrl,
  send,
  getName = fetchOrganizationName,
}: RequestMailOptions): Handler {
  const { hostname } = new URL(siteUrl)
  return async ({ id, organizationId, details: { provider } }, { now }) => {
    if (typeof provider !== 'string' || !isProviderName(provider)) throw new PermanentError('unknown_system')
    const company = await getName(organizationId)
    if (!company) return
    const { label } = PROVIDERS[provider]
    await send({
      messageId: `<${id}@${hostname}>`,
      from,
      to,
      date: now,
      subject: `${company} requested ${label}`,
      text: [
        `${company} wants to connect ${label}, which isn't available on ${siteUrl} yet.`,
        'To set it up, see Integrations in docs/going-live.md. Let them know when they can connect it.',
        `Company: ${company} (${organizationId})\nIntegration: ${label}`,
        `-- \nSent by ${siteUrl}\n`,
      ].join('\n\n'),
    })
  }
}
