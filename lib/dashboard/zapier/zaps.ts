import { and, asc, desc, eq, isNotNull } from 'drizzle-orm'
import { toJson } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { apiKeys } from '../schema/keys.ts'
import { webhookDeliveries, webhookEndpoints } from '../schema/webhooks.ts'
import { getTimeZone } from '../settings/time-zone.ts'
import { hookEvent } from './input.ts'
import type { ZapList } from './record.ts'

/** Lists the Zaps of all API keys with their latest delivery, oldest first. */
export async function readZaps(tx: OrganizationTransaction): Promise<ZapList> {
  const { db, organizationId } = tx
  const latest = db
    .selectDistinctOn([webhookDeliveries.endpointId], {
      endpointId: webhookDeliveries.endpointId,
      at: webhookDeliveries.attemptedAt,
      state: webhookDeliveries.state,
      status: webhookDeliveries.status,
    })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.organizationId, organizationId), isNotNull(webhookDeliveries.attemptedAt)))
    .orderBy(webhookDeliveries.endpointId, desc(webhookDeliveries.attemptedAt))
    .as('latest')
  const { id, events, createdAt, pausedAt } = webhookEndpoints
  const rows = await db
    .select({
      id,
      events,
      createdAt,
      pausedAt,
      keyName: apiKeys.name,
      at: latest.at,
      state: latest.state,
      status: latest.status,
    })
    .from(webhookEndpoints)
    .leftJoin(apiKeys, and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.id, webhookEndpoints.apiKeyId)))
    .leftJoin(latest, eq(latest.endpointId, id))
    .where(and(eq(webhookEndpoints.organizationId, organizationId), eq(webhookEndpoints.kind, 'zapier')))
    .orderBy(asc(createdAt), asc(id))
  return {
    zaps: rows.map(({ events: [event], at, state, status, ...row }) => ({
      ...toJson(row),
      event: hookEvent.parse(event),
      lastDelivery: at && { at: at.toISOString(), isDelivered: state === 'delivered', status },
    })),
    timeZone: await getTimeZone(tx),
  }
}
