import { sql } from 'drizzle-orm'
import { withAdvisoryLock } from '../db/client.ts'
import type { OrganizationTransaction } from '../db/organization.ts'
import { connections } from '../db/schema/index.ts'
import { recordEvent } from '../events/record.ts'
import { apiFor } from './api.ts'
import type { IntegrationContext } from './context.ts'
import { type FailureCode, ProviderError } from './failure.ts'
import type { Outcome } from './outcome.ts'
import { type Allowance, refusedByPlan } from './plan.ts'
import { type ProviderName, providerOf } from './providers.ts'
import { nextTokens, withTokens } from './renew.ts'
import { type Sample, SAMPLES } from './samples.ts'
import {
  type ConnectionRow,
  findConnection,
  listConnections,
  openConnection,
  sealSecret,
  type Secret,
} from './store.ts'

/** Who connects, and what their plan allows. */
export type Connecting = { userId: string; allowance: Allowance | undefined }

/** Scopes that a provider may leave out of its answer although it granted them: the refresh token says so. */
const LASTING = new Set(['offline_access', 'refresh_token'])

/** Microsoft writes some of its scopes with the address of the API before them. */
const plainScope = (scope: string) => scope.replace(/^https:\/\/graph\.microsoft\.com\//, '').toLowerCase()

/** What was granted: what was asked for in the names of our table, and beside that whatever else the provider names. */
export function grantedScopes(asked: string[], answered: string[], isLasting: boolean): string[] {
  const plain = new Map(answered.map((scope) => [plainScope(scope), scope]))
  const own = asked.filter((scope) => plain.has(plainScope(scope)) || (LASTING.has(scope) && isLasting))
  const known = new Set(asked.map(plainScope))
  return [...own, ...[...plain].flatMap(([name, scope]) => (known.has(name) ? [] : [scope]))]
}

type Trial = { sample: Sample } | { failure: FailureCode }

/** Tries a secret before, or just as, it is stored. @throws what is not the provider's fault */
async function tryOut(context: IntegrationContext, provider: ProviderName, secret: Secret): Promise<Trial> {
  try {
    return { sample: await SAMPLES[provider](apiFor(context.settings, provider, secret)) }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { failure: error.code }
  }
}

/** What somebody chose for the connection of before stays, when it is the same account. */
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
    // What cannot be decrypted is what this connection takes the place of.
    if (error instanceof ProviderError) return secret
    throw error
  }
}

type Stored = Pick<ConnectionRow, 'method' | 'scopes' | 'writes' | 'account' | 'failure' | 'expiresAt'>

/** Stores a connection in place of one to the same system. @returns false when the plan has no room for it any more */
async function save(
  context: IntegrationContext,
  { userId, allowance }: Connecting,
  provider: ProviderName,
  stored: Stored & { secret: string },
): Promise<boolean> {
  const within = async (tx: OrganizationTransaction): Promise<boolean> => {
    const { db, organizationId } = tx
    if (refusedByPlan(allowance, await listConnections(tx), provider, stored.writes.length > 0)) return false
    const earlier = await findConnection(tx, provider)
    const columns = { ...stored, checkedAt: context.now(), createdById: userId }
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

/** Stores what somebody granted at a provider, and looks which account it is. */
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
  const kept = await withEarlierChoices(context, provider, secret, account)
  const isSaved = await save(context, person, provider, {
    method: 'oauth',
    scopes,
    writes: mayWrite ? writes : [],
    account,
    failure: 'failure' in trial ? trial.failure : null,
    expiresAt: secret.renewAt === null ? null : new Date(secret.renewAt),
    secret: await sealSecret(context, provider, kept),
  })
  if (!isSaved) return 'plan'
  if (!isWhole) return 'partly'
  return writes.length > 0 ? 'writing' : 'connected'
}

/**
 * Connects by a key that somebody pasted, after it was tried: one that does not work is not stored.
 * @param fields by the names of the provider's table
 */
export async function connectWithKey(
  context: IntegrationContext,
  person: Connecting,
  provider: ProviderName,
  fields: Record<string, string>,
): Promise<{ sample: Sample } | { refused: string } | { failure: FailureCode }> {
  const { label, connect: way } = providerOf(provider)
  if (way.method !== 'key') return { refused: `${label} is not connected by a key.` }
  if (context.settings.providers[provider].missing.length > 0) return { refused: `${label} is not offered yet.` }
  const refused = await context.transaction(async (tx) =>
    refusedByPlan(person.allowance, await listConnections(tx), provider, false),
  )
  if (refused) return { refused }
  const empty: Secret = {
    accessToken: null,
    refreshToken: null,
    renewAt: null,
    key: fields,
    details: {},
    calendars: null,
  }
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
    expiresAt: secret.renewAt === null ? null : new Date(secret.renewAt),
    secret: await sealSecret(context, provider, secret),
  })
  return isSaved
    ? trial
    : { refused: 'Meanwhile another system was connected, and your plan has no room for this one.' }
}
