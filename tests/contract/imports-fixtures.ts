import { asc, eq } from 'drizzle-orm'
import { guessColumns } from '../../lib/dashboard/imports/guess-columns.ts'
import { readImportFile } from '../../lib/dashboard/imports/read-file.ts'
import { addImportRows, createImport, findImport, startUndo } from '../../lib/dashboard/imports/repository.ts'
import { createImportHandler, createUndoHandler } from '../../lib/dashboard/imports/run.ts'
import type { DuplicateMode, ImportKind } from '../../lib/dashboard/model/import.ts'
import type { Database } from '../../lib/platform/db/client.ts'
import { runDueJobs } from '../../lib/platform/jobs/worker.ts'
import type { setUpDatabase } from '../support/opened-database.ts'
import { callerNumbers, callers, importRows, leads, notifications } from '../support/tables.ts'
import { createManualClock } from './contact-fixtures.ts'

export const IMPORTER = { kind: 'person', id: 'user_ada' } as const

export type ImportOptions = {
  kind?: ImportKind
  duplicates?: DuplicateMode
  organizationId?: string
  problem?: string
}

const ROWS_PER_REQUEST = 1_000

/** Imports text as the dashboard does: parse, guess, upload, run the job. */
export function setUpImports(database: ReturnType<typeof setUpDatabase>) {
  const { within } = database
  // Ahead of the real time at which jobs are enqueued.
  const clock = createManualClock(Date.now() + 3_600_000)
  const logLines: { facts: Record<string, unknown>; message: string }[] = []
  const addLine = (facts: Record<string, unknown>, message: string) => void logLines.push({ facts, message })
  const log = { info: addLine, warn: addLine, error: addLine }
  const HANDLERS = { 'import-run': createImportHandler(log), 'import-undo': createUndoHandler(log) }

  const upload = async (
    text: string,
    { kind = 'leads', duplicates = 'skip', organizationId = 'org_a', problem }: ImportOptions = {},
  ): Promise<string> => {
    const table = readImportFile(new TextEncoder().encode(text))
    const columns = guessColumns(kind, table)
    const { id } = await within(organizationId, (tx) =>
      createImport(tx, IMPORTER, {
        kind,
        duplicates,
        fileName: 'list.csv',
        rowCount: table.rows.length,
        mapping: { columns, problem },
      }),
    )
    for (let start = 0; start < table.rows.length; start += ROWS_PER_REQUEST)
      await within(organizationId, (tx) =>
        addImportRows(tx, id, { rows: table.rows.slice(start, start + ROWS_PER_REQUEST) }),
      )
    return id
  }
  const runJobs = (kind: keyof typeof HANDLERS = 'import-run', db: Database = database.db) =>
    runDueJobs(db, kind, HANDLERS[kind], { clock: clock.now, log })
  const find = async (id: string, organizationId = 'org_a') => {
    const record = await within(organizationId, (tx) => findImport(tx, id))
    if (!record) throw new Error('The import is missing')
    return record
  }
  const run = async (text: string, options: ImportOptions = {}) => {
    const id = await upload(text, options)
    await runJobs()
    return find(id, options.organizationId)
  }
  const undo = async (id: string) => {
    await within((tx) => startUndo(tx, id, clock.now()))
    await runJobs('import-undo')
    return find(id)
  }
  return {
    clock,
    logLines,
    upload,
    runJobs,
    find,
    run,
    undo,
    listLeads: (organizationId = 'org_a') =>
      within(organizationId, ({ db }) => db.select().from(leads).orderBy(asc(leads.createdAt), asc(leads.name))),
    listCallers: () =>
      within(async ({ db }) => {
        const numbers = await db.select().from(callerNumbers).orderBy(asc(callerNumbers.phone))
        const rows = await db.select().from(callers).orderBy(asc(callers.name))
        return rows.map((row) => ({
          ...row,
          phones: numbers.filter(({ callerId }) => callerId === row.id).map(({ phone }) => phone),
        }))
      }),
    listRows: (id: string) =>
      within(({ db }) =>
        db.select().from(importRows).where(eq(importRows.importId, id)).orderBy(asc(importRows.number)),
      ),
    listNotifications: () => within(({ db }) => db.select().from(notifications).orderBy(asc(notifications.createdAt))),
  }
}
