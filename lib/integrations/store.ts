import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { OrganizationTransaction } from '../db/organization.ts'
import { connections } from '../db/schema/index.ts'
import type { IntegrationContext } from './context.ts'
import { type FailureCode, ProviderError } from './failure.ts'
import { isProviderName, type ProviderName } from './providers.ts'
import { isSealedWithOlder, seal, SealError, unseal } from './secrets.ts'

/** What is kept of a connection that nobody may read: tokens or a key, and what only they make useful. */
const secretParts = z.object({
  accessToken: z.string().nullable(),
  refreshToken: z.string().nullable(),
  /** When the access token has to be renewed, in milliseconds since 1970; null when nobody said. */
  renewAt: z.number().nullable(),
  /** What somebody pasted, by the names of its fields. */
  key: z.record(z.string(), z.string()).nullable(),
  /** What requests need beside the token, such as the number of a company. */
  details: z.record(z.string(), z.string()),
  /** Ids of the calendars that count as busy (they are mail addresses, mostly); null until somebody chose. */
  calendars: z.array(z.string()).nullable(),
})

export type Secret = z.infer<typeof secretParts>

export type ConnectionRow = typeof connections.$inferSelect

/** A connection with its secret in plain. It stays in this process. */
export type OpenConnection = { row: ConnectionRow; secret: Secret }

const ownedBy = (context: IntegrationContext, provider: ProviderName) => ({
  organizationId: context.organizationId,
  provider,
  what: 'connection' as const,
})

export const sealSecret = (context: IntegrationContext, provider: ProviderName, secret: Secret): Promise<string> =>
  seal(context.settings.keys, ownedBy(context, provider), JSON.stringify(secret))

/** @throws {SealError} for what does not open, or is no secret of a connection */
export async function unsealSecret(
  context: IntegrationContext,
  provider: ProviderName,
  sealed: string,
): Promise<Secret> {
  const parsed = secretParts.safeParse(
    JSON.parse(await unseal(context.settings.keys, ownedBy(context, provider), sealed)),
  )
  // The complaint would quote what nobody may read.
  if (!parsed.success) throw new SealError()
  return parsed.data
}

const own = (organizationId: string, provider: ProviderName) =>
  and(eq(connections.organizationId, organizationId), eq(connections.provider, provider))

/** The organization's connections to systems that there still are. */
export async function listConnections({
  db,
  organizationId,
}: OrganizationTransaction): Promise<(ConnectionRow & { provider: ProviderName })[]> {
  const rows = await db.select().from(connections).where(eq(connections.organizationId, organizationId))
  return rows.flatMap(({ provider, ...row }) => (isProviderName(provider) ? [{ ...row, provider }] : []))
}

export async function findConnection(
  { db, organizationId }: OrganizationTransaction,
  provider: ProviderName,
): Promise<ConnectionRow | undefined> {
  const [row] = await db.select().from(connections).where(own(organizationId, provider))
  return row
}

/** Columns of a connection that change; `secret` only together with the secret that it takes the place of. */
type Change = Partial<
  Pick<ConnectionRow, 'secret' | 'expiresAt' | 'failure' | 'checkedAt' | 'lastUsedAt' | 'account' | 'writes'>
>

/**
 * Changes a connection, unless it was removed, or has another secret or another time of renewal than the caller saw.
 * @returns whether it was changed
 */
export async function changeConnection(
  { db, organizationId }: OrganizationTransaction,
  { id, secret, expiresAt }: Pick<ConnectionRow, 'id' | 'secret' | 'expiresAt'>,
  change: Change,
): Promise<boolean> {
  const changed = await db
    .update(connections)
    .set({ ...change, updatedAt: sql`now()` })
    .where(
      and(
        eq(connections.organizationId, organizationId),
        eq(connections.id, id),
        eq(connections.secret, secret),
        expiresAt ? eq(connections.expiresAt, expiresAt) : isNull(connections.expiresAt),
      ),
    )
    .returning({ id: connections.id })
  return changed.length > 0
}

/** Notes how a connection does; nothing happens to one that has been removed. */
export async function noteHealth(
  context: IntegrationContext,
  provider: ProviderName,
  health: { failure: FailureCode | null; account?: string | null; isTest?: boolean },
): Promise<void> {
  const { failure, account, isTest } = health
  await context.transaction(({ db, organizationId }) =>
    db
      .update(connections)
      .set({
        failure,
        ...(account !== undefined && { account }),
        ...(isTest && { checkedAt: context.now() }),
        updatedAt: sql`now()`,
      })
      .where(own(organizationId, provider)),
  )
}

/**
 * A connection with its secret, which is encrypted anew when an earlier key did.
 * @returns undefined when there is none
 * @throws {ProviderError} `unreadable_secret`, after noting it
 */
export async function openConnection(
  context: IntegrationContext,
  provider: ProviderName,
): Promise<OpenConnection | undefined> {
  const row = await context.transaction((tx) => findConnection(tx, provider))
  if (!row) return undefined
  try {
    const secret = await unsealSecret(context, provider, row.secret)
    if (!isSealedWithOlder(context.settings.keys, row.secret)) return { row, secret }
    const resealed = await sealSecret(context, provider, secret)
    const isChanged = await context.transaction((tx) => changeConnection(tx, row, { secret: resealed }))
    return { row: isChanged ? { ...row, secret: resealed } : row, secret }
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    await noteHealth(context, provider, { failure: 'unreadable_secret' })
    throw new ProviderError('unreadable_secret', { cause: error })
  }
}

/** How often a change of a secret is tried while others change it. */
const ATTEMPTS = 5

/** Changes what is kept in a secret beside its tokens. @returns false when there is no connection */
export async function changeSecret(
  context: IntegrationContext,
  provider: ProviderName,
  change: (secret: Secret) => Secret,
  alongside?: (tx: OrganizationTransaction, row: ConnectionRow) => Promise<void>,
): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const open = await openConnection(context, provider)
    if (!open) return false
    const { row, secret } = open
    const sealed = await sealSecret(context, provider, change(secret))
    const isChanged = await context.transaction(async (tx) => {
      const done = await changeConnection(tx, row, { secret: sealed })
      if (done) await alongside?.(tx, row)
      return done
    })
    if (isChanged) return true
  }
  throw new Error('A connection changes faster than it can be changed')
}
