import { and, eq, sql } from 'drizzle-orm'
import { connections } from '../schema/integrations.ts'
import type { Actor } from '../model/event.ts'
import { recordEvent } from '../events/record.ts'
import { getOAuthServer } from './authorization-servers.ts'
import type { IntegrationContext } from './context.ts'
import { type FailureCode, ProviderError } from './failure.ts'
import { type ProviderName, PROVIDERS } from './providers.ts'
import type { Sample } from './record.ts'
import { SAMPLE_REQUESTS } from './samples.ts'
import { SealError } from './secrets.ts'
import { findConnection, listConnections, recordHealth, unsealSecret } from './repository.ts'
import { type RevocationResult, revokeToken } from './tokens.ts'
import { callProvider, recordFailure } from './use.ts'

/**
 * Tests a connection. Reads one record, so the user can verify that it works and which account it uses.
 * @returns the record, or the failure
 */
export async function testConnection(
  context: IntegrationContext,
  provider: ProviderName,
  actor: Actor,
): Promise<{ sample: Sample } | { failure: FailureCode | 'not_connected' }> {
  const isConnected = await context.transaction(async (tx) => {
    const row = await findConnection(tx, provider)
    if (row) await recordEvent(tx, actor, { action: 'connection.tested', subjectId: row.id, details: { provider } })
    return row !== undefined
  })
  if (!isConnected) return { failure: 'not_connected' }
  try {
    const testResult = await callProvider(context, provider, SAMPLE_REQUESTS[provider])
    if (!testResult) return { failure: 'not_connected' }
    await recordHealth(context, provider, { failure: null, account: testResult.result.account, isTest: true })
    return { sample: testResult.result }
  } catch (error) {
    return { failure: await recordFailure(context, provider, error, { isTest: true }) }
  }
}

/**
 * Makes a connection read-only.
 * @returns false if the provider is not connected
 */
export const stopWriting = (context: IntegrationContext, provider: ProviderName, actor: Actor): Promise<boolean> =>
  context.transaction(async (tx) => {
    const { db, organizationId } = tx
    const row = await findConnection(tx, provider)
    if (!row) return false
    if (row.writes.length === 0) return true
    await db
      .update(connections)
      .set({ writes: [], updatedAt: sql`now()` })
      .where(and(eq(connections.organizationId, organizationId), eq(connections.id, row.id)))
    await recordEvent(tx, actor, {
      action: 'connection.changed',
      subjectId: row.id,
      details: { provider, writes: [] },
    })
    return true
  })

/**
 * Deletes a connection from the database, then revokes its token through the provider's API if possible.
 * @returns the result of the revocation; undefined if the provider is not connected
 */
export async function removeConnection(
  context: IntegrationContext,
  provider: ProviderName,
  actor: Actor,
): Promise<RevocationResult | undefined> {
  const removedConnection = await context.transaction(async (tx) => {
    const { db, organizationId } = tx
    const [row] = await db
      .delete(connections)
      .where(and(eq(connections.organizationId, organizationId), eq(connections.provider, provider)))
      .returning()
    if (row) await recordEvent(tx, actor, { action: 'connection.revoked', subjectId: row.id, details: { provider } })
    return row
  })
  if (!removedConnection) return undefined
  if (removedConnection.method === 'key') return 'no-endpoint'
  try {
    const secret = await unsealSecret(context, provider, removedConnection.secret)
    return await revokeToken(await getOAuthServer(context.settings, provider), secret)
  } catch (error) {
    // The secret is unreadable or server metadata is unavailable, so the owner must revoke access in the provider's
    // settings.
    if (error instanceof ProviderError || error instanceof SealError) return 'failed'
    throw error
  }
}

/**
 * Deletes all connections from the database, then revokes their tokens through the providers' APIs if possible.
 * @returns names of the providers whose access the owner must revoke manually
 */
export async function removeAllConnections(context: IntegrationContext, actor: Actor): Promise<string[]> {
  const rows = await context.transaction(listConnections)
  const outcomes = await Promise.all(
    rows.map(async ({ provider }) => ({ provider, there: await removeConnection(context, provider, actor) })),
  )
  return outcomes.filter(({ there }) => there === 'failed').map(({ provider }) => PROVIDERS[provider].label)
}
