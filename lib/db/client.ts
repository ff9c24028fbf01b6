import { resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres, { type Sql } from 'postgres'
import { withDeadline } from '../deadline.ts'
import { sharedState } from '../shared-state.ts'
import { log } from '../log/log.ts'
import { SITE_ROLE } from './schema/owned.ts'
import { watchStatements } from './watched-statements.ts'

export type Database = PostgresJsDatabase

export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** Seconds until a server that does not answer counts as down. */
const CONNECT_TIMEOUT = 2

const CONNECTION = { connect_timeout: CONNECT_TIMEOUT, onnotice: () => undefined }

/**
 * Options of every connection of the site. From its first statement on it has the role of the site, for which row-level
 * security holds, whoever the address signs in; only migrations keep the rights of that one.
 */
export const SITE_CONNECTION = { ...CONNECTION, connection: { role: SITE_ROLE } }

/**
 * Options of connections through a pooler in transaction mode, where the next statement may have another connection: no
 * prepared statements, and no role as a parameter, because the pooler signs in with it.
 */
const POOLED_CONNECTION = { ...CONNECTION, prepare: false }

/** Whether the site asks through a pooler, which it does from `usePooler` on. */
const pooler = sharedState<{ url?: string | undefined }>('database-pooler', () => ({}))

/**
 * Has what the site asks go through a pooler in transaction mode. Migrations and notifications, which need a connection of
 * their own, keep going to the database itself.
 * @param url signs in as the role of the site; without one everything goes to the database itself
 */
export function usePooler(url: string | undefined): void {
  pooler.url = url
}

/** Connections of the pool, and seconds until one that nobody uses is closed: a new one takes longer just when much is asked. */
const CONNECTIONS = 5
const IDLE_SECONDS = 600

const ROLE_ERROR = 'DatabaseRoleError'

/** Thrown when connections have other rights than those of the site's role, which would see the data of every company. */
export class DatabaseRoleError extends Error {
  constructor(role: string) {
    super(
      `The site is connected to its database as ${role} and not as ${SITE_ROLE}, so that row-level security would not hold. ` +
        'A pooler has to pass the parameter "role" on, or to sign in as that role: see docs/operate/upgrading.md, PgBouncer.',
    )
    this.name = ROLE_ERROR
  }
}

/** @throws {DatabaseRoleError} when row-level security does not hold for a connection */
async function requireSiteRole(connection: Sql): Promise<void> {
  const [found] = await connection<{ role: string; isHeld: boolean }[]>`
    select current_user::text as role, row_security_active('events') as "isHeld"`
  if (found?.role !== SITE_ROLE || !found.isHeld) throw new DatabaseRoleError(found?.role ?? 'nobody')
}

/** Whether Postgres itself refused something, and not the way to it. */
const isRefusal = (error: unknown): boolean => {
  const { cause } = (error ?? {}) as { cause?: unknown }
  return error instanceof postgres.PostgresError || cause instanceof postgres.PostgresError
}

/** Any number, the same in every process: who holds this lock migrates. */
const MIGRATION_LOCK = 7_215_004

const MIGRATIONS = resolve(process.cwd(), 'lib/db/migrations')

/** Milliseconds that bringing the tables up to date may take, another process's turn included. */
const MIGRATION_DEADLINE = 30_000

async function applyMigrations(url: string, folder: string): Promise<void> {
  const connection = postgres(url, { ...CONNECTION, max: 1 })
  // Cut off, what it waits for is rejected.
  const timer = setTimeout(() => void connection.end({ timeout: 0 }), MIGRATION_DEADLINE)
  try {
    const db = drizzle(connection)
    await db.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`)
    await migrate(db, { migrationsFolder: folder })
    await db.execute(sql`select pg_advisory_unlock(${MIGRATION_LOCK})`)
  } finally {
    clearTimeout(timer)
    await connection.end({ timeout: 1 })
  }
}

export type OpenDatabase = {
  db: Database
  /** Waits some seconds (1) for what is being asked. With 0 that is rejected, and an open transaction rolled back. */
  close: (seconds?: number) => Promise<void>
}

/**
 * Connects to a Postgres and brings its tables up to date; several processes may do so at once.
 * @param folder of the migrations
 * @throws when the server cannot be reached; {DatabaseRoleError} when row-level security would not hold
 */
export async function openDatabase(url: string, folder = MIGRATIONS): Promise<OpenDatabase> {
  try {
    await applyMigrations(url, folder)
  } catch (error) {
    if (!isRefusal(error)) throw error
    // A PGlite has one session, so its lock keeps nobody out: who comes second finds the tables made at the next try.
    await applyMigrations(url, folder)
  }
  const [address, options] = pooler.url ? [pooler.url, POOLED_CONNECTION] : [url, SITE_CONNECTION]
  const pool = watchStatements(postgres(address, { ...options, max: CONNECTIONS, idle_timeout: IDLE_SECONDS }))
  try {
    await requireSiteRole(pool)
  } catch (error) {
    await pool.end({ timeout: 0 })
    throw error
  }
  return { db: drizzle(pool), close: (seconds = 1) => pool.end({ timeout: seconds }) }
}

/** Milliseconds within which the database answers everything that one request asks it, connecting included. */
const REQUEST_DEADLINE = 3_000

/** Thrown when the database did not answer in time, for example because its process or the way to it stands still. */
export class DatabaseTimeoutError extends Error {
  readonly code = 'DEADLINE'
  constructor(deadline: number) {
    super(`The database did not answer within ${deadline} ms`)
    this.name = 'DatabaseTimeoutError'
  }
}

/** Codes of the driver and the system for a server that cannot be reached, and Postgres' classes for one that cannot serve. */
const OUTAGE =
  /^(CONNECT_TIMEOUT|CONNECTION_\w+|ECONN\w+|EPIPE|ENOTFOUND|EAI_AGAIN|E\w*UNREACH|ETIMEDOUT|(08|53|57)\w{3})$/

/** Whether an error says that the database is down, too slow or too busy, so that the same request may succeed later. */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (error instanceof DatabaseTimeoutError || (typeof code === 'string' && OUTAGE.test(code))) return true
  return isDatabaseOutage(error.cause)
}

/**
 * Does something that nobody else does about the same id at the same time, in any process. The lock is held until the
 * transaction ends.
 */
export async function withAdvisoryLock<Result>(
  transaction: Transaction,
  id: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`)
  return work()
}

/** The pool of the process. */
const shared = sharedState<{ database?: Promise<OpenDatabase> }>('database', () => ({}))

function open(url: string): Promise<OpenDatabase> {
  const opening = (shared.database ??= openDatabase(url))
  // Who waits for it is told why; the next use tries again.
  opening.catch(() => forget(opening))
  return opening
}

function forget(opened: Promise<OpenDatabase>): void {
  if (shared.database === opened) shared.database = undefined
}

/**
 * The database of this process, migrated at first use. A failed attempt is forgotten, so the next use tries again.
 * @throws when the server cannot be reached
 */
export async function database(url: string): Promise<Database> {
  return (await open(url)).db
}

/** Asks as much at once as there are connections. */
async function openAll(url: string): Promise<void> {
  const { db } = await open(url)
  await Promise.all(Array.from({ length: CONNECTIONS }, () => db.execute(sql`select 1`)))
}

/** Milliseconds that a start waits to be told the role of its connections. */
const ROLE_PATIENCE = 3_000

/**
 * Refuses, at boot, to run without row-level security, and opens all connections, for which the first visitors would wait.
 * Where the database cannot be reached, the first use finds out.
 * @throws {DatabaseRoleError}
 */
export async function checkDatabaseRole(url: string): Promise<void> {
  try {
    await withDeadline(openAll(url), ROLE_PATIENCE, () => undefined)
  } catch (error) {
    // By its name: the pool may have been opened by the copy of this module in another bundle.
    if (error instanceof Error && error.name === ROLE_ERROR) throw error
    log.warn({ err: error }, 'The database cannot be reached yet')
  }
}

/**
 * Does for one request what it needs of the database, in time or not at all. A server that lets the deadline pass stands
 * still, and its connections may never answer: they are cut off, which rolls an open transaction back, and the next
 * request connects anew.
 * @throws {DatabaseTimeoutError} after the deadline; whatever connecting or `work` throws before it
 */
export async function withDatabase<Result>(
  url: string,
  work: (db: Database) => Promise<Result>,
  deadline = REQUEST_DEADLINE,
): Promise<Result> {
  const opened = open(url)
  let ready: OpenDatabase | undefined
  let isOver = false
  const run = async () => {
    ready = await opened
    // Nothing is begun for somebody who was told that it failed.
    if (isOver) throw new DatabaseTimeoutError(deadline)
    return work(ready.db)
  }
  return withDeadline(run(), deadline, (): never => {
    isOver = true
    giveUp(opened, ready)
    throw new DatabaseTimeoutError(deadline)
  })
}

/** What is still being opened is left to that: it has deadlines of its own, and others wait for it. */
function giveUp(opened: Promise<OpenDatabase>, open: OpenDatabase | undefined): void {
  if (!open) return
  forget(opened)
  open
    .close(0)
    .catch((error: unknown) => log.warn({ err: error }, 'The connections to a database could not be cut off'))
}
