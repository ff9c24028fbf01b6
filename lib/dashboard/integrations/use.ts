import { and, eq } from 'drizzle-orm'
import { connections } from '../schema/integrations.ts'
import type { Actor } from '../model/event.ts'
import { recordEvent } from '../events/record.ts'
import { type Api, createApi, hasStatus } from './api.ts'
import type { IntegrationContext } from './context.ts'
import { type FailureCode, ProviderError } from './failure.ts'
import { type ProviderName, PROVIDERS } from './providers.ts'
import { getFreshConnection } from './renew.ts'
import { findConnection, recordHealth, type OpenConnection } from './repository.ts'

/** Use of a connection, for the audit log. Contains no personal data. */
export type ConnectionUse = ({ reads: string } | { writes: string; entry: string }) & { call?: string; visit?: string }

export type UseResult<Result> = { result: Result } | { failure: FailureCode | 'not_connected' | 'writing_off' }

/** Checks the permission and logs the use. Logging comes first, so that no use is missing in the log. */
async function authorizeUse(context: IntegrationContext, provider: ProviderName, actor: Actor, use: ConnectionUse) {
  return context.transaction(async (tx) => {
    const row = await findConnection(tx, provider)
    if (!row) return 'not_connected' as const
    if ('writes' in use && !row.writes.includes(use.writes)) return 'writing_off' as const
    await tx.db
      .update(connections)
      .set({ lastUsedAt: context.now() })
      .where(and(eq(connections.organizationId, tx.organizationId), eq(connections.id, row.id)))
    const { call, visit } = use
    const outcome = 'writes' in use ? { wrote: use.entry } : { read: use.reads }
    await recordEvent(tx, actor, {
      action: 'connection.used',
      subjectId: row.id,
      details: { provider, ...outcome, ...(call && { call }), ...(visit && { visit }) },
    })
    return undefined
  })
}

/**
 * Runs work with a valid token. After a 401 response, renews the token and retries once.
 * @returns undefined if the provider is not connected
 * @throws {ProviderError}
 */
export async function callProvider<Result>(
  context: IntegrationContext,
  provider: ProviderName,
  operation: (api: Api, open: OpenConnection) => Promise<Result>,
): Promise<{ result: Result } | undefined> {
  const activeConnection = await getFreshConnection(context, provider)
  if (!activeConnection) return undefined
  const run = (connection: OpenConnection) =>
    operation(createApi(context.settings, provider, connection.secret), connection)
  try {
    return { result: await run(activeConnection) }
  } catch (error) {
    if (!hasStatus(error, 401)) throw error
    const renewedConnection = await getFreshConnection(
      context,
      provider,
      activeConnection.secret.accessToken ?? undefined,
    )
    return renewedConnection && { result: await run(renewedConnection) }
  }
}

/**
 * Stores a failure and returns its code.
 * @throws any error that is not a `ProviderError`
 */
export async function recordFailure(
  context: IntegrationContext,
  provider: ProviderName,
  error: unknown,
  { isTest = false } = {},
): Promise<FailureCode> {
  if (!(error instanceof ProviderError)) throw error
  const isKey = PROVIDERS[provider].connect.method === 'key'
  const failure = isKey && error.code === 'invalid_grant' ? 'key_refused' : error.code
  await recordHealth(context, provider, { failure, isTest })
  return failure
}

/**
 * Runs work with a connection. All uses must go through this function: it checks write permission, logs the use, renews
 * the token and stores failures. No transaction is open during the work.
 * @param operation requests to the provider; may run again after a 401 response
 */
export async function runWithConnection<Result>(
  context: IntegrationContext,
  provider: ProviderName,
  actor: Actor,
  use: ConnectionUse,
  operation: (api: Api, open: OpenConnection) => Promise<Result>,
): Promise<UseResult<Result>> {
  const refusal = await authorizeUse(context, provider, actor, use)
  if (refusal) return { failure: refusal }
  try {
    const outcome = await callProvider(context, provider, operation)
    if (!outcome) return { failure: 'not_connected' }
    await recordHealth(context, provider, { failure: null })
    return outcome
  } catch (error) {
    return { failure: await recordFailure(context, provider, error) }
  }
}
