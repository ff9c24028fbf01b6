import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import {
  isRowId,
  buildOrderBy,
  type Page,
  buildPage,
  buildCursorCondition,
  type SortOrder,
} from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { apiKeys } from '../schema/keys.ts'
import { appointments, calendarFeeds } from '../schema/appointments.ts'
import { callers } from '../schema/callers.ts'
import { calls } from '../schema/calls.ts'
import { connections } from '../schema/integrations.ts'
import { events } from '../schema/events.ts'
import { leads } from '../schema/leads.ts'
import { getTimeZone } from '../settings/time-zone.ts'
import {
  listGroupActions,
  type EventFilter,
  type EventList,
  type EventRecord,
  type SubjectKind,
  parseSubjectKind,
} from './log.ts'

export const EVENTS_PAGE_SIZE = 50

const LATEST_FIRST: SortOrder = { column: events.at, id: events.id, direction: 'desc' }

function buildActorFilter(actor: string): SQL | undefined {
  const [kind, id] = actor.split(':')
  return and(sql`${events.actorKind} = ${kind}`, id === undefined ? undefined : eq(events.actorId, id))
}

const SUBJECT_TABLES = {
  call: calls,
  caller: callers,
  lead: leads,
  appointment: appointments,
  feed: calendarFeeds,
  connection: connections,
  key: apiKeys,
}

async function findExistingIds(
  { db, organizationId }: OrganizationTransaction,
  kind: SubjectKind,
  ids: string[],
): Promise<string[]> {
  const table = SUBJECT_TABLES[kind]
  const existingRows = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.organizationId, organizationId), inArray(table.id, ids)))
  return existingRows.map(({ id }) => id)
}

type Row = { id: string; action: string; subjectId: string | null }

async function findSubjects(
  tx: OrganizationTransaction,
  rows: Row[],
): Promise<Map<string, NonNullable<EventRecord['subject']>>> {
  const eventSubjects = rows.flatMap(({ id, action, subjectId }) => {
    const kind = parseSubjectKind(action)
    return kind && subjectId && isRowId(subjectId) ? [{ entry: id, kind, id: subjectId }] : []
  })
  const subjects = new Map<string, NonNullable<EventRecord['subject']>>()
  for (const [kind, entries] of Map.groupBy(eventSubjects, (subject) => subject.kind)) {
    const ids = await findExistingIds(tx, kind, [...new Set(entries.map(({ id }) => id))])
    for (const { entry, id } of entries) if (ids.includes(id)) subjects.set(entry, { kind, id })
  }
  return subjects
}

/**
 * Returns a page of audit events, newest first.
 * @throws {CursorError} for an invalid cursor
 */
export async function listEvents(
  tx: OrganizationTransaction,
  { group, who }: EventFilter,
  cursor?: string,
  limit = EVENTS_PAGE_SIZE,
): Promise<Page<EventRecord>> {
  const { db, organizationId } = tx
  const eventRows = await db
    .select({
      id: events.id,
      at: events.at,
      actorKind: events.actorKind,
      actorId: events.actorId,
      keyName: apiKeys.name,
      action: events.action,
      subjectId: events.subjectId,
      details: events.details,
    })
    .from(events)
    .leftJoin(
      apiKeys,
      and(
        eq(apiKeys.organizationId, organizationId),
        eq(events.actorKind, 'key'),
        sql`${apiKeys.id}::text = ${events.actorId}`,
      ),
    )
    .where(
      and(
        eq(events.organizationId, organizationId),
        group && inArray(events.action, listGroupActions(group)),
        who ? buildActorFilter(who) : undefined,
        cursor ? buildCursorCondition(cursor, LATEST_FIRST) : undefined,
      ),
    )
    .orderBy(...buildOrderBy(LATEST_FIRST))
    .limit(limit + 1)
  const { rows, next } = buildPage(eventRows, limit, ({ at }) => at)
  const subjects = await findSubjects(tx, rows)
  return {
    rows: rows.map(({ id, at, actorKind, actorId, keyName, action, details }) => ({
      id,
      at: at.toISOString(),
      actor: { kind: actorKind, id: actorId, name: keyName },
      action,
      subject: subjects.get(id) ?? null,
      details,
    })),
    next,
  }
}

/** Returns the names of all API keys, including revoked ones, which still appear in the log. */
export const listKeyNames = ({
  db,
  organizationId,
}: OrganizationTransaction): Promise<{ id: string; name: string }[]> =>
  db
    .select({ id: apiKeys.id, name: apiKeys.name })
    .from(apiKeys)
    .where(eq(apiKeys.organizationId, organizationId))
    .orderBy(asc(apiKeys.name), asc(apiKeys.id))

/**
 * Reads a page of the audit log, with the names of API keys.
 * @throws {CursorError} for an invalid cursor
 */
export const readAuditLog = async (
  tx: OrganizationTransaction,
  filter: EventFilter,
  cursor?: string,
): Promise<EventList> => ({
  ...(await listEvents(tx, filter, cursor)),
  keys: await listKeyNames(tx),
  timeZone: await getTimeZone(tx),
})
