import { and, asc, desc, eq, gt, not, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { handOverVersion } from '../../assistant/store.ts'
import { PAGE_SIZE } from '../../constants.ts'
import { withAdvisoryLock } from '../../db/client.ts'
import type { OrganizationTransaction } from '../../db/organization.ts'
import {
  lineRequests,
  calls,
  ORGANIZATION_DATA,
  organizationExports,
  organizationMembers,
  organizations,
  organizationSettings,
  trials,
} from '../../db/schema/index.ts'
import type { Actor } from '../../events/event.ts'
import { recordEvent } from '../../events/record.ts'
import { timeZoneOf } from '../../settings/time-zone.ts'
import { keepTrial } from '../../trials/store.ts'
import { requestVendorDeletion } from '../../voice/deletions.ts'

type OrganizationData = {
  table: PgTable & { organizationId: PgColumn; id?: PgColumn }
  /** Columns that no export has. */
  without?: readonly string[]
  isExported?: boolean
  /** Rows that stay when the organization's data is deleted. */
  keeps?: SQL
}

const organizationData = (): [name: string, OrganizationData][] => Object.entries(ORGANIZATION_DATA)

/** Runs one transaction for the organization; each has a deadline of its own. */
export type RunInOrganization = <Result>(work: (tx: OrganizationTransaction) => Promise<Result>) => Promise<Result>

/** An export of an organization's data; `at` in ISO 8601, `own` when the person who asks made it. */
export type ExportEntry = { id: string; at: string; own: boolean }

/** The latest exports of an organization, newest first, and the zone in which the business reads times. */
export async function listExports(
  tx: OrganizationTransaction,
  userId: string,
): Promise<{ exports: ExportEntry[]; timeZone: string }> {
  const { db, organizationId } = tx
  const rows = await db
    .select()
    .from(organizationExports)
    .where(eq(organizationExports.organizationId, organizationId))
    .orderBy(desc(organizationExports.at), desc(organizationExports.id))
    .limit(PAGE_SIZE)
  const exports = rows.map((row) => ({ id: row.id, at: row.at.toISOString(), own: row.userId === userId }))
  return { exports, timeZone: await timeZoneOf(tx) }
}

/** Rows that are read at once: what an export needs of the memory, however much there is. */
const ROWS_AT_ONCE = 500

type StoredRow = Record<string, unknown>

/** The rows of a table in the order of their ids, so many after another; a table without ids has one row. */
async function* rowsOf(
  runInOrganization: RunInOrganization,
  { table, without = [] }: OrganizationData,
): AsyncGenerator<StoredRow[]> {
  const isLeftOut = (column: string) => column === 'organizationId' || without.includes(column)
  let last: unknown
  for (;;) {
    const rows: StoredRow[] = await runInOrganization(({ db, organizationId }) => {
      const own = eq(table.organizationId, organizationId)
      const selected = db.select().from(table as PgTable)
      return table.id
        ? selected
            .where(and(own, last === undefined ? undefined : gt(table.id, last)))
            .orderBy(table.id)
            .limit(ROWS_AT_ONCE)
        : selected.where(own)
    })
    if (rows.length > 0)
      yield rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !isLeftOut(column))))
    if (!table.id || rows.length < ROWS_AT_ONCE) return
    last = rows.at(-1)?.id
  }
}

/** An array of JSON, in pieces. */
async function* arrayOf(batches: AsyncIterable<object[]>): AsyncGenerator<string> {
  let separator = ''
  yield '['
  for await (const rows of batches) {
    yield separator + rows.map((row) => JSON.stringify(row)).join(',\n')
    separator = ',\n'
  }
  yield ']'
}

async function* exportText(runInOrganization: RunInOrganization, head: object): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1)
  for (const [name, data] of organizationData()) {
    if (data.isExported === false) continue
    yield `,\n${JSON.stringify(name)}:`
    yield* arrayOf(rowsOf(runInOrganization, data))
  }
  yield '}\n'
}

/**
 * Exports all data of an organization, by the names in ORGANIZATION_DATA: times in ISO 8601, people as Clerk's ids. Who did
 * it is stored first, so that entry is part of the export. What follows is read as it is asked for, some rows at a time,
 * so that any amount takes the same memory and no transaction stays open for long: what is changed meanwhile may be in
 * it or not.
 * @returns JSON, in pieces; undefined when the organization was deleted
 * @throws when the database does not answer; then nothing is stored
 */
export async function exportOrganization(
  runInOrganization: RunInOrganization,
  userId: string,
): Promise<AsyncGenerator<string> | undefined> {
  const head = await runInOrganization(async (tx) => {
    const { db, organizationId } = tx
    const [organization] = await db
      .select({ id: organizations.id, knownSince: organizations.knownSince })
      .from(organizations)
      .where(eq(organizations.id, organizationId))
    if (!organization) return undefined
    await db.insert(organizationExports).values({ organizationId, userId })
    await recordEvent(tx, { kind: 'person', id: userId }, { action: 'data.exported' })
    const members = await db
      .select({ membershipId: organizationMembers.id, userId: organizationMembers.userId })
      .from(organizationMembers)
      .where(eq(organizationMembers.organizationId, organizationId))
    return { organization, members }
  })
  return head && exportText(runInOrganization, head)
}

/** Rows that one transaction deletes: what takes longer than its deadline would never be done. */
const DELETED_AT_ONCE = 2_000

/** The rows of a table that are deleted with an organization's data. */
const deletable = ({ organizationId }: OrganizationTransaction, { table, keeps }: OrganizationData): SQL | undefined =>
  and(eq(table.organizationId, organizationId), keeps && not(keeps))

/** Deletes rows of a table that has more than one transaction deletes. @returns how many; 0 for a table with fewer */
async function deleteSome(tx: OrganizationTransaction, data: OrganizationData, limit: number): Promise<number> {
  const { db } = tx
  const { table } = data
  const own = deletable(tx, data)
  const [beyond] = await db.execute(sql`select 1 from ${table} where ${own} offset ${limit} limit 1`)
  if (!beyond) return 0
  const { count } = await db.execute(
    sql`delete from ${table} where ${own} and ctid = any(array(select ctid from ${table} where ${own} limit ${limit}))`,
  )
  return count
}

/** Has the voice vendor delete what it has of all calls, before those that say which they are go. */
async function deleteAtVendor(runInOrganization: RunInOrganization): Promise<void> {
  let last: string | undefined
  do {
    last = await runInOrganization(async (tx) => {
      const rows = await tx.db
        .select({ id: calls.id, externalId: calls.externalId })
        .from(calls)
        .where(and(eq(calls.organizationId, tx.organizationId), last === undefined ? undefined : gt(calls.id, last)))
        .orderBy(asc(calls.id))
        .limit(ROWS_AT_ONCE)
      await requestVendorDeletion(
        tx,
        rows.map(({ externalId }) => externalId),
      )
      return rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1)?.id
    })
  } while (last !== undefined)
}

/** What stays of the settings: what the organization's line and its people depend on while it goes on. */
async function keepSettings(
  { db, organizationId }: OrganizationTransaction,
  row: typeof organizationSettings.$inferSelect,
) {
  const { timeZone, forwardingNumber, forwardedAt, voiceAgentId, secondFactorRequired, version } = row
  const { recordingDays, transcriptDays, callDays, leadDays } = row
  const retention = { recordingDays, transcriptDays, callDays, leadDays }
  const line = { timeZone, forwardingNumber, forwardedAt, voiceAgentId }
  await db
    .insert(organizationSettings)
    .values({ organizationId, ...line, ...retention, secondFactorRequired, version: version + 1 })
}

/** Reads what is to stay when everything is deleted; what it returns puts it back. */
async function holdEssentials({
  db,
  organizationId,
}: OrganizationTransaction): Promise<(tx: OrganizationTransaction) => Promise<void>> {
  const [settings] = await db
    .select()
    .from(organizationSettings)
    .where(eq(organizationSettings.organizationId, organizationId))
  const [line] = await db.select().from(lineRequests).where(eq(lineRequests.organizationId, organizationId))
  const [trial] = await db.select().from(trials).where(eq(trials.organizationId, organizationId))
  return async (tx) => {
    if (settings) await keepSettings(tx, settings)
    // What somebody wrote with the request goes; where the line stands does not.
    if (line)
      await tx.db.insert(lineRequests).values({ ...line, note: null, askedById: null, version: line.version + 1 })
    // With its row a plan could be tried a second time.
    if (trial) await keepTrial(tx, trial, new Date())
  }
}

/**
 * Deletes the data of an organization that goes on; one entry of the log says so. Its telephone line and its trial, how long
 * it keeps things and whether it asks for a second factor stay as they are. The assistant says and asks what it does for a
 * new company, which the voice vendor is told. All goes in one transaction, after the most of tables that are too large
 * for one.
 * @returns the number of deleted records
 */
export async function deleteOrganizationData(
  runInOrganization: RunInOrganization,
  actor: Actor,
  limit = DELETED_AT_ONCE,
): Promise<number> {
  let deleted = 0
  await deleteAtVendor(runInOrganization)
  for (const [, data] of organizationData()) {
    let last: number
    do {
      last = await runInOrganization((tx) => deleteSome(tx, data, limit))
      deleted += last
    } while (last > 0)
  }
  return runInOrganization((tx) =>
    withAdvisoryLock(tx.db, tx.organizationId, async () => {
      const { db } = tx
      const putEssentialsBack = await holdEssentials(tx)
      for (const [, data] of organizationData()) {
        const { count } = await db.delete(data.table).where(deletable(tx, data))
        deleted += count
      }
      await putEssentialsBack(tx)
      await handOverVersion(tx, 0)
      const details = { records: deleted }
      await recordEvent(tx, actor, { action: 'data.deleted', details })
      return deleted
    }),
  )
}
