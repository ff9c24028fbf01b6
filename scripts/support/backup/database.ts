import type { Readable, Writable } from 'node:stream'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { PassThrough } from 'node:stream'
import postgres, { type Sql } from 'postgres'
import { z } from 'zod'
import { SITE_ROLE } from '../../../lib/platform/db/organization-policies.ts'
import { UserError } from '../progress.ts'
import { root } from '../settings.ts'
import type { Manifest } from './manifest.ts'
import { buildConnectionVariables, findPostgresProgram, readProgramVersion, runPostgres } from './postgres-programs.ts'

/** Tables without rows in a backup. Their rows expire within a day or describe running processes. */
const SHORT_LIVED_TABLES = [
  'rate_limits',
  'authorizations',
  'idempotent_requests',
  'build_files',
  'edge_purges',
  'site_processes',
  'webhook_messages',
  'webhook_deliveries',
  'import_rows',
].map((table) => `public.${table}`)

const journalSchema = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) })

export const readMigrations = (folder = resolve(root, 'lib/platform/db/migrations')): { tag: string; when: number }[] =>
  journalSchema.parse(JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'))).entries

/** Connects as the owner of the tables, who bypasses row-level security. */
export async function withConnection<Result>(url: string, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => undefined })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

const isInBackup = (table: string): boolean => !SHORT_LIVED_TABLES.includes(table)

export async function countRows(sql: Sql): Promise<Record<string, number>> {
  const tables = await sql<{ schema: string; name: string }[]>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1, 2`
  const counts: [string, number][] = []
  for (const { schema, name } of tables.filter((table) => isInBackup(`${table.schema}.${table.name}`))) {
    const [countRow] = await sql<{ rows: string }[]>`select count(*) as rows from ${sql(schema)}.${sql(name)}`
    counts.push([`${schema}.${name}`, Number(countRow?.rows)])
  }
  return Object.fromEntries(counts)
}

/** Returns the newest migration. @throws {UserError} if the site has never been started with the database */
async function readLastMigration(sql: Sql): Promise<Manifest['lastMigration']> {
  const [table] = await sql<{ name: string | null }[]>`select to_regclass('drizzle.__drizzle_migrations')::text as name`
  const [newestRow] = table?.name
    ? await sql<{ when: string }[]>`select max(created_at) as when from drizzle.__drizzle_migrations`
    : []
  if (!newestRow?.when) throw new UserError('The database has none of the site’s tables: nothing to back up.')
  const when = Number(newestRow.when)
  return { when, tag: readMigrations().find((migration) => migration.when === when)?.tag ?? 'unknown' }
}

const parseMajorVersion = (version: string): number => Number(/(\d+)(\.|$)/.exec(version)?.[1])

/** Checks that pg_dump can dump the server. @throws {UserError} if it does not support the server's version */
async function requireDumpable(sql: Sql, pgDump: string): Promise<void> {
  const [server] = await sql<{ description: string; version: string }[]>`
    select version() as description, current_setting('server_version') as version`
  if (server?.description.includes('PGlite')) {
    throw new UserError(
      'The local Postgres allows only one session, and pg_dump needs a second one. Set DATABASE_URL to a PostgreSQL server, or stop the site and copy the .data folder.',
    )
  }
  if (parseMajorVersion(server?.version ?? '') > parseMajorVersion(pgDump)) {
    throw new UserError(
      `The server is PostgreSQL ${server?.version}, and ${pgDump} is older: install postgresql-client-${parseMajorVersion(server?.version ?? '')}.`,
    )
  }
}

export type DumpedDatabase = Pick<Manifest, 'takenAt' | 'lastMigration' | 'tables' | 'withoutRows'> & {
  versions: { postgres: string; pgDump: string }
}

/**
 * Writes a dump in pg_dump's custom format and counts rows in the same snapshot.
 * @param write called once with the function that produces the dump
 * @throws {UserError} if pg_dump fails, for example because the server is newer, or rows would be hidden
 */
export async function dumpDatabase(
  url: string,
  write: (dump: (to: Writable) => Promise<void>) => Promise<void>,
): Promise<DumpedDatabase> {
  const program = findPostgresProgram('pg_dump')
  const pgDump = readProgramVersion(program)
  const dump = async (tx: Sql): Promise<DumpedDatabase> => {
    // Disables timeouts, because the transaction is idle while pg_dump runs.
    await tx`select set_config('idle_in_transaction_session_timeout', '0', true), set_config('statement_timeout', '0', true)`
    const [snapshotRow] = await tx<{ at: Date; version: string; snapshot: string }[]>`
      select now() as at, current_setting('server_version') as version, pg_export_snapshot() as snapshot`
    if (!snapshotRow) throw new Error('The database did not return the current time')
    const migration = await readLastMigration(tx)
    const tables = await countRows(tx)
    const args = ['--format=custom', '--no-password', `--snapshot=${snapshotRow.snapshot}`]
    const excludeArgs = SHORT_LIVED_TABLES.map((table) => `--exclude-table-data=${table}`)
    await write((to) => runPostgres({ program, args: [...args, ...excludeArgs], url, to }))
    return {
      takenAt: snapshotRow.at.toISOString(),
      lastMigration: migration,
      tables,
      withoutRows: SHORT_LIVED_TABLES,
      versions: { postgres: snapshotRow.version, pgDump },
    }
  }
  return withConnection(url, async (sql) => {
    await requireDumpable(sql, pgDump)
    return sql.begin('isolation level repeatable read read only', (tx) => dump(tx as unknown as Sql))
  })
}

export async function requireEmptyDatabase(url: string): Promise<void> {
  const relations = await withConnection(
    url,
    (sql) => sql<{ name: string }[]>`
      select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname !~ '^pg_' and nspname <> 'information_schema' and relkind in ('r', 'p', 'v', 'm', 'S') limit 1`,
  ).catch((cause: unknown) => {
    throw new UserError('Cannot reach the database in DATABASE_URL: start it, or correct the variable.', {
      cause,
    })
  })
  if (relations.length > 0) {
    throw new UserError(
      'The database in DATABASE_URL is not empty, and a restore never overwrites data. Create a new one, for example with `createdb`, or restore only the content with --content-only.',
    )
  }
}

/** Creates the site's role as in migration 0004. Roles belong to the server and are not in a dump. */
async function ensureSiteRole(sql: Sql): Promise<void> {
  const [role] = await sql`select from pg_roles where rolname = ${SITE_ROLE}`
  try {
    if (!role) await sql`create role ${sql(SITE_ROLE)} nologin nosuperuser nocreatedb nocreaterole nobypassrls`
    const [member] = await sql<{ is: boolean }[]>`select pg_has_role(current_user, ${SITE_ROLE}, 'MEMBER') as is`
    if (!member?.is) await sql.unsafe(`grant ${SITE_ROLE} to current_user`)
  } catch (error) {
    throw new UserError(
      `Could not create the role ${SITE_ROLE}: see _The role of the database_ in docs/going-live.md.`,
      { cause: error },
    )
  }
}

/** Skips default privileges, which name the previous owner. They are set again below. */
const shouldRestore = (line: string): boolean => !/^\d+; \d+ \d+ DEFAULT ACL /.test(line)

/**
 * Restores a dump into an empty database, completely or not at all. The connecting role becomes the owner.
 * @param openDump opens the dump
 * @throws {UserError} if pg_restore fails or row counts differ
 */
export async function restoreDatabase(
  url: string,
  openDump: () => Readable,
  tables: Manifest['tables'],
): Promise<void> {
  const program = findPostgresProgram('pg_restore')
  const folder = mkdtempSync(join(tmpdir(), 'restore-'))
  const restore = async (sql: Sql) => {
    await ensureSiteRole(sql)
    const to = new PassThrough()
    const listOutput = text(to)
    await runPostgres({ program, args: ['--list'], from: openDump(), to })
    to.end()
    const list = join(folder, 'list')
    writeFileSync(list, (await listOutput).split('\n').filter(shouldRestore).join('\n'))
    const options = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-password', `--use-list=${list}`]
    const database = `--dbname=${buildConnectionVariables(url).PGDATABASE}`
    await runPostgres({ program, args: [...options, database], url, from: openDump() })
    await sql.unsafe(
      `alter default privileges in schema public grant select, insert, update, delete on tables to ${SITE_ROLE}`,
    )
    const actualCounts = await countRows(sql)
    const mismatches = Object.entries(tables).filter(([table, rows]) => actualCounts[table] !== rows)
    if (mismatches.length > 0)
      throw new UserError(`Row counts differ from the backup in these tables: ${mismatches.join(', ')}.`)
  }
  try {
    await withConnection(url, restore)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
