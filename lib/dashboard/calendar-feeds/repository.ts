import { and, desc, eq, getTableColumns, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/client.ts'
import { asJson, isRowId } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { calendarFeeds } from '../schema/appointments.ts'
import type { Actor } from '../model/event.ts'
import { recordEvent } from '../events/record.ts'
import { hashOf, isSecret, makeSecret } from '../../platform/crypto/secret.ts'
import { type FeedInput, feedInput, type FeedRecord, MAX_FEEDS } from './record.ts'

const { id, name, createdById, createdAt, lastUsedAt } = getTableColumns(calendarFeeds)

const RECORD = { id, name, createdById, createdAt, lastUsedAt }

const working = ({ organizationId }: OrganizationTransaction) =>
  and(eq(calendarFeeds.organizationId, organizationId), isNull(calendarFeeds.revokedAt))

export class TooManyFeedsError extends Error {
  constructor() {
    super(`You already have ${MAX_FEEDS} calendar links. Revoke one you don’t use`)
    this.name = 'TooManyFeedsError'
  }
}

/**
 * Creates a feed.
 * @returns the feed and its secret, which cannot be read again
 * @throws {z.ZodError}
 * @throws {TooManyFeedsError}
 */
export async function createFeed(
  tx: OrganizationTransaction,
  actor: Actor,
  input: FeedInput,
): Promise<{ feed: FeedRecord; secret: string }> {
  const parts = feedInput.parse(input)
  const { db, organizationId } = tx
  if ((await db.$count(calendarFeeds, working(tx))) >= MAX_FEEDS) throw new TooManyFeedsError()
  const secret = makeSecret()
  const [row] = await db
    .insert(calendarFeeds)
    .values({
      ...parts,
      organizationId,
      secretHash: hashOf(secret),
      createdById: actor.kind === 'person' ? actor.id : null,
    })
    .returning(RECORD)
  if (!row) throw new Error('No row returned for the stored feed')
  await recordEvent(tx, actor, { action: 'feed.created', subjectId: row.id })
  return { feed: asJson(row), secret }
}

export async function listFeeds(tx: OrganizationTransaction): Promise<FeedRecord[]> {
  const rows = await tx.db
    .select(RECORD)
    .from(calendarFeeds)
    .where(working(tx))
    .orderBy(desc(calendarFeeds.createdAt), desc(calendarFeeds.id))
    .limit(MAX_FEEDS)
  return rows.map(asJson)
}

/** Returns undefined if the feed was revoked, or if its id is unknown or malformed. */
export async function findFeed(tx: OrganizationTransaction, feedId: string): Promise<FeedRecord | undefined> {
  if (!isRowId(feedId)) return undefined
  const [row] = await tx.db
    .select(RECORD)
    .from(calendarFeeds)
    .where(and(working(tx), eq(calendarFeeds.id, feedId)))
  return row && asJson(row)
}

/**
 * Revokes a feed.
 * @returns false if no active feed has this id
 */
export async function revokeFeed(tx: OrganizationTransaction, actor: Actor, feedId: string): Promise<boolean> {
  if (!isRowId(feedId)) return false
  const revoked = await tx.db
    .update(calendarFeeds)
    .set({ revokedAt: sql`now()` })
    .where(and(working(tx), eq(calendarFeeds.id, feedId)))
    .returning({ id: calendarFeeds.id })
  if (revoked.length === 0) return false
  await recordEvent(tx, actor, { action: 'feed.revoked', subjectId: feedId })
  return true
}

/** Returns undefined if the secret is unknown or revoked. */
export async function feedOwner(
  db: Database,
  secret: string,
): Promise<{ organizationId: string; feedId: string } | undefined> {
  if (!isSecret(secret)) return undefined
  const [owner] = await db.execute<{ organizationId: string; feedId: string }>(
    sql`select organization_id as "organizationId", feed_id as "feedId" from organization_of_feed(${hashOf(secret)})`,
  )
  return owner
}

const NOTED_EVERY = 60_000

/**
 * Updates the time of the last read, at most once a minute.
 * @returns the name of the feed; undefined if it was revoked concurrently
 */
export async function noteFeedUse(tx: OrganizationTransaction, feedId: string, now: Date): Promise<string | undefined> {
  const one = and(working(tx), eq(calendarFeeds.id, feedId))
  const [feed] = await tx.db.select({ name: calendarFeeds.name }).from(calendarFeeds).where(one)
  if (!feed) return undefined
  const before = new Date(now.getTime() - NOTED_EVERY)
  await tx.db
    .update(calendarFeeds)
    .set({ lastUsedAt: now })
    .where(and(one, or(isNull(calendarFeeds.lastUsedAt), lt(calendarFeeds.lastUsedAt, before))))
  return feed.name
}
