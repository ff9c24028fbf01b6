import { sql } from 'drizzle-orm'
import { type Database, type Transaction, withDatabase } from './client.ts'
import { ORGANIZATION_SETTING } from './schema/owned.ts'

/**
 * A transaction that sees and writes the rows of one organization only, by row-level security. What is asked in it names the
 * organization as well, so that either lock holds without the other.
 */
export type OrganizationTransaction = { db: Transaction; organizationId: string }

/**
 * Names the organization for the rest of the transaction. Clerk's event about a new one may not have arrived yet, so its row is
 * made here; one that was deleted stays deleted.
 */
const enter = (organizationId: string) => sql`
  with known as (
    insert into organizations (id)
    select ${organizationId}
    where not exists (select from organizations where id = ${organizationId})
      and not exists (select from deleted_clerk_ids where id = ${organizationId})
    on conflict do nothing
  )
  select set_config(${ORGANIZATION_SETTING}, ${organizationId}, true)`

/** Runs one transaction for an organization. @throws whatever `work` throws; then nothing was done */
export const inOrganization = <Result>(
  db: Database,
  organizationId: string,
  work: (tx: OrganizationTransaction) => Promise<Result>,
): Promise<Result> =>
  db.transaction(async (transaction) => {
    await transaction.execute(enter(organizationId))
    return work({ db: transaction, organizationId })
  })

/**
 * Does for one request what it needs of an organization's data, in one transaction, in time or not at all.
 * @param url of the database
 * @throws {DatabaseTimeoutError} after the deadline; whatever connecting or `work` throws before it
 */
export const withOrganization = <Result>(
  url: string,
  organizationId: string,
  work: (tx: OrganizationTransaction) => Promise<Result>,
  deadline?: number,
): Promise<Result> => withDatabase(url, (db) => inOrganization(db, organizationId, work), deadline)
