import { randomUUID } from 'node:crypto'
import type { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll } from 'vitest'
import { type Database, type OpenDatabase, openDatabase } from '../../lib/platform/db/client.ts'
import { runInOrganization, type OrganizationTransaction } from '../../lib/platform/db/organization.ts'
import { events, organizations } from './tables.ts'
import { startDatabase, type TestDatabase } from './test-database.ts'

type Work<Result> = (tx: OrganizationTransaction) => Promise<Result>

export function setUpDatabase() {
  let database: TestDatabase
  let connection: OpenDatabase
  beforeAll(async () => {
    database = await startDatabase()
    connection = await openDatabase(database.url)
  })
  afterAll(async () => {
    await connection.close()
    await database.close()
  })
  /** Runs `work` in a transaction of `org_a`, or of the organization passed as the first argument. */
  function within<Result>(work: Work<Result>): Promise<Result>
  function within<Result>(organizationId: string | undefined, work: Work<Result>): Promise<Result>
  function within<Result>(...args: [Work<Result>] | [string | undefined, Work<Result>]): Promise<Result> {
    const [organizationId, work] = args.length === 1 ? ([undefined, args[0]] as const) : args
    return runInOrganization(connection.db, organizationId ?? 'org_a', work)
  }
  return {
    get db(): Database {
      return connection.db
    },
    get url(): string {
      return database.url
    },
    within,
    /** Returns the audit log, oldest first. */
    events: (organizationId?: string) =>
      within(organizationId, ({ db }) => db.select().from(events).orderBy(events.at, events.action)),
    /** Deletes all organizations, and their rows by cascade. */
    deleteOrganizations: async (): Promise<void> => void (await connection.db.delete(organizations)),
    clear: async (...tables: PgTable[]): Promise<void> => {
      for (const organizationId of ['org_a', 'org_b']) {
        await within(organizationId, async ({ db }) => {
          for (const table of tables) await db.delete(table)
        })
      }
    },
  }
}

export const createOrganizationId = (): string => `org_${randomUUID().slice(0, 8)}`
