import { and, eq, like, sql } from 'drizzle-orm'
import { PAGE_SIZE } from '../../constants.ts'
import { toJson, buildOrderBy, buildPage, buildCursorCondition, type SortOrder } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { events } from '../schema/events.ts'
import { parseSlackSettings } from '../model/slack-settings.ts'
import { isLoopback } from '../../platform/env/env.ts'
import { getTimeZone } from '../settings/time-zone.ts'
import type { IntegrationSettings } from './environment.ts'
import { isFailureCode } from './failure.ts'
import { type Allowance, formatAllowance, findPlanRefusal } from './plan.ts'
import { PROVIDER_NAMES, type ProviderName, getProvider } from './providers.ts'
import type { ConnectionLog, IntegrationsResponse } from './record.ts'
import { type ConnectionRow, listConnections } from './repository.ts'
import { findRequestTimes } from './requests.ts'

function toConnectionRecord(row: ConnectionRow) {
  const { id, provider, scopes, writes, account, createdAt, checkedAt, lastUsedAt, failure, options } = row
  const timestamps = toJson({ connectedAt: createdAt, checkedAt, lastUsedAt })
  return {
    id,
    scopes,
    writes,
    account,
    ...timestamps,
    failure: isFailureCode(failure) ? failure : null,
    messages: provider === 'slack' ? parseSlackSettings(options) : null,
  }
}

export async function readIntegrationsOverview(
  tx: OrganizationTransaction,
  settings: IntegrationSettings,
  allowance: Allowance | undefined,
): Promise<IntegrationsResponse> {
  const rows = await listConnections(tx)
  const requestTimes = await findRequestTimes(tx)
  return {
    integrations: PROVIDER_NAMES.map((provider) => {
      const { missing, api } = settings.providers[provider]
      const row = rows.find((connection) => connection.provider === provider)
      const { write } = getProvider(provider)
      return {
        provider,
        isOffered: missing.length === 0,
        wantedAt: requestTimes.get(provider)?.toISOString() ?? null,
        localPage: api && isLoopback(api) ? api : null,
        refused: findPlanRefusal(allowance, rows, provider, false) ?? null,
        refusedWriting: write ? (findPlanRefusal(allowance, rows, provider, true) ?? null) : null,
        connection: row ? toConnectionRecord(row) : null,
      }
    }),
    allowance: allowance ? formatAllowance(allowance) : '',
    timeZone: await getTimeZone(tx),
  }
}

const NEWEST_FIRST: SortOrder = { column: events.at, id: events.id, direction: 'desc' }

const readTextDetail = (details: Record<string, unknown> | null, name: string): string | null => {
  const value = details?.[name]
  return typeof value === 'string' ? value : null
}

/**
 * Returns a page of connection events, newest first. Includes events of removed connections.
 * @throws {CursorError} for an invalid cursor
 */
export async function listConnectionLog(
  { db, organizationId }: OrganizationTransaction,
  provider: ProviderName,
  cursor?: string,
): Promise<ConnectionLog> {
  const rows = await db
    .select()
    .from(events)
    .where(
      and(
        eq(events.organizationId, organizationId),
        like(events.action, 'connection.%'),
        sql`${events.details} ->> 'provider' = ${provider}`,
        cursor ? buildCursorCondition(cursor, NEWEST_FIRST) : undefined,
      ),
    )
    .orderBy(...buildOrderBy(NEWEST_FIRST))
    .limit(PAGE_SIZE + 1)
  const page = buildPage(rows, PAGE_SIZE, (row) => row.at)
  return {
    entries: page.rows.map(({ id, at, actorKind, actorId, action, details }) => ({
      id,
      at: at.toISOString(),
      actor: actorKind,
      personId: actorKind === 'person' ? actorId : null,
      action,
      read: readTextDetail(details, 'read'),
      wrote: readTextDetail(details, 'wrote'),
      callId: readTextDetail(details, 'call'),
    })),
    next: page.next,
  }
}
