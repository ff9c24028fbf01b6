import { resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'

export type Database = PostgresJsDatabase

/** Seconds until a server that does not answer counts as down. */
const CONNECT_TIMEOUT = 3

const POOL = { max: 5, idle_timeout: 60, connect_timeout: CONNECT_TIMEOUT, onnotice: () => undefined }

/** Any number, the same in every process: who holds this lock migrates. */
const MIGRATION_LOCK = 7_215_004

const MIGRATIONS = resolve(process.cwd(), 'lib/db/migrations')

async function applyMigrations(url: string, folder: string): Promise<void> {
  const connection = postgres(url, { ...POOL, max: 1 })
  try {
    const db = drizzle(connection)
    await db.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`)
    await migrate(db, { migrationsFolder: folder })
    await db.execute(sql`select pg_advisory_unlock(${MIGRATION_LOCK})`)
  } finally {
    await connection.end({ timeout: 1 })
  }
}

export type OpenDatabase = { db: Database; close: () => Promise<void> }

/**
 * Connects to a Postgres and brings its tables up to date; several processes may do so at once.
 * @param folder of the migrations
 * @throws when the server cannot be reached
 */
export async function openDatabase(url: string, folder = MIGRATIONS): Promise<OpenDatabase> {
  // A PGlite has one session, so its lock keeps nobody out: who comes second finds the tables made at the next try.
  await applyMigrations(url, folder).catch(() => applyMigrations(url, folder))
  const pool = postgres(url, POOL)
  return { db: drizzle(pool), close: () => pool.end({ timeout: 1 }) }
}

/** One pool a process, though the framework loads this module once for each bundle. */
const shared = globalThis as typeof globalThis & { ductwiseDatabase?: Promise<OpenDatabase> }

/**
 * The database of this process, migrated at first use. A failed attempt is forgotten, so the next use tries again.
 * @throws when the server cannot be reached
 */
export async function database(url: string): Promise<Database> {
  shared.ductwiseDatabase ??= openDatabase(url).catch((error: unknown) => {
    shared.ductwiseDatabase = undefined
    throw error
  })
  return (await shared.ductwiseDatabase).db
}
