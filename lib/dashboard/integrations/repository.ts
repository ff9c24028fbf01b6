import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { connections } from '../schema/integrations.ts'
import { notifyAdmins } from '../notifications/admins.ts'
import type { IntegrationContext } from './context.ts'
import { type FailureCode, ProviderError } from './failure.ts'
import { isProviderName, type ProviderName } from './providers.ts'
import { usesOlderKey, sealText, SealError, unsealText } from './secrets.ts'

/** Encrypted part of a connection. */
const secretSchema = z.object({
  accessToken: z.string().nullable(),
  refreshToken: z.string().nullable(),
  /** Renewal time in Unix milliseconds; null if the token does not expire. */
  renewAt: z.number().nullable(),
  key: z.record(z.string(), z.string()).nullable(),
  /** Values that requests need, such as a company id. */
  details: z.record(z.string(), z.string()),
  /**
   * Ids of the calendars that count as busy; null until selected. Encrypted, because the ids are often email addresses.
   */
  calendars: z.array(z.string()).nullable(),
})

export type Secret = z.infer<typeof secretSchema>

export type ConnectionRow = typeof connections.$inferSelect

/** A connection with its decrypted secret. It never leaves the process. */
export type OpenConnection = { row: ConnectionRow; secret: Secret }

export const EMPTY_SECRET: Secret = {
  accessToken: null,
  refreshToken: null,
  renewAt: null,
  key: null,
  details: {},
  calendars: null,
}

export const getRenewalTime = ({ renewAt }: Secret): Date | null => (renewAt === null ? null : new Date(renewAt))

const buildSealOwner = ({ organizationId }: IntegrationContext, provider: ProviderName) =>
  ({ organizationId, provider, what: 'connection' }) as const

export const sealSecret = (context: IntegrationContext, provider: ProviderName, secret: Secret): Promise<string> =>
  sealText(context.settings.keys, buildSealOwner(context, provider), JSON.stringify(secret))

/**
 * Decrypts a secret.
 * @throws {SealError} if decryption fails or the content has an unexpected shape
 */
export async function unsealSecret(
  context: IntegrationContext,
  provider: ProviderName,
  sealedText: string,
): Promise<Secret> {
  const parsed = secretSchema.safeParse(
    JSON.parse(await unsealText(context.settings.keys, buildSealOwner(context, provider), sealedText)),
  )
  // Zod's error would quote the secret.
  if (!parsed.success) throw new SealError()
  return parsed.data
}

const matchesProvider = (organizationId: string, provider: ProviderName) =>
  and(eq(connections.organizationId, organizationId), eq(connections.provider, provider))

/** Returns all connections, except those to providers that the site no longer supports. */
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
  const [row] = await db.select().from(connections).where(matchesProvider(organizationId, provider))
  return row
}

/** Columns to change. A new `secret` must be derived from the current one. */
type Change = Partial<
  Pick<ConnectionRow, 'secret' | 'expiresAt' | 'failure' | 'checkedAt' | 'lastUsedAt' | 'account' | 'writes'>
>

/**
 * Updates a connection, unless it was removed or its secret or renewal time changed concurrently.
 * @returns whether it was updated
 */
export async function changeConnection(
  { db, organizationId }: OrganizationTransaction,
  { id, secret, expiresAt }: Pick<ConnectionRow, 'id' | 'secret' | 'expiresAt'>,
  change: Change,
): Promise<boolean> {
  const changedRows = await db
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
  return changedRows.length > 0
}

/** At most one notification per connection, failure and day, because a provider may fail and recover often. */
async function notifyOfFailure(
  tx: OrganizationTransaction,
  { id, provider }: ConnectionRow,
  failure: FailureCode,
  now: Date,
): Promise<void> {
  const onceKey = `${id}-${failure}-${now.toISOString().slice(0, 10)}`
  await notifyAdmins(tx, { kind: 'integration', subjectId: id, details: { provider, failure }, onceKey })
}

/** Stores the result of a use. Notifies the admins when the connection stops working. */
export async function recordHealth(
  context: IntegrationContext,
  provider: ProviderName,
  health: { failure: FailureCode | null; account?: string | null; isTest?: boolean },
): Promise<void> {
  const { failure, account, isTest } = health
  await context.transaction(async (tx) => {
    const { db, organizationId } = tx
    const [row] = await db.select().from(connections).where(matchesProvider(organizationId, provider)).for('update')
    if (!row) return
    if (failure && !row.failure) await notifyOfFailure(tx, row, failure, context.now())
    await db
      .update(connections)
      .set({
        failure,
        ...(account !== undefined && { account }),
        ...(isTest && { checkedAt: context.now() }),
        updatedAt: sql`now()`,
      })
      .where(matchesProvider(organizationId, provider))
  })
}

/**
 * Reads and decrypts a connection. Encrypts the secret again if it uses an older key.
 * @returns undefined if the provider is not connected
 * @throws {ProviderError} `unreadable_secret`, after the failure is stored
 */
export async function openConnection(
  context: IntegrationContext,
  provider: ProviderName,
): Promise<OpenConnection | undefined> {
  const row = await context.transaction((tx) => findConnection(tx, provider))
  if (!row) return undefined
  try {
    const secret = await unsealSecret(context, provider, row.secret)
    if (!usesOlderKey(context.settings.keys, row.secret)) return { row, secret }
    const resealedSecret = await sealSecret(context, provider, secret)
    const wasChanged = await context.transaction((tx) => changeConnection(tx, row, { secret: resealedSecret }))
    return { row: wasChanged ? { ...row, secret: resealedSecret } : row, secret }
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    await recordHealth(context, provider, { failure: 'unreadable_secret' })
    throw new ProviderError('unreadable_secret', { cause: error })
  }
}

const MAX_ATTEMPTS = 5

/**
 * Changes parts of a secret other than the tokens. Retries after a concurrent change.
 * @returns false if the provider is not connected
 */
export async function updateSecret(
  context: IntegrationContext,
  provider: ProviderName,
  change: (secret: Secret) => Secret,
  onChanged?: (tx: OrganizationTransaction, row: ConnectionRow) => Promise<void>,
): Promise<boolean> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const connection = await openConnection(context, provider)
    if (!connection) return false
    const { row, secret } = connection
    const sealedSecret = await sealSecret(context, provider, change(secret))
    const wasChanged = await context.transaction(async (tx) => {
      const wasUpdated = await changeConnection(tx, row, { secret: sealedSecret })
      if (wasUpdated) await onChanged?.(tx, row)
      return wasUpdated
    })
    if (wasChanged) return true
  }
  throw new Error('Too many concurrent changes to the connection')
}
