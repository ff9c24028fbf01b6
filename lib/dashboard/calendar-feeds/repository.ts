import { and, desc, eq, getTableColumns, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/client.ts'
import { toJson, isRowId } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { calendarFeeds } from '../schema/appointments.ts'
import type { Actor } from '../model/event.ts'
import { recordEvent } from '../events/record.ts'
import { hashText, isSecret, generateSecret } from '../../platform/crypto/secret.ts'
import { type FeedInput, feedInput, type FeedRecord, MAX_FEEDS } from './record.ts'

const { id, name, createdById, createdAt, lastUsedAt } = getTableColumns(calendarFeeds)

const RECORD_COLUMNS = { id, name, createdById, createdAt, lastUsedAt }

const isActiveFeed = ({ organizationId }: OrganizationTransaction) =>
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
  if ((await db.$count(calendarFeeds, isActiveFeed(tx))) >= MAX_FEEDS) throw new TooManyFeedsError()
  const secret = generateSecret()
  const [row] = await db
    .insert(calendarFeeds)
    .values({
      ...parts,
      organizationId,
      secretHash: hashText(secret),
      createdById: actor.kind === 'person' ? actor.id : null,
    })
    .returning(RECORD_COLUMNS)
  if (!row) throw new Error('No row returned for the stored feed')
  await recordEvent(tx, actor, { action: 'feed.created', subjectId: row.id })
  return { feed: toJson(row), secret }
}

export async function listFeeds(tx: OrganizationTransaction): Promise<FeedRecord[]> {
  const rows = await tx.db
    .select(RECORD_COLUMNS)
    .from(calendarFeeds)
    .where(isActiveFeed(tx))
    .orderBy(desc(calendarFeeds.createdAt), desc(calendarFeeds.id))
    .limit(MAX_FEEDS)
  return rows.map(toJson)
}

/** Returns undefined if the feed was revoked, or if its id is unknown or malformed. */
export async function findFeed(tx: OrganizationTransaction, feedId: string): Promise<FeedRecord | undefined> {
  if (!isRowId(feedId)) return undefined
  const [row] = await tx.db
    .select(RECORD_COLUMNS)
    .from(calendarFeeds)
    .where(and(isActiveFeed(tx), eq(calendarFeeds.id, feedId)))
  return row && toJson(row)
}

/**
 * Revokes a feed.
 * @returns false if no active feed has this id
 */
export async function revokeFeed(tx: OrganizationTransaction, actor: Actor, feedId: string): Promise<boolean> {
  if (!isRowId(feedId)) return false
  const revokedRows = await tx.db
    .update(calendarFeeds)
    .set({ revokedAt: sql`now()` })
    .where(and(isActiveFeed(tx), eq(calendarFeeds.id, feedId)))
    .returning({ id: calendarFeeds.id })
  if (revokedRows.length === 0) return false
  await recordEvent(tx, actor, { action: 'feed.revoked', subjectId: feedId })
  return true
}

/** Returns undefined if the secret is unknown or revoked. */
export async function findFeedOwner(
  db: Database,
  secret: string,
): Promise<{ organizationId: string; feedId: string } | undefined> {
  if (!isSecret(secret)) return undefined
  const [owner] = await db.execute<{ organizationId: string; feedId: string }>(
    sql`select organization_id as "organizationId", feed_id as "feedId" from organization_of_feed(${hashText(secret)})`,
  )
  return owner
}

const LAST_USED_UPDATE_INTERVAL_MS = 60_000

/**
 * Updates the time of the last read, at most once a minute.
 * @returns the name of the feed; undefined if it was revoked concurrently
 */
export async function recordFeedUse(
  tx: OrganizationTransaction,
  feedId: string,
  now: Date,
): Promise<string | undefined> {
  const isSameFeed = and(isActiveFeed(tx), eq(calendarFeeds.id, feedId))
  const [feed] = await tx.db.select({ name: calendarFeeds.name }).from(calendarFeeds).where(isSameFeed)
  if (!feed) return undefined
  const staleBefore = new Date(now.getTime() - LAST_USED_UPDATE_INTERVAL_MS)
  await tx.db
    .update(calendarFeeds)
    .set({ lastUsedAt: now })
    .where(and(isSameFeed, or(isNull(calendarFeeds.lastUsedAt), lt(calendarFeeds.lastUsedAt, staleBefore))))
  return feed.name
}
