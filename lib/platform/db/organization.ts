import { sql } from 'drizzle-orm'
import { type Database, type Transaction, withDatabase } from './client.ts'
import { ORGANIZATION_SETTING } from './organization-policies.ts'

/**
 * Transaction that row-level security limits to one organization. Queries also filter by the organization, so that
 * either check alone is enough.
 */
export type OrganizationTransaction = { db: Transaction; organizationId: string }

/**
 * Sets the organization of the transaction. Also inserts its row unless it was deleted, because Clerk's event may not
 * have arrived yet.
 */
const enterOrganization = (organizationId: string) => sql`
  with known as (
    insert into organizations (id)
    select ${organizationId}
    where not exists (select from organizations where id = ${organizationId})
      and not exists (select from deleted_clerk_ids where id = ${organizationId})
    on conflict do nothing
  )
  select set_config(${ORGANIZATION_SETTING}, ${organizationId}, true)`

/** Runs one transaction for an organization. Rolls back if `work` throws. */
export const runInOrganization = <Result>(
  db: Database,
  organizationId: string,
  work: (tx: OrganizationTransaction) => Promise<Result>,
): Promise<Result> =>
  db.transaction(async (transaction) => {
    await transaction.execute(enterOrganization(organizationId))
    return work({ db: transaction, organizationId })
  })

/**
 * Runs one transaction for an organization within a request's deadline.
 * @throws {DatabaseTimeoutError} after the deadline
 */
export const withOrganization = <Result>(
  url: string,
  organizationId: string,
  work: (tx: OrganizationTransaction) => Promise<Result>,
  timeoutMs?: number,
): Promise<Result> => withDatabase(url, (db) => runInOrganization(db, organizationId, work), timeoutMs)
