import { resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { makePgArray, parsePgArray } from 'drizzle-orm/pg-core'
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { withDeadline } from '../deadline.ts'
import { sharedState } from '../shared-state.ts'
import { log } from '../log/log.ts'
import { createSingleConnectionClient } from './driver.ts'
import { withoutNetwork } from './no-network.ts'
import { ConnectionPool } from './pool.ts'
import { SITE_ROLE } from './schema/owned.ts'
import { CONNECTION_LIMITS, perQueryScope, requestScope, type Scope } from './scope.ts'
import { watchStatements } from './watched-statements.ts'

export type Database = PostgresJsDatabase

export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** After this a server that does not answer counts as down. */
const CONNECT_TIMEOUT_SECONDS = 2

/** Constant, because connections are only tried on demand: the default delay of the driver grows to 20 seconds in an outage. */
const RECONNECT_DELAY_SECONDS = 0.2

const CONNECTION = {
  connect_timeout: CONNECT_TIMEOUT_SECONDS,
  backoff: () => RECONNECT_DELAY_SECONDS,
  onnotice: () => undefined,
}

/**
 * Options of every connection of the site. From its first statement on it has the role of the site, for which row-level
 * security holds, whoever the address signs in; only migrations keep the rights of that one.
 */
export const SITE_CONNECTION = { ...CONNECTION, connection: { role: SITE_ROLE, ...CONNECTION_LIMITS } }

/**
 * Options of connections through a pooler in transaction mode, where the next statement may have another connection: no
 * prepared statements, and no role as a parameter, because the pooler signs in with it.
 */
const POOLED_CONNECTION = { ...CONNECTION, prepare: false }

const TEXT_ARRAY = {
  to: 1009,
  from: [1009],
  parse: (text: string): unknown[] => parsePgArray(text),
  // Drizzle has made arrays of columns text already.
  serialize: (value: unknown): unknown => (Array.isArray(value) ? makePgArray(value) : value),
}

/** Connections of the pool, unless the environment sets another number. */
const POOL_SIZE = 5

/** Background jobs leave this many connections to requests. */
const RESERVED_CONNECTIONS = 2

/** Then an unused connection closes: opening one takes longest just when many are needed. */
const IDLE_SECONDS = 600

type PoolSettings = {
  size: number
  /** A pooler in transaction mode, which signs in as the role of the site; without one, queries go to the database itself. */
  poolerUrl?: string | undefined
}

const settings = sharedState<PoolSettings>('database-pool-settings', () => ({ size: POOL_SIZE }))

/**
 * Configures the pool before its first use. Migrations and notifications need connections of their own, which always go to
 * the database itself.
 */
export function configurePool(configured: PoolSettings): void {
  Object.assign(settings, configured)
}

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
async function requireSiteRole(db: Database): Promise<void> {
  const [row] = await db.execute<{ role: string; isActive: boolean }>(
    sql`select current_user::text as role, row_security_active('events') as "isActive"`,
  )
  if (row?.role !== SITE_ROLE || !row.isActive) throw new DatabaseRoleError(row?.role ?? 'unknown')
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
  const connection = createSingleConnectionClient(url, CONNECTION)
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
  /** The same database for one request or background job. */
  scoped: (scope: Scope) => Database
  /** Opens every connection. @throws when the server cannot be reached */
  warmUp: () => Promise<void>
  /** Waits some seconds (1) for open transactions. With 0 they are rolled back. */
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
  const { size, poolerUrl } = settings
  const options = {
    ...(poolerUrl ? POOLED_CONNECTION : SITE_CONNECTION),
    idle_timeout: IDLE_SECONDS,
    // A connection that is closed while it queries types rejects that unhandled, so the one that we have is given here.
    fetch_types: false,
    types: { textArray: TEXT_ARRAY },
  }
  const pool = new ConnectionPool({
    connect: () => {
      const client = createSingleConnectionClient(poolerUrl ?? url, options)
      // Sets the parsers that Drizzle expects.
      drizzle(client)
      return client
    },
    size,
    reserved: RESERVED_CONNECTIONS,
    hasLimits: !poolerUrl,
  })
  const scoped = (scope: Scope) => drizzle(watchStatements(pool.client(scope)))
  try {
    await requireSiteRole(scoped(requestScope(REQUEST_DEADLINE_MS, timeoutAfter(REQUEST_DEADLINE_MS))))
  } catch (error) {
    await pool.close(0)
    throw error
  }
  return {
    db: scoped(perQueryScope(COMMAND_TIMEOUT_MS, timeoutAfter(COMMAND_TIMEOUT_MS), false)),
    scoped,
    warmUp: () => pool.warmUp(),
    close: (seconds = 1) => pool.close(seconds),
  }
}

/** For all queries of one request, connecting included. */
const REQUEST_DEADLINE_MS = 3_000

/** For one statement or transaction of a background job. */
const BACKGROUND_TIMEOUT_MS = 60_000

/** For one statement or transaction of a command, such as the import of sample data. */
const COMMAND_TIMEOUT_MS = 60 * 60_000

/** Thrown when the database did not answer in time, for example because it hangs or a table is locked. */
export class DatabaseTimeoutError extends Error {
  readonly code = 'DEADLINE'
  constructor(deadline: number) {
    super(`The database did not answer within ${deadline} ms`)
    this.name = 'DatabaseTimeoutError'
  }
}

const timeoutAfter = (milliseconds: number) => () => new DatabaseTimeoutError(milliseconds)

/**
 * Codes of the driver and the system for a server that cannot be reached, and those of Postgres for one that cannot serve, a
 * lock that was not released in time (55P03), a deadlock or another conflict (40) and a transaction that took too long (25P03,
 * 25P04).
 */
const OUTAGE =
  /^(CONNECT_TIMEOUT|CONNECTION_\w+|ECONN\w+|EPIPE|ENOTFOUND|EAI_AGAIN|E\w*UNREACH|ETIMEDOUT|(08|40|53|57)\w{3}|55P03|25P0[34])$/

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
 * The database of this process for background jobs, migrated at first use. A failed attempt is forgotten, so the next use
 * tries again.
 * @throws when the server cannot be reached
 */
export async function database(url: string): Promise<Database> {
  const { scoped } = await open(url)
  return scoped(perQueryScope(BACKGROUND_TIMEOUT_MS, timeoutAfter(BACKGROUND_TIMEOUT_MS), true))
}

const WARM_UP_TIMEOUT_MS = 3_000

const warmUp = async (url: string): Promise<void> => (await open(url)).warmUp()

/**
 * Refuses, at boot, to run without row-level security, and opens all connections, for which the first visitors would wait.
 * Where the database cannot be reached, the first use finds out.
 * @throws {DatabaseRoleError}
 */
export async function checkDatabaseRole(url: string): Promise<void> {
  try {
    await withDeadline(warmUp(url), WARM_UP_TIMEOUT_MS, () => undefined)
  } catch (error) {
    // By its name: the pool may have been opened by the copy of this module in another bundle.
    if (error instanceof Error && error.name === ROLE_ERROR) throw error
    log.warn({ err: error }, 'The database cannot be reached yet')
  }
}

/**
 * Runs the queries of one request, in time or not at all. At the deadline its open transactions are rolled back, their
 * connections are closed, and it starts no further query; other requests are unaffected. `work` makes no network request, which could take that
 * long by itself.
 * @throws {DatabaseTimeoutError} after the deadline; whatever connecting or `work` throws before it
 */
export function withDatabase<Result>(
  url: string,
  work: (db: Database) => Promise<Result>,
  deadline = REQUEST_DEADLINE_MS,
): Promise<Result> {
  const timeoutError = timeoutAfter(deadline)
  const scope = requestScope(deadline, timeoutError)
  const run = async () => {
    const { scoped } = await open(url)
    if (scope.timeLeft() <= 0) throw timeoutError()
    return withoutNetwork(() => work(scoped(scope)))
  }
  return withDeadline(run(), deadline, () => {
    throw timeoutError()
  })
}
