import { and, eq } from 'drizzle-orm'
import { connections } from '../db/schema/index.ts'
import type { Actor } from '../events/event.ts'
import { recordEvent } from '../events/record.ts'
import { type Api, apiFor, isUnauthorized } from './api.ts'
import type { IntegrationContext } from './context.ts'
import { type FailureCode, ProviderError } from './failure.ts'
import { type ProviderName, PROVIDERS } from './providers.ts'
import { freshConnection } from './renew.ts'
import { findConnection, noteHealth, type OpenConnection } from './store.ts'

/**
 * What a connection is used for, as the log says it: what is read or written, in a few words without anything personal,
 * and for which call or visit.
 */
export type Use = ({ reads: string } | { writes: string; entry: string }) & { call?: string; visit?: string }

/** What came of a use: its result, or why there is none. */
export type Used<Result> = { result: Result } | { failure: FailureCode | 'not_connected' | 'writing_off' }

/** Writes down that a connection is about to be used, so that no use is missing from its log. */
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
 * Asks a provider with a good token, and once more with another one when it does not take that.
 * @returns undefined when there is no connection
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
    if (!isUnauthorized(error)) throw error
    const renewed = await freshConnection(context, provider, open.secret.accessToken ?? undefined)
    return renewed && { result: await run(renewed) }
  }
}

/** The code of what a provider did wrong, which is noted with the connection. @throws any other error */
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
 * The only way to use a connection: it writes what is read or written into the log first, refuses to write where that is
 * not switched on, keeps the token good, and notes how it went. The provider is asked outside of any transaction.
 * @param work asks the provider; done a second time when the token was not taken, before which nothing was done there
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
