import { and, eq, sql } from 'drizzle-orm'
import { connections } from '../db/schema/index.ts'
import type { Actor } from '../events/event.ts'
import { recordEvent } from '../events/record.ts'
import { oauthServer } from './authorization-servers.ts'
import type { IntegrationContext } from './context.ts'
import { type FailureCode, ProviderError } from './failure.ts'
import type { ProviderName } from './providers.ts'
import { type Sample, SAMPLES } from './samples.ts'
import { SealError } from './secrets.ts'
import { findConnection, noteHealth, unsealSecret } from './store.ts'
import { type Revoked, revoke } from './tokens.ts'
import { askProvider, noteFailure } from './use.ts'

/**
 * Reads one harmless record, so that somebody sees that a connection works and to which account it goes.
 * @returns what was read, or why it does not work
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
    const done = await askProvider(context, provider, SAMPLES[provider])
    if (!done) return { failure: 'not_connected' }
    await noteHealth(context, provider, { failure: null, account: done.result.account, isTest: true })
    return { sample: done.result }
  } catch (error) {
    return { failure: await noteFailure(context, provider, error, { isTest: true }) }
  }
}

/** Lets a connection only read from now on. @returns false when there is none */
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
 * Removes a connection: first here, with its secret and at once, then at the provider as far as that lets itself be told.
 * @returns what became of it there; undefined when there was no connection
 */
export async function removeConnection(
  context: IntegrationContext,
  provider: ProviderName,
  actor: Actor,
): Promise<Revoked | undefined> {
  const removed = await context.transaction(async (tx) => {
    const { db, organizationId } = tx
    const [row] = await db
      .delete(connections)
      .where(and(eq(connections.organizationId, organizationId), eq(connections.provider, provider)))
      .returning()
    if (row) await recordEvent(tx, actor, { action: 'connection.revoked', subjectId: row.id, details: { provider } })
    return row
  })
  if (!removed) return undefined
  if (removed.method === 'key') return 'no-endpoint'
  try {
    const secret = await unsealSecret(context, provider, removed.secret)
    return await revoke(await oauthServer(context.settings, provider), secret)
  } catch (error) {
    // What cannot be decrypted, and a server that does not say where it is told: the owner is asked to end it there.
    if (error instanceof ProviderError || error instanceof SealError) return 'failed'
    throw error
  }
}
