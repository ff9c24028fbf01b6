import { and, eq, sql } from 'drizzle-orm'
import { toJson, type UpdateResult } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { lineRequests } from '../schema/lines.ts'
import type { Actor } from '../model/event.ts'
import { recordEvent } from '../events/record.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { LineRequestInput } from './input.ts'
import type { LineRecord, LineState } from './line.ts'

type Row = typeof lineRequests.$inferSelect

export const toLineRecord = ({ state, companyPhone, note, askedAt, startedAt, liveAt, version }: Row): LineRecord =>
  toJson({ state, companyPhone, note, askedAt, startedAt, liveAt, version })

/** Returns the phone line, or null before the first request. */
export async function findLine({ db, organizationId }: OrganizationTransaction): Promise<LineRecord | null> {
  const [row] = await db.select().from(lineRequests).where(eq(lineRequests.organizationId, organizationId))
  return row ? toLineRecord(row) : null
}

export const enqueueAdminMail = (tx: OrganizationTransaction, state: LineState): Promise<boolean> =>
  enqueue(tx, { kind: 'linemail', onceKey: `${state}-admins`, details: { to: 'admins', state } })

/** Returns the condition for an edit: setup has not started, and the version matches. */
const isChangeable = (organizationId: string, version: number) =>
  and(
    eq(lineRequests.organizationId, organizationId),
    eq(lineRequests.state, 'asked'),
    eq(lineRequests.version, version),
  )

/**
 * Requests a phone line, or edits the request until setup starts.
 * @param version version that the edit is based on; 0 for a new request
 * @returns `conflict` after a concurrent change, or if setup has started
 */
export async function requestLine(
  tx: OrganizationTransaction,
  actor: Extract<Actor, { kind: 'person' | 'key' }>,
  lineInput: LineRequestInput,
  version = 0,
): Promise<NonNullable<UpdateResult<LineRecord>>> {
  const { db, organizationId } = tx
  const [row] =
    version === 0
      ? await db
          .insert(lineRequests)
          .values({ organizationId, ...lineInput, askedById: actor.id })
          .onConflictDoNothing()
          .returning()
      : await db
          .update(lineRequests)
          .set({ ...lineInput, version: sql`${lineRequests.version} + 1` })
          .where(isChangeable(organizationId, version))
          .returning()
  if (!row) {
    const current = await findLine(tx)
    if (!current) return requestLine(tx, actor, lineInput)
    return { conflict: current }
  }
  await recordEvent(tx, actor, { action: 'line.asked', details: { fields: Object.keys(lineInput) } })
  // The key of the job is constant, so edits send no further email. Staff sees the edits on the phone lines page.
  await enqueue(tx, { kind: 'linemail', onceKey: 'asked-staff', details: { to: 'staff', state: 'asked' } })
  await enqueueAdminMail(tx, 'asked')
  return { changed: toLineRecord(row) }
}
