import { and, asc, desc, eq, gt, not, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { enqueueVersionSync } from '../assistant/repository.ts'
import { PAGE_SIZE } from '../../constants.ts'
import { withAdvisoryLock } from '../../platform/db/client.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { lineRequests, trials } from '../schema/lines.ts'
import { calls } from '../schema/calls.ts'
import { ORGANIZATION_DATA } from './organization-data.ts'
import { organizationExports } from '../schema/events.ts'
import { organizationMembers, organizations } from '../../platform/db/organizations.ts'
import { organizationSettings } from '../schema/settings.ts'
import type { Actor } from '../model/event.ts'
import { recordEvent } from '../events/record.ts'
import { getTimeZone } from '../settings/time-zone.ts'
import { restoreTrial } from '../trials/repository.ts'
import { requestVendorDeletion } from '../voice-vendor/deletions.ts'

type OrganizationData = {
  table: PgTable & { organizationId: PgColumn; id?: PgColumn }
  without?: readonly string[]
  isExported?: boolean
  keeps?: SQL
}

const listOrganizationData = (): [name: string, OrganizationData][] => Object.entries(ORGANIZATION_DATA)

/** Runs work in a transaction for one organization. Each call has a separate transaction and deadline. */
export type RunInOrganization = <Result>(work: (tx: OrganizationTransaction) => Promise<Result>) => Promise<Result>

export type ExportEntry = { id: string; at: string; own: boolean }

/** Lists exports, newest first. */
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
  return { exports, timeZone: await getTimeZone(tx) }
}

const ROWS_BATCH_SIZE = 500

type StoredRow = Record<string, unknown>

/** Yields the rows of a table in batches, ordered by id. A table that has no id column has one row per organization. */
async function* readRows(
  runInOrganization: RunInOrganization,
  { table, without = [] }: OrganizationData,
): AsyncGenerator<StoredRow[]> {
  const isExcluded = (column: string) => column === 'organizationId' || without.includes(column)
  let last: unknown
  for (;;) {
    const rows: StoredRow[] = await runInOrganization(({ db, organizationId }) => {
      const matchesOrganization = eq(table.organizationId, organizationId)
      const query = db.select().from(table as PgTable)
      return table.id
        ? query
            .where(and(matchesOrganization, last === undefined ? undefined : gt(table.id, last)))
            .orderBy(table.id)
            .limit(ROWS_BATCH_SIZE)
        : query.where(matchesOrganization)
    })
    if (rows.length > 0)
      yield rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !isExcluded(column))))
    if (!table.id || rows.length < ROWS_BATCH_SIZE) return
    last = rows.at(-1)?.id
  }
}

async function* formatJsonArray(batches: AsyncIterable<object[]>): AsyncGenerator<string> {
  let separator = ''
  yield '['
  for await (const rows of batches) {
    yield separator + rows.map((row) => JSON.stringify(row)).join(',\n')
    separator = ',\n'
  }
  yield ']'
}

async function* generateExport(runInOrganization: RunInOrganization, head: object): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1)
  for (const [name, data] of listOrganizationData()) {
    if (data.isExported === false) continue
    yield `,\n${JSON.stringify(name)}:`
    yield* formatJsonArray(readRows(runInOrganization, data))
  }
  yield '}\n'
}

/**
 * Exports an organization. The audit event of the export is stored first. Rows are read in separate transactions, so
 * concurrent changes may or may not be included.
 * @returns chunks of JSON text; undefined if the organization was deleted
 * @throws if the database is unavailable; then nothing is stored
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
  return head && generateExport(runInOrganization, head)
}

const DELETE_BATCH_SIZE = 2_000

const buildDeleteCondition = (
  { organizationId }: OrganizationTransaction,
  { table, keeps }: OrganizationData,
): SQL | undefined => and(eq(table.organizationId, organizationId), keeps && not(keeps))

/**
 * Deletes a batch of rows from a large table.
 * @returns the number of deleted rows; 0 if the remaining rows fit in one transaction
 */
async function deleteBatch(tx: OrganizationTransaction, data: OrganizationData, limit: number): Promise<number> {
  const { db } = tx
  const { table } = data
  const condition = buildDeleteCondition(tx, data)
  const [rowBeyondLimit] = await db.execute(sql`select 1 from ${table} where ${condition} offset ${limit} limit 1`)
  if (!rowBeyondLimit) return 0
  const { count } = await db.execute(
    sql`delete from ${table} where ${condition} and ctid = any(array(select ctid from ${table} where ${condition} limit ${limit}))`,
  )
  return count
}

/** Enqueues jobs that delete all conversations from the voice vendor. Must run while the calls still exist. */
async function enqueueVendorDeletions(runInOrganization: RunInOrganization): Promise<void> {
  let last: string | undefined
  do {
    last = await runInOrganization(async (tx) => {
      const rows = await tx.db
        .select({ id: calls.id, externalId: calls.externalId })
        .from(calls)
        .where(and(eq(calls.organizationId, tx.organizationId), last === undefined ? undefined : gt(calls.id, last)))
        .orderBy(asc(calls.id))
        .limit(ROWS_BATCH_SIZE)
      await requestVendorDeletion(
        tx,
        rows.map(({ externalId }) => externalId),
      )
      return rows.length < ROWS_BATCH_SIZE ? undefined : rows.at(-1)?.id
    })
  } while (last !== undefined)
}

async function restoreSettings(
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

async function readEssentials({
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
    if (settings) await restoreSettings(tx, settings)
    // Keep the state of the line, but not the free-text note of the request.
    if (line)
      await tx.db.insert(lineRequests).values({ ...line, note: null, askedById: null, version: line.version + 1 })
    // Keep the trial. Otherwise the organization could start another one.
    if (trial) await restoreTrial(tx, trial, new Date())
  }
}

/**
 * Deletes the data of an organization. Keeps the phone line, trial, retention and two-step policy. Resets the assistant
 * and syncs it to the vendor. Rows of large tables are deleted in batches, and the rest in one transaction.
 * @returns the number of deleted records
 */
export async function deleteOrganizationData(
  runInOrganization: RunInOrganization,
  actor: Actor,
  limit = DELETE_BATCH_SIZE,
): Promise<number> {
  let deletedCount = 0
  await enqueueVendorDeletions(runInOrganization)
  for (const [, data] of listOrganizationData()) {
    let last: number
    do {
      last = await runInOrganization((tx) => deleteBatch(tx, data, limit))
      deletedCount += last
    } while (last > 0)
  }
  return runInOrganization((tx) =>
    withAdvisoryLock(tx.db, tx.organizationId, async () => {
      const { db } = tx
      const restoreEssentials = await readEssentials(tx)
      for (const [, data] of listOrganizationData()) {
        const { count } = await db.delete(data.table).where(buildDeleteCondition(tx, data))
        deletedCount += count
      }
      await restoreEssentials(tx)
      await enqueueVersionSync(tx, 0)
      const details = { records: deletedCount }
      await recordEvent(tx, actor, { action: 'data.deleted', details })
      return deletedCount
    }),
  )
}
