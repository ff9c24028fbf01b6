import { and, count, desc, eq, getTableColumns, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { asJson, isRowId } from '../db/list.ts'
import type { OrganizationTransaction } from '../db/organization.ts'
import { calendarFeeds } from '../db/schema/index.ts'
import type { Actor } from '../events/event.ts'
import { recordEvent } from '../events/record.ts'
import { hashOf, isSecret, makeSecret } from '../secret.ts'
import { type FeedInput, feedInput, type FeedRecord, MAX_FEEDS } from './record.ts'

const { id, name, createdById, createdAt, lastUsedAt } = getTableColumns(calendarFeeds)

const RECORD = { id, name, createdById, createdAt, lastUsedAt }

type FeedRow = Pick<typeof calendarFeeds.$inferSelect, keyof typeof RECORD>

const recordOf = (row: FeedRow): FeedRecord => asJson(row)

/** Of the organization and not revoked. */
const working = ({ organizationId }: OrganizationTransaction) =>
  and(eq(calendarFeeds.organizationId, organizationId), isNull(calendarFeeds.revokedAt))

/** Thrown when an organization has as many feeds as one may have. */
export class TooManyFeedsError extends Error {
  constructor() {
    super(`There are ${MAX_FEEDS} addresses already: revoke one that is not used`)
    this.name = 'TooManyFeedsError'
  }
}

/**
 * Makes a secret address at which the appointments are read without a sign-in.
 * @returns its secret part, too: nobody can find it out again
 * @throws {z.ZodError} for an input that does not fit
 * @throws {TooManyFeedsError}
 */
export async function createFeed(
  tx: OrganizationTransaction,
  actor: Actor,
  input: FeedInput,
): Promise<{ feed: FeedRecord; secret: string }> {
  const parts = feedInput.parse(input)
  const { db, organizationId } = tx
  const [counted] = await db.select({ total: count() }).from(calendarFeeds).where(working(tx))
  if (counted && counted.total >= MAX_FEEDS) throw new TooManyFeedsError()
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
  if (!row) throw new Error('A feed was stored and not given back')
  await recordEvent(tx, actor, { action: 'feed.created', subjectId: row.id })
  return { feed: recordOf(row), secret }
}

/** The feeds that work, newest first. */
export async function listFeeds(tx: OrganizationTransaction): Promise<FeedRecord[]> {
  const rows = await tx.db
    .select(RECORD)
    .from(calendarFeeds)
    .where(working(tx))
    .orderBy(desc(calendarFeeds.createdAt), desc(calendarFeeds.id))
    .limit(MAX_FEEDS)
  return rows.map(recordOf)
}

/** A feed that works; undefined when there is none with this id, whatever the id is. */
export async function findFeed(tx: OrganizationTransaction, feedId: string): Promise<FeedRecord | undefined> {
  if (!isRowId(feedId)) return undefined
  const [row] = await tx.db
    .select(RECORD)
    .from(calendarFeeds)
    .where(and(working(tx), eq(calendarFeeds.id, feedId)))
  return row && recordOf(row)
}

/** Ends a feed at once: its address is not found from now on. @returns false when there is no such feed that works */
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

/** Whose feed an address is; undefined for a secret that nobody was given, or that was revoked. */
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

/** Milliseconds between two notes of the use of a feed, so that reading it seldom writes. */
const NOTED_EVERY = 60_000

/**
 * Notes that a feed is read. Calendar programs read it often: not each time is written down.
 * @returns its name; undefined when it was revoked a moment ago
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
