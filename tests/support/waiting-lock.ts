import { sql } from 'drizzle-orm'
import type { Database } from '../../lib/platform/db/client.ts'

/** Returns whether a transaction waits for an advisory lock in this database. */
export async function hasLockWaiter(db: Database): Promise<boolean> {
  const waiters = await db.execute(sql`
    select from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where datname = current_database() and locktype = 'advisory' and not granted`)
  return waiters.length > 0
}
