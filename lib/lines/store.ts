import { and, eq, sql } from 'drizzle-orm'
import type { Changed } from '../db/list.ts'
import type { OrganizationTransaction } from '../db/organization.ts'
import { lineRequests } from '../db/schema/index.ts'
import type { Actor } from '../events/event.ts'
import { recordEvent } from '../events/record.ts'
import { addWork } from '../outgoing/queue.ts'
import type { LineWish } from './input.ts'
import type { LineRecord, LineState } from './line.ts'

type Row = typeof lineRequests.$inferSelect

/** A request as its company sees it. */
export const lineRecordOf = ({ state, companyPhone, note, askedAt, startedAt, liveAt, version }: Row): LineRecord => ({
  state,
  companyPhone,
  note,
  askedAt: askedAt.toISOString(),
  startedAt: startedAt?.toISOString() ?? null,
  liveAt: liveAt?.toISOString() ?? null,
  version,
})

/** An organization's request for a line; null while it has not asked for one. */
export async function findLine({ db, organizationId }: OrganizationTransaction): Promise<LineRecord | null> {
  const [row] = await db.select().from(lineRequests).where(eq(lineRequests.organizationId, organizationId))
  return row ? lineRecordOf(row) : null
}

/** Has the admins of the company told of a state, each once. */
export const tellAdmins = (tx: OrganizationTransaction, state: LineState): Promise<boolean> =>
  addWork(tx, { kind: 'linemail', onceKey: `${state}-admins`, details: { to: 'admins', state } })

/** Only while nobody has begun, and where the row is as it was seen. */
const isChangeable = (organizationId: string, version: number) =>
  and(
    eq(lineRequests.organizationId, organizationId),
    eq(lineRequests.state, 'asked'),
    eq(lineRequests.version, version),
  )

/**
 * Asks for a line, or changes what was asked for until somebody begins to set it up. The staff is told when it is asked for.
 * @param version that the change was made to; 0, or nothing, before the first one
 * @returns with `conflict` what is there, when it was asked for or changed before, or is being set up
 */
export async function askForLine(
  tx: OrganizationTransaction,
  actor: Extract<Actor, { kind: 'person' | 'key' }>,
  wish: LineWish,
  version = 0,
): Promise<NonNullable<Changed<LineRecord>>> {
  const { db, organizationId } = tx
  const written =
    version === 0
      ? await db
          .insert(lineRequests)
          .values({ organizationId, ...wish, askedById: actor.id })
          .onConflictDoNothing()
          .returning()
      : await db
          .update(lineRequests)
          .set({ ...wish, version: sql`${lineRequests.version} + 1` })
          .where(isChangeable(organizationId, version))
          .returning()
  const [row] = written
  if (!row) {
    const current = await findLine(tx)
    if (!current) return askForLine(tx, actor, wish)
    return { conflict: current }
  }
  await recordEvent(tx, actor, { action: 'line.asked', details: { fields: Object.keys(wish) } })
  // The staff reads what is asked for on its page, so a change of it is no further mail.
  await addWork(tx, { kind: 'linemail', onceKey: 'asked-staff', details: { to: 'staff', state: 'asked' } })
  await tellAdmins(tx, 'asked')
  return { changed: lineRecordOf(row) }
}
