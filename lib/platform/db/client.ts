import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants'
import { resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { makePgArray, parsePgArray } from 'drizzle-orm/pg-core'
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { withDeadline } from '../time/deadline.ts'
import { getSharedState } from '../process/shared-state.ts'
import { log } from '../log/log.ts'
import { createSingleConnectionClient } from './driver.ts'
import { withoutNetwork } from './no-network.ts'
import { ConnectionPool } from './pool.ts'
import { SITE_ROLE } from './organization-policies.ts'
import { CONNECTION_LIMITS, createPerQueryScope, createRequestScope, type Scope } from './scope.ts'
import { traceStatements } from './statement-tracing.ts'

export type Database = PostgresJsDatabase

export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

const CONNECT_TIMEOUT_SECONDS = 2

/**
 * Delay before reconnecting. It is constant, because the driver's default grows to 20 seconds in an outage, and
 * connections open only on demand.
 */
const RECONNECT_DELAY_SECONDS = 0.2

const CONNECTION_OPTIONS = {
  connect_timeout: CONNECT_TIMEOUT_SECONDS,
  backoff: () => RECONNECT_DELAY_SECONDS,
  onnotice: () => undefined,
}

/**
 * Connection options of the site. The role makes row-level security apply; only migrations keep the database user's
 * rights.
 */
export const SITE_CONNECTION_OPTIONS = { ...CONNECTION_OPTIONS, connection: { role: SITE_ROLE, ...CONNECTION_LIMITS } }

/**
 * Options for a pooler in transaction mode. Statements may change connections, so none is prepared. The pooler itself
 * logs in as the site's role.
 */
const POOLED_CONNECTION_OPTIONS = { ...CONNECTION_OPTIONS, prepare: false }

const TEXT_ARRAY_TYPE = {
  to: 1009,
  from: [1009],
  parse: (text: string): unknown[] => parsePgArray(text),
  // Drizzle has already serialized columns that are arrays.
  serialize: (value: unknown): unknown => (Array.isArray(value) ? makePgArray(value) : value),
}

const POOL_SIZE = 5

/** Connections that are reserved for requests; background jobs cannot use them. */
const RESERVED_CONNECTIONS = 2

/** Idle time before a connection closes. It is long, because reconnecting is slowest under load. */
const IDLE_TIMEOUT_SECONDS = 600

type PoolSettings = {
  size: number
  /** URL of a pooler in transaction mode that logs in as the site's role. If unset, queries connect directly. */
  poolerUrl?: string | undefined
}

const settings = getSharedState<PoolSettings>('database-pool-settings', () => ({ size: POOL_SIZE }))

/** Configures the connection pool; call it before first use. Migrations and notifications always connect directly. */
export function configurePool(newSettings: PoolSettings): void {
  Object.assign(settings, newSettings)
}

const ROLE_ERROR_NAME = 'DatabaseRoleError'

/** Error for a connection that bypasses row-level security and could read the data of every company. */
export class DatabaseRoleError extends Error {
  constructor(role: string) {
    super(
      `The site is connected to its database as ${role} instead of ${SITE_ROLE}, so row-level security would not apply. ` +
        'A pooler must forward the parameter "role" or connect as that role: see PgBouncer in docs/operate/upgrading.md.',
    )
    this.name = ROLE_ERROR_NAME
  }
}

/** Checks that row-level security applies. @throws {DatabaseRoleError} otherwise */
async function requireSiteRole(db: Database): Promise<void> {
  const [row] = await db.execute<{ role: string; isActive: boolean }>(
    sql`select current_user::text as role, row_security_active('events') as "isActive"`,
  )
  if (row?.role !== SITE_ROLE || !row.isActive) throw new DatabaseRoleError(row?.role ?? 'unknown')
}

const isPostgresError = (error: unknown): boolean => {
  const { cause } = (error ?? {}) as { cause?: unknown }
  return error instanceof postgres.PostgresError || cause instanceof postgres.PostgresError
}

/** Key of the migrations' advisory lock; an arbitrary number that all processes share. */
const MIGRATION_LOCK_ID = 7_215_004

const MIGRATIONS_FOLDER = resolve(process.cwd(), 'lib/platform/db/migrations')

/** The time limit includes the wait for another process. */
const MIGRATION_TIMEOUT_MS = 30_000

async function applyMigrations(url: string, folder: string): Promise<void> {
  const connection = createSingleConnectionClient(url, CONNECTION_OPTIONS)
  // Closing the connection rejects the pending query.
  const timer = setTimeout(() => void connection.end({ timeout: 0 }), MIGRATION_TIMEOUT_MS)
  try {
    const db = drizzle(connection)
    await db.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK_ID})`)
    await migrate(db, { migrationsFolder: folder })
    await db.execute(sql`select pg_advisory_unlock(${MIGRATION_LOCK_ID})`)
  } finally {
    clearTimeout(timer)
    await connection.end({ timeout: 1 })
  }
}

export type OpenDatabase = {
  db: Database
  /** Returns the database with the limits of one request or job. */
  withScope: (scope: Scope) => Database
  warmUp: () => Promise<void>
  /** Closes all connections. Waits up to `seconds` (default 1) for open transactions; 0 rolls them back. */
  close: (seconds?: number) => Promise<void>
}

/**
 * Connects to the database and migrates it. Safe to run concurrently.
 * @param folder of the migrations
 * @throws if the server is unreachable; {DatabaseRoleError} if row-level security would not apply
 */
export async function openDatabase(url: string, folder = MIGRATIONS_FOLDER): Promise<OpenDatabase> {
  try {
    await applyMigrations(url, folder)
  } catch (error) {
    if (!isPostgresError(error)) throw error
    // PGlite has a single session, so its advisory lock does not exclude other processes. The retry finds the tables.
    await applyMigrations(url, folder)
  }
  const { size, poolerUrl } = settings
  const options = {
    ...(poolerUrl ? POOLED_CONNECTION_OPTIONS : SITE_CONNECTION_OPTIONS),
    idle_timeout: IDLE_TIMEOUT_SECONDS,
    // If the connection closes, the driver's type query would cause an unhandled rejection.
    fetch_types: false,
    types: { textArray: TEXT_ARRAY_TYPE },
  }
  const pool = new ConnectionPool({
    connect: () => {
      const client = createSingleConnectionClient(poolerUrl ?? url, options)
      // drizzle() installs its parsers on the client.
      drizzle(client)
      return client
    },
    size,
    reserved: RESERVED_CONNECTIONS,
    hasLimits: !poolerUrl,
  })
  const withScope = (scope: Scope) => drizzle(traceStatements(pool.createClient(scope)))
  try {
    await requireSiteRole(
      withScope(createRequestScope(REQUEST_DEADLINE_MS, createTimeoutErrorFactory(REQUEST_DEADLINE_MS))),
    )
  } catch (error) {
    await pool.close(0)
    throw error
  }
  return {
    db: withScope(createPerQueryScope(COMMAND_TIMEOUT_MS, createTimeoutErrorFactory(COMMAND_TIMEOUT_MS), false)),
    withScope,
    warmUp: () => pool.warmUp(),
    close: (seconds = 1) => pool.close(seconds),
  }
}

/** Time limit for all queries of one request, including connecting. */
const REQUEST_DEADLINE_MS = 3_000

/** Time limit per statement or transaction of a background job. */
const BACKGROUND_TIMEOUT_MS = millisecondsInMinute

/** Time limit per statement or transaction of a command, such as the import of sample data. */
const COMMAND_TIMEOUT_MS = millisecondsInHour

/** Error after a deadline, for example if the server hangs or a table is locked. */
export class DatabaseTimeoutError extends Error {
  readonly code = 'DEADLINE'
  constructor(timeoutMs: number) {
    super(`Postgres query timed out after ${timeoutMs} ms`)
    this.name = 'DatabaseTimeoutError'
  }
}

const createTimeoutErrorFactory = (milliseconds: number) => () => new DatabaseTimeoutError(milliseconds)

/**
 * Error codes of an unreachable or unavailable server. Also of a lock timeout (55P03), a deadlock or conflict (40), and
 * a transaction timeout (25P03, 25P04).
 */
const OUTAGE_CODE_PATTERN =
  /^(CONNECT_TIMEOUT|CONNECTION_\w+|ECONN\w+|EPIPE|ENOTFOUND|EAI_AGAIN|E\w*UNREACH|ETIMEDOUT|(08|40|53|57)\w{3}|55P03|25P0[34])$/

/** Returns whether the database is down, slow or busy, so that a retry may succeed. */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (error instanceof DatabaseTimeoutError || (typeof code === 'string' && OUTAGE_CODE_PATTERN.test(code))) return true
  return isDatabaseOutage(error.cause)
}

/** Runs `work` under an advisory lock on the id, across processes. The lock is held until the transaction ends. */
export async function withAdvisoryLock<Result>(
  transaction: Transaction,
  id: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`)
  return work()
}

const shared = getSharedState<{ database?: Promise<OpenDatabase> }>('database', () => ({}))

function openSharedDatabase(url: string): Promise<OpenDatabase> {
  const opening = (shared.database ??= openDatabase(url))
  // The error is passed to the callers. The next use retries.
  opening.catch(() => discardDatabase(opening))
  return opening
}

function discardDatabase(failedDatabase: Promise<OpenDatabase>): void {
  if (shared.database === failedDatabase) shared.database = undefined
}

/**
 * Returns the database for background jobs, migrated at first use. After a failure, the next use retries.
 * @throws if the server is unreachable
 */
export async function getDatabase(url: string): Promise<Database> {
  const { withScope } = await openSharedDatabase(url)
  return withScope(createPerQueryScope(BACKGROUND_TIMEOUT_MS, createTimeoutErrorFactory(BACKGROUND_TIMEOUT_MS), true))
}

const WARM_UP_TIMEOUT_MS = 3_000

const warmUp = async (url: string): Promise<void> => (await openSharedDatabase(url)).warmUp()

/**
 * Checks that row-level security applies and opens all connections. Ignores an unreachable database.
 * @throws {DatabaseRoleError}
 */
export async function checkDatabaseRole(url: string): Promise<void> {
  try {
    await withDeadline(warmUp(url), WARM_UP_TIMEOUT_MS, () => undefined)
  } catch (error) {
    // The check compares names, because another bundle may have its own copy of the class.
    if (error instanceof Error && error.name === ROLE_ERROR_NAME) throw error
    log.warn({ err: error }, 'postgres: unavailable at startup')
  }
}

/**
 * Runs the queries of a request. At the deadline it rolls back and closes their connections. `work` must not wait for
 * the network.
 * @throws {DatabaseTimeoutError} after the deadline
 */
export function withDatabase<Result>(
  url: string,
  work: (db: Database) => Promise<Result>,
  timeoutMs = REQUEST_DEADLINE_MS,
): Promise<Result> {
  const createTimeoutError = createTimeoutErrorFactory(timeoutMs)
  const scope = createRequestScope(timeoutMs, createTimeoutError)
  const run = async () => {
    const { withScope } = await openSharedDatabase(url)
    if (scope.getTimeLeftMs() <= 0) throw createTimeoutError()
    return withoutNetwork(() => work(withScope(scope)))
  }
  return withDeadline(run(), timeoutMs, () => {
    throw createTimeoutError()
  })
}
