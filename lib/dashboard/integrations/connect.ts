import { sql } from 'drizzle-orm'
import { withAdvisoryLock } from '../../platform/db/client.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { connections } from '../schema/integrations.ts'
import { recordEvent } from '../events/record.ts'
import { apiFor } from './api.ts'
import type { IntegrationContext } from './context.ts'
import { type FailureCode, ProviderError } from './failure.ts'
import type { Outcome } from './outcome.ts'
import { type Allowance, refusedByPlan } from './plan.ts'
import { type ProviderName, providerOf } from './providers.ts'
import { nextTokens, withTokens } from './renew.ts'
import type { Sample } from './record.ts'
import { SAMPLES } from './samples.ts'
import {
  type ConnectionRow,
  EMPTY_SECRET,
  findConnection,
  listConnections,
  openConnection,
  renewalOf,
  sealSecret,
  type Secret,
} from './repository.ts'

export type Connecting = { userId: string; allowance: Allowance | undefined }

/** Scopes that a provider may omit from its response. A refresh token proves that they were granted. */
const LASTING = new Set(['offline_access', 'refresh_token'])

/** Normalizes a scope name. Microsoft adds the Graph URL as a prefix to some scopes. */
const plainScope = (scope: string) => scope.replace(/^https:\/\/graph\.microsoft\.com\//, '').toLowerCase()

/** Returns the granted scopes: first the requested ones, by their requested names, then any others. */
export function grantedScopes(asked: string[], answered: string[], isLasting: boolean): string[] {
  const plain = new Map(answered.map((scope) => [plainScope(scope), scope]))
  const own = asked.filter((scope) => plain.has(plainScope(scope)) || (LASTING.has(scope) && isLasting))
  const known = new Set(asked.map(plainScope))
  return [...own, ...[...plain].flatMap(([name, scope]) => (known.has(name) ? [] : [scope]))]
}

/**
 * Tests a connection's secret with a sample request.
 * @throws errors other than a `ProviderError`
 */
async function tryOut(
  context: IntegrationContext,
  provider: ProviderName,
  secret: Secret,
): Promise<{ sample: Sample } | { failure: FailureCode }> {
  try {
    return { sample: await SAMPLES[provider](apiFor(context.settings, provider, secret)) }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { failure: error.code }
  }
}

/** Copies the calendar selection and details of the earlier connection, if the account is the same. */
async function withEarlierChoices(
  context: IntegrationContext,
  provider: ProviderName,
  secret: Secret,
  account: string | null,
): Promise<Secret> {
  try {
    const earlier = await openConnection(context, provider)
    if (!earlier || !account || earlier.row.account !== account) return secret
    const { calendars, details } = earlier.secret
    return { ...secret, calendars, details: { ...details, ...secret.details } }
  } catch (error) {
    // The unreadable secret belongs to the connection that this one replaces.
    if (error instanceof ProviderError) return secret
    throw error
  }
}

type Stored = Pick<ConnectionRow, 'method' | 'scopes' | 'writes' | 'account' | 'failure'> & { secret: Secret }

/**
 * Stores a connection and replaces an earlier one to the same system.
 * @returns false if the plan does not allow another connection
 */
async function save(
  context: IntegrationContext,
  { userId, allowance }: Connecting,
  provider: ProviderName,
  stored: Stored,
): Promise<boolean> {
  const sealed = { secret: await sealSecret(context, provider, stored.secret), expiresAt: renewalOf(stored.secret) }
  const within = async (tx: OrganizationTransaction): Promise<boolean> => {
    const { db, organizationId } = tx
    if (refusedByPlan(allowance, await listConnections(tx), provider, stored.writes.length > 0)) return false
    const earlier = await findConnection(tx, provider)
    const columns = { ...stored, ...sealed, checkedAt: context.now(), createdById: userId }
    const [row] = await db
      .insert(connections)
      .values({ ...columns, organizationId, provider })
      .onConflictDoUpdate({
        target: [connections.organizationId, connections.provider],
        set: { ...columns, updatedAt: sql`now()` },
      })
      .returning({ id: connections.id })
    const action = earlier ? 'connection.changed' : 'connection.created'
    const details = { provider, method: stored.method, scopes: stored.scopes, writes: stored.writes }
    await recordEvent(tx, { kind: 'person', id: userId }, { action, details, ...(row && { subjectId: row.id }) })
    return true
  }
  return context.transaction((tx) => withAdvisoryLock(tx.db, `integrations ${tx.organizationId}`, () => within(tx)))
}

export async function connect(
  context: IntegrationContext,
  person: Connecting,
  provider: ProviderName,
  { secret, asked, granted, writes }: { secret: Secret; asked: string[]; granted: string[]; writes: string[] },
): Promise<Outcome> {
  const scopes = grantedScopes(asked, granted, secret.refreshToken !== null)
  const isWhole = asked.every((scope) => scopes.includes(scope))
  const mayWrite = providerOf(provider).write?.scopes.every(({ scope }) => scopes.includes(scope)) ?? false
  const trial = await tryOut(context, provider, secret)
  const account = 'sample' in trial ? trial.sample.account : null
  const isSaved = await save(context, person, provider, {
    method: 'oauth',
    scopes,
    writes: mayWrite ? writes : [],
    account,
    failure: 'failure' in trial ? trial.failure : null,
    secret: await withEarlierChoices(context, provider, secret, account),
  })
  if (!isSaved) return 'plan'
  if (!isWhole) return 'partly'
  return writes.length > 0 ? 'writing' : 'connected'
}

/**
 * Connects a provider with a pasted key. Tests the key first and does not store a failing one.
 * @param fields key fields, by the names in `providers.ts`
 */
export async function connectWithKey(
  context: IntegrationContext,
  person: Connecting,
  provider: ProviderName,
  fields: Record<string, string>,
): Promise<{ sample: Sample } | { refused: string } | { failure: FailureCode }> {
  const { label, connect: way } = providerOf(provider)
  if (way.method !== 'key') return { refused: `${label} isn’t connected with an API key.` }
  if (context.settings.providers[provider].missing.length > 0) return { refused: `${label} isn’t available yet.` }
  const refused = await context.transaction(async (tx) =>
    refusedByPlan(person.allowance, await listConnections(tx), provider, false),
  )
  if (refused) return { refused }
  const empty: Secret = { ...EMPTY_SECRET, key: fields }
  let secret: Secret
  try {
    secret = withTokens(empty, await nextTokens(context, provider, empty))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { failure: error.code }
  }
  const trial = await tryOut(context, provider, secret)
  if ('failure' in trial) return trial.failure === 'invalid_grant' ? { failure: 'key_refused' } : trial
  const isSaved = await save(context, person, provider, {
    method: 'key',
    scopes: [],
    writes: [],
    account: trial.sample.account,
    failure: null,
    secret,
  })
  return isSaved
    ? trial
    : { refused: 'Another integration was connected first, and your plan has no room for this one.' }
}
