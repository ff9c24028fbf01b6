import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants'
import { resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { makePgArray, parsePgArray } from 'drizzle-orm/pg-core'
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { withDeadline } from '../time/deadline.ts'
import { sharedState } from '../process/shared-state.ts'
import { log } from '../log/log.ts'
import { createSingleConnectionClient } from './driver.ts'
import { withoutNetwork } from './no-network.ts'
import { ConnectionPool } from './pool.ts'
import { SITE_ROLE } from './owned.ts'
import { CONNECTION_LIMITS, perQueryScope, requestScope, type Scope } from './scope.ts'
import { watchStatements } from './watched-statements.ts'

export type Database = PostgresJsDatabase

export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

const CONNECT_TIMEOUT_SECONDS = 2

/** Constant: the driver's default grows to 20 seconds in an outage, and connections open only on demand. */
const RECONNECT_DELAY_SECONDS = 0.2

const CONNECTION = {
  connect_timeout: CONNECT_TIMEOUT_SECONDS,
  backoff: () => RECONNECT_DELAY_SECONDS,
  onnotice: () => undefined,
}

/** Always the site's role, so that row-level security applies. Only migrations keep the database user's own rights. */
export const SITE_CONNECTION = { ...CONNECTION, connection: { role: SITE_ROLE, ...CONNECTION_LIMITS } }

/** Transaction pooling: statements may change connections, so none is prepared; the pooler itself logs in as the role. */
const POOLED_CONNECTION = { ...CONNECTION, prepare: false }

const TEXT_ARRAY = {
  to: 1009,
  from: [1009],
  parse: (text: string): unknown[] => parsePgArray(text),
  // Drizzle has already serialized array columns.
  serialize: (value: unknown): unknown => (Array.isArray(value) ? makePgArray(value) : value),
}

const POOL_SIZE = 5

/** Connections that background jobs leave to requests. */
const RESERVED_CONNECTIONS = 2

/** Long, because reconnecting is slowest under load. */
const IDLE_SECONDS = 600

type PoolSettings = {
  size: number
  /** A pooler in transaction mode that logs in as the site's role; by default, queries connect directly. */
  poolerUrl?: string | undefined
}

const settings = sharedState<PoolSettings>('database-pool-settings', () => ({ size: POOL_SIZE }))

/** Call before first use. Migrations and notifications always connect directly. */
export function configurePool(configured: PoolSettings): void {
  Object.assign(settings, configured)
}

const ROLE_ERROR = 'DatabaseRoleError'

/** A connection bypasses row-level security, so it could read every company's data. */
export class DatabaseRoleError extends Error {
  constructor(role: string) {
    super(
      `The site is connected to its database as ${role} and not as ${SITE_ROLE}, so that row-level security would not hold. ` +
        'A pooler has to pass the parameter "role" on, or to sign in as that role: see docs/operate/upgrading.md, PgBouncer.',
    )
    this.name = ROLE_ERROR
  }
}

/** @throws {DatabaseRoleError} if row-level security does not apply */
async function requireSiteRole(db: Database): Promise<void> {
  const [row] = await db.execute<{ role: string; isActive: boolean }>(
    sql`select current_user::text as role, row_security_active('events') as "isActive"`,
  )
  if (row?.role !== SITE_ROLE || !row.isActive) throw new DatabaseRoleError(row?.role ?? 'unknown')
}

const isRefusal = (error: unknown): boolean => {
  const { cause } = (error ?? {}) as { cause?: unknown }
  return error instanceof postgres.PostgresError || cause instanceof postgres.PostgresError
}

/** Advisory lock of migrations; arbitrary, but equal in all processes. */
const MIGRATION_LOCK = 7_215_004

const MIGRATIONS = resolve(process.cwd(), 'lib/platform/db/migrations')

/** Milliseconds, including the wait for another process. */
const MIGRATION_DEADLINE = 30_000

async function applyMigrations(url: string, folder: string): Promise<void> {
  const connection = createSingleConnectionClient(url, CONNECTION)
  // Ending the connection rejects the pending query.
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
  /** The database with the limits of one request or job. */
  scoped: (scope: Scope) => Database
  warmUp: () => Promise<void>
  /** Waits up to `seconds` (1) for open transactions; 0 rolls them back. */
  close: (seconds?: number) => Promise<void>
}

/**
 * Connects and migrates; safe in several processes at once. @param folder of the migrations
 * @throws if the server is unreachable; {DatabaseRoleError} if row-level security would not apply
 */
export async function openDatabase(url: string, folder = MIGRATIONS): Promise<OpenDatabase> {
  try {
    await applyMigrations(url, folder)
  } catch (error) {
    if (!isRefusal(error)) throw error
    // PGlite has one session, so its advisory lock excludes no one; the retry finds the tables.
    await applyMigrations(url, folder)
  }
  const { size, poolerUrl } = settings
  const options = {
    ...(poolerUrl ? POOLED_CONNECTION : SITE_CONNECTION),
    idle_timeout: IDLE_SECONDS,
    // The driver's type query would reject unhandled if the connection closes.
    fetch_types: false,
    types: { textArray: TEXT_ARRAY },
  }
  const pool = new ConnectionPool({
    connect: () => {
      const client = createSingleConnectionClient(poolerUrl ?? url, options)
      // Sets Drizzle's parsers.
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

/** For all queries of one request, including connecting. */
const REQUEST_DEADLINE_MS = 3_000

/** Per statement or transaction of a background job. */
const BACKGROUND_TIMEOUT_MS = millisecondsInMinute

/** Per statement or transaction of a command, such as the import of sample data. */
const COMMAND_TIMEOUT_MS = millisecondsInHour

/** For example, the server hangs or a table is locked. */
export class DatabaseTimeoutError extends Error {
  readonly code = 'DEADLINE'
  constructor(deadline: number) {
    super(`The database did not answer within ${deadline} ms`)
    this.name = 'DatabaseTimeoutError'
  }
}

const timeoutAfter = (milliseconds: number) => () => new DatabaseTimeoutError(milliseconds)

/** Unreachable or unavailable server, lock timeout (55P03), deadlock or conflict (40), transaction timeout (25P03, 25P04). */
const OUTAGE =
  /^(CONNECT_TIMEOUT|CONNECTION_\w+|ECONN\w+|EPIPE|ENOTFOUND|EAI_AGAIN|E\w*UNREACH|ETIMEDOUT|(08|40|53|57)\w{3}|55P03|25P0[34])$/

/** Whether the database is down, slow or busy, so that a retry may succeed. */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (error instanceof DatabaseTimeoutError || (typeof code === 'string' && OUTAGE.test(code))) return true
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

const shared = sharedState<{ database?: Promise<OpenDatabase> }>('database', () => ({}))

function open(url: string): Promise<OpenDatabase> {
  const opening = (shared.database ??= openDatabase(url))
  // Callers get the error; the next use retries.
  opening.catch(() => forget(opening))
  return opening
}

function forget(opened: Promise<OpenDatabase>): void {
  if (shared.database === opened) shared.database = undefined
}

/** For background jobs; migrated at first use. A failure is retried at the next use. @throws if the server is unreachable */
export async function database(url: string): Promise<Database> {
  const { scoped } = await open(url)
  return scoped(perQueryScope(BACKGROUND_TIMEOUT_MS, timeoutAfter(BACKGROUND_TIMEOUT_MS), true))
}

const WARM_UP_TIMEOUT_MS = 3_000

const warmUp = async (url: string): Promise<void> => (await open(url)).warmUp()

/** Requires row-level security and opens all connections. Ignores an unreachable database. @throws {DatabaseRoleError} */
export async function checkDatabaseRole(url: string): Promise<void> {
  try {
    await withDeadline(warmUp(url), WARM_UP_TIMEOUT_MS, () => undefined)
  } catch (error) {
    // By name: another bundle may have its own copy of the class.
    if (error instanceof Error && error.name === ROLE_ERROR) throw error
    log.warn({ err: error }, 'The database cannot be reached yet')
  }
}

/**
 * Runs a request's queries; at the deadline rolls back and closes its connections. `work` must not wait for the network.
 * @throws {DatabaseTimeoutError} after the deadline
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
