import { and, eq } from 'drizzle-orm'
import { connections } from '../schema/integrations.ts'
import type { Actor } from '../model/event.ts'
import { recordEvent } from '../events/record.ts'
import { type Api, apiFor, isStatus } from './api.ts'
import type { IntegrationContext } from './context.ts'
import { type FailureCode, ProviderError } from './failure.ts'
import { type ProviderName, PROVIDERS } from './providers.ts'
import { freshConnection } from './renew.ts'
import { findConnection, noteHealth, type OpenConnection } from './repository.ts'

/** Use of a connection, for the audit log. Contains no personal data. */
export type Use = ({ reads: string } | { writes: string; entry: string }) & { call?: string; visit?: string }

export type Used<Result> = { result: Result } | { failure: FailureCode | 'not_connected' | 'writing_off' }

/** Checks the permission and logs the use. Logging comes first, so that no use is missing in the log. */
async function admit(context: IntegrationContext, provider: ProviderName, actor: Actor, use: Use) {
  return context.transaction(async (tx) => {
    const row = await findConnection(tx, provider)
    if (!row) return 'not_connected' as const
    if ('writes' in use && !row.writes.includes(use.writes)) return 'writing_off' as const
    await tx.db
      .update(connections)
      .set({ lastUsedAt: context.now() })
      .where(and(eq(connections.organizationId, tx.organizationId), eq(connections.id, row.id)))
    const { call, visit } = use
    const done = 'writes' in use ? { wrote: use.entry } : { read: use.reads }
    await recordEvent(tx, actor, {
      action: 'connection.used',
      subjectId: row.id,
      details: { provider, ...done, ...(call && { call }), ...(visit && { visit }) },
    })
    return undefined
  })
}

/**
 * Runs work with a valid token. After a 401 response, renews the token and retries once.
 * @returns undefined if the provider is not connected
 * @throws {ProviderError}
 */
export async function askProvider<Result>(
  context: IntegrationContext,
  provider: ProviderName,
  work: (api: Api, open: OpenConnection) => Promise<Result>,
): Promise<{ result: Result } | undefined> {
  const open = await freshConnection(context, provider)
  if (!open) return undefined
  const run = (connection: OpenConnection) => work(apiFor(context.settings, provider, connection.secret), connection)
  try {
    return { result: await run(open) }
  } catch (error) {
    if (!isStatus(error, 401)) throw error
    const renewed = await freshConnection(context, provider, open.secret.accessToken ?? undefined)
    return renewed && { result: await run(renewed) }
  }
}

/**
 * Stores a failure and returns its code.
 * @throws any error that is not a `ProviderError`
 */
export async function noteFailure(
  context: IntegrationContext,
  provider: ProviderName,
  error: unknown,
  { isTest = false } = {},
): Promise<FailureCode> {
  if (!(error instanceof ProviderError)) throw error
  const isKey = PROVIDERS[provider].connect.method === 'key'
  const failure = isKey && error.code === 'invalid_grant' ? 'key_refused' : error.code
  await noteHealth(context, provider, { failure, isTest })
  return failure
}

/**
 * Runs work with a connection. All uses must go through this function: it checks write permission, logs the use, renews
 * the token and stores failures. No transaction is open during the work.
 * @param work requests to the provider; may run again after a 401 response
 */
export async function useConnection<Result>(
  context: IntegrationContext,
  provider: ProviderName,
  actor: Actor,
  use: Use,
  work: (api: Api, open: OpenConnection) => Promise<Result>,
): Promise<Used<Result>> {
  const refusal = await admit(context, provider, actor, use)
  if (refusal) return { failure: refusal }
  try {
    const done = await askProvider(context, provider, work)
    if (!done) return { failure: 'not_connected' }
    await noteHealth(context, provider, { failure: null })
    return done
  } catch (error) {
    return { failure: await noteFailure(context, provider, error) }
  }
}
