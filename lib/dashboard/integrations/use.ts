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

/** For the audit log: no personal data. */
export type Use = ({ reads: string } | { writes: string; entry: string }) & { call?: string; visit?: string }

export type Used<Result> = { result: Result } | { failure: FailureCode | 'not_connected' | 'writing_off' }

/** Logged before the use, so that none is missing. */
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

/** Retries once with a renewed token after a 401. @returns undefined if not connected @throws {ProviderError} */
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

/** Records the failure and returns its code. @throws any error that is not a `ProviderError` */
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
 * The only way to use a connection: logs it first, checks write permission, renews the token, records the health. No
 * transaction is open during the request.
 * @param work may run again after a 401
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
