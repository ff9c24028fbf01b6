import { and, eq, like, sql } from 'drizzle-orm'
import { PAGE_SIZE } from '../../constants.ts'
import { asJson, orderOf, pageOf, rowsAfter, type Sorting } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { events } from '../schema/events.ts'
import { isLoopback } from '../../platform/env/env.ts'
import { timeZoneOf } from '../settings/time-zone.ts'
import type { IntegrationSettings } from './environment.ts'
import { isFailureCode } from './failure.ts'
import { type Allowance, allowanceWords, refusedByPlan } from './plan.ts'
import { PROVIDER_NAMES, type ProviderName, providerOf } from './providers.ts'
import type { ConnectionLog, IntegrationsAnswer } from './record.ts'
import { type ConnectionRow, listConnections } from './repository.ts'
import { wishesOf } from './wishes.ts'

function recordOf({ id, scopes, writes, account, createdAt, checkedAt, lastUsedAt, failure }: ConnectionRow) {
  const moments = asJson({ connectedAt: createdAt, checkedAt, lastUsedAt })
  return { id, scopes, writes, account, ...moments, failure: isFailureCode(failure) ? failure : null }
}

export async function integrationsOverview(
  tx: OrganizationTransaction,
  settings: IntegrationSettings,
  allowance: Allowance | undefined,
): Promise<IntegrationsAnswer> {
  const rows = await listConnections(tx)
  const wishes = await wishesOf(tx)
  return {
    integrations: PROVIDER_NAMES.map((provider) => {
      const { missing, api } = settings.providers[provider]
      const row = rows.find((each) => each.provider === provider)
      const { write } = providerOf(provider)
      return {
        provider,
        isOffered: missing.length === 0,
        wantedAt: wishes.get(provider)?.toISOString() ?? null,
        localPage: api && isLoopback(api) ? api : null,
        refused: refusedByPlan(allowance, rows, provider, false) ?? null,
        refusedWriting: write ? (refusedByPlan(allowance, rows, provider, true) ?? null) : null,
        connection: row ? recordOf(row) : null,
      }
    }),
    allowance: allowance ? allowanceWords(allowance) : '',
    timeZone: await timeZoneOf(tx),
  }
}

const NEWEST_FIRST: Sorting = { by: events.at, id: events.id, direction: 'desc' }

const textIn = (details: Record<string, unknown> | null, name: string): string | null => {
  const value = details?.[name]
  return typeof value === 'string' ? value : null
}

/**
 * Returns a page of connection events, newest first. Includes events of removed connections.
 * @throws {CursorError} for an invalid cursor
 */
export async function connectionLogOf(
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
        cursor ? rowsAfter(cursor, NEWEST_FIRST) : undefined,
      ),
    )
    .orderBy(...orderOf(NEWEST_FIRST))
    .limit(PAGE_SIZE + 1)
  const page = pageOf(rows, PAGE_SIZE, (row) => row.at)
  return {
    entries: page.rows.map(({ id, at, actorKind, actorId, action, details }) => ({
      id,
      at: at.toISOString(),
      actor: actorKind,
      personId: actorKind === 'person' ? actorId : null,
      action,
      read: textIn(details, 'read'),
      wrote: textIn(details, 'wrote'),
      callId: textIn(details, 'call'),
    })),
    next: page.next,
  }
}
