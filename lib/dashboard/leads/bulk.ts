import { and, eq, inArray, sql } from 'drizzle-orm'
import { toJson, isRowId } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { leads } from '../schema/leads.ts'
import type { Actor } from '../model/event.ts'
import { recordEvents } from '../events/record.ts'
import type { LeadRecord, LeadsChange, PreviousLead } from './input.ts'
import { notifyAssignee } from '../notifications/assigned.ts'
import { publishEvent } from '../publish/publish-event.ts'
import { findChangedFields, buildEventEntries, getRecordColumns } from './repository.ts'

/** `SELECT … FOR UPDATE`: locks the leads, in a fixed order to prevent deadlocks. */
async function lockLeads(
  { db, organizationId }: OrganizationTransaction,
  ids: readonly string[],
): Promise<LeadRecord[]> {
  const rows = await db
    .select(getRecordColumns())
    .from(leads)
    .where(and(eq(leads.organizationId, organizationId), inArray(leads.id, ids.filter(isRowId))))
    .orderBy(leads.id)
    .for('update')
  return rows.map(toJson)
}

async function applyChanges(
  tx: OrganizationTransaction,
  actor: Actor,
  changes: readonly { before: LeadRecord; values: LeadsChange }[],
): Promise<LeadRecord[]> {
  const { db, organizationId } = tx
  const groups = Map.groupBy(changes, ({ values }) => JSON.stringify(Object.entries(values).toSorted()))
  const changed: LeadRecord[] = []
  for (const group of groups.values()) {
    const [first] = group
    if (!first) continue
    const rows = await db
      .update(leads)
      .set({ ...first.values, version: sql`${leads.version} + 1`, updatedAt: sql`now()` })
      .where(
        and(
          eq(leads.organizationId, organizationId),
          inArray(
            leads.id,
            group.map(({ before }) => before.id),
          ),
        ),
      )
      .returning(getRecordColumns())
    changed.push(...rows.map(toJson))
  }
  const now = new Map(changed.map((lead) => [lead.id, lead]))
  const entries = changes.flatMap(({ before, values }) => {
    const after = now.get(before.id)
    return after ? buildEventEntries(before, after, findChangedFields(before, values)) : []
  })
  await recordEvents(tx, actor, entries)
  for (const lead of changed) await publishEvent(tx, 'lead.updated', lead)
  return changed
}

/** Result of a bulk change. `previous` is the input for `restoreLeads`. */
export type BulkChangeResult = { changed: LeadRecord[]; previous: PreviousLead[] }

/**
 * Changes all leads or none. Skips missing leads and leads that already have the new values. An assignee gets one
 * notification for all leads.
 * @returns the changed leads and their previous values
 */
export async function changeLeads(
  tx: OrganizationTransaction,
  actor: Actor,
  ids: readonly string[],
  change: LeadsChange,
): Promise<BulkChangeResult> {
  const lockedLeads = await lockLeads(tx, ids)
  const affectedLeads = lockedLeads.filter((lead) => findChangedFields(lead, change).length > 0)
  const changed = await applyChanges(
    tx,
    actor,
    affectedLeads.map((before) => ({ before, values: change })),
  )
  const assignedIds = affectedLeads.filter(({ assigneeId }) => assigneeId !== change.assigneeId).map(({ id }) => id)
  await notifyAssignee(tx, actor, { subject: 'lead', ids: assignedIds, userId: change.assigneeId ?? null })
  const versions = new Map(changed.map(({ id, version }) => [id, version]))
  const previous = affectedLeads.map((lead) => ({
    id: lead.id,
    version: versions.get(lead.id) ?? lead.version,
    values: Object.fromEntries(
      findChangedFields(lead, change).map((field) => [field, lead[field as keyof LeadsChange]]),
    ) as LeadsChange,
  }))
  return { changed, previous }
}

/**
 * Undoes a bulk change. Skips leads that were edited since. Notifies no one.
 * @returns the restored leads, and the number of skipped leads
 */
export async function restoreLeads(
  tx: OrganizationTransaction,
  actor: Actor,
  previous: readonly PreviousLead[],
): Promise<{ changed: LeadRecord[]; kept: number }> {
  const previousById = new Map(previous.map((lead) => [lead.id, lead]))
  const lockedLeads = await lockLeads(tx, [...previousById.keys()])
  const restorations = lockedLeads.flatMap((before) => {
    const lead = previousById.get(before.id)
    return lead && lead.version === before.version ? [{ before, values: lead.values }] : []
  })
  const changed = await applyChanges(tx, actor, restorations)
  return { changed, kept: previous.length - changed.length }
}
