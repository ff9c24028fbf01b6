import { sql } from 'drizzle-orm'
import { withAdvisoryLock } from '../../platform/db/client.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { connections } from '../schema/integrations.ts'
import { recordEvent } from '../events/record.ts'
import { createApi } from './api.ts'
import type { IntegrationContext } from './context.ts'
import { type FailureCode, ProviderError } from './failure.ts'
import type { Outcome } from './outcome.ts'
import { type Allowance, findPlanRefusal } from './plan.ts'
import { type ProviderName, getProvider } from './providers.ts'
import { fetchTokens, mergeTokens } from './renew.ts'
import type { Sample } from './record.ts'
import { SAMPLE_REQUESTS } from './samples.ts'
import {
  type ConnectionRow,
  EMPTY_SECRET,
  findConnection,
  listConnections,
  openConnection,
  getRenewalTime,
  sealSecret,
  type Secret,
} from './repository.ts'

export type ConnectingUser = { userId: string; allowance: Allowance | undefined }

/** Scopes that a provider may omit from its response. A refresh token proves that they were granted. */
const OMITTABLE_SCOPES = new Set(['offline_access', 'refresh_token'])

/** Normalizes a scope name. Microsoft adds the Graph URL as a prefix to some scopes. */
const normalizeScope = (scope: string) => scope.replace(/^https:\/\/graph\.microsoft\.com\//, '').toLowerCase()

/** Returns the granted scopes: first the requested ones, by their requested names, then any others. */
export function resolveGrantedScopes(requested: string[], granted: string[], hasRefreshToken: boolean): string[] {
  const grantedByName = new Map(granted.map((scope) => [normalizeScope(scope), scope]))
  const requestedAndGranted = requested.filter(
    (scope) => grantedByName.has(normalizeScope(scope)) || (OMITTABLE_SCOPES.has(scope) && hasRefreshToken),
  )
  const requestedNames = new Set(requested.map(normalizeScope))
  return [
    ...requestedAndGranted,
    ...[...grantedByName].flatMap(([name, scope]) => (requestedNames.has(name) ? [] : [scope])),
  ]
}

/**
 * Tests a connection's secret with a sample request.
 * @throws errors other than a `ProviderError`
 */
async function testSecret(
  context: IntegrationContext,
  provider: ProviderName,
  secret: Secret,
): Promise<{ sample: Sample } | { failure: FailureCode }> {
  try {
    return { sample: await SAMPLE_REQUESTS[provider](createApi(context.settings, provider, secret)) }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { failure: error.code }
  }
}

/** Copies the calendar selection and details of the earlier connection, if the account is the same. */
async function copyEarlierChoices(
  context: IntegrationContext,
  provider: ProviderName,
  secret: Secret,
  account: string | null,
): Promise<Secret> {
  try {
    const previousConnection = await openConnection(context, provider)
    if (!previousConnection || !account || previousConnection.row.account !== account) return secret
    const { calendars, details } = previousConnection.secret
    return { ...secret, calendars, details: { ...details, ...secret.details } }
  } catch (error) {
    // The unreadable secret belongs to the connection that this one replaces.
    if (error instanceof ProviderError) return secret
    throw error
  }
}

type NewConnection = Pick<ConnectionRow, 'method' | 'scopes' | 'writes' | 'account' | 'failure'> & { secret: Secret }

/**
 * Stores a connection and replaces an earlier one to the same system.
 * @returns false if the plan does not allow another connection
 */
async function saveConnection(
  context: IntegrationContext,
  { userId, allowance }: ConnectingUser,
  provider: ProviderName,
  connection: NewConnection,
): Promise<boolean> {
  const sealedColumns = {
    secret: await sealSecret(context, provider, connection.secret),
    expiresAt: getRenewalTime(connection.secret),
  }
  const saveInTransaction = async (tx: OrganizationTransaction): Promise<boolean> => {
    const { db, organizationId } = tx
    if (findPlanRefusal(allowance, await listConnections(tx), provider, connection.writes.length > 0)) return false
    const previousConnection = await findConnection(tx, provider)
    // The settings name a channel, which exists only in its workspace.
    const isOtherAccount = connection.account !== null && previousConnection?.account !== connection.account
    const columns = { ...connection, ...sealedColumns, checkedAt: context.now(), createdById: userId }
    const [row] = await db
      .insert(connections)
      .values({ ...columns, organizationId, provider })
      .onConflictDoUpdate({
        target: [connections.organizationId, connections.provider],
        set: { ...columns, ...(isOtherAccount && { options: null }), updatedAt: sql`now()` },
      })
      .returning({ id: connections.id })
    const action = previousConnection ? 'connection.changed' : 'connection.created'
    const details = { provider, method: connection.method, scopes: connection.scopes, writes: connection.writes }
    await recordEvent(tx, { kind: 'person', id: userId }, { action, details, ...(row && { subjectId: row.id }) })
    return true
  }
  return context.transaction((tx) =>
    withAdvisoryLock(tx.db, `integrations ${tx.organizationId}`, () => saveInTransaction(tx)),
  )
}

export async function connectProvider(
  context: IntegrationContext,
  person: ConnectingUser,
  provider: ProviderName,
  { secret, requested, granted, writes }: { secret: Secret; requested: string[]; granted: string[]; writes: string[] },
): Promise<Outcome> {
  const scopes = resolveGrantedScopes(requested, granted, secret.refreshToken !== null)
  const hasAllScopes = requested.every((scope) => scopes.includes(scope))
  const canWrite = getProvider(provider).write?.scopes.every(({ scope }) => scopes.includes(scope)) ?? false
  const testResult = await testSecret(context, provider, secret)
  const account = 'sample' in testResult ? testResult.sample.account : null
  const isSaved = await saveConnection(context, person, provider, {
    method: 'oauth',
    scopes,
    writes: canWrite ? writes : [],
    account,
    failure: 'failure' in testResult ? testResult.failure : null,
    secret: await copyEarlierChoices(context, provider, secret, account),
  })
  if (!isSaved) return 'plan'
  if (!hasAllScopes) return 'partly'
  return writes.length > 0 ? 'writing' : 'connected'
}

/**
 * Connects a provider with a pasted key. Tests the key first and does not store a failing one.
 * @param fields key fields, by the names in `providers.ts`
 */
export async function connectWithKey(
  context: IntegrationContext,
  user: ConnectingUser,
  provider: ProviderName,
  fields: Record<string, string>,
): Promise<{ sample: Sample } | { refused: string } | { failure: FailureCode }> {
  const { label, connect: method } = getProvider(provider)
  if (method.method !== 'key') return { refused: `${label} isn’t connected with an API key.` }
  if (context.settings.providers[provider].missing.length > 0) return { refused: `${label} isn’t available yet.` }
  const refusalMessage = await context.transaction(async (tx) =>
    findPlanRefusal(user.allowance, await listConnections(tx), provider, false),
  )
  if (refusalMessage) return { refused: refusalMessage }
  const unrenewedSecret: Secret = { ...EMPTY_SECRET, key: fields }
  let secret: Secret
  try {
    secret = mergeTokens(unrenewedSecret, await fetchTokens(context, provider, unrenewedSecret))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { failure: error.code }
  }
  const testResult = await testSecret(context, provider, secret)
  if ('failure' in testResult) return testResult.failure === 'invalid_grant' ? { failure: 'key_refused' } : testResult
  const isSaved = await saveConnection(context, user, provider, {
    method: 'key',
    scopes: [],
    writes: [],
    account: testResult.sample.account,
    failure: null,
    secret,
  })
  return isSaved
    ? testResult
    : { refused: 'Another integration was connected first, and your plan has no room for this one.' }
}
