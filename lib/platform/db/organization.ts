import { sql } from 'drizzle-orm'
import { type Database, type Transaction, withDatabase } from './client.ts'
import { ORGANIZATION_SETTING } from './owned.ts'

/** Limited to one organization by row-level security. Queries filter by it too, so that either check alone is enough. */
export type OrganizationTransaction = { db: Transaction; organizationId: string }

/** Inserts the organization's row, because Clerk's event may not have arrived yet, unless it was deleted. */
const enter = (organizationId: string) => sql`
  with known as (
    insert into organizations (id)
    select ${organizationId}
    where not exists (select from organizations where id = ${organizationId})
      and not exists (select from deleted_clerk_ids where id = ${organizationId})
    on conflict do nothing
  )
  select set_config(${ORGANIZATION_SETTING}, ${organizationId}, true)`

/** Runs one transaction for an organization; rolls back if `work` throws. */
export const inOrganization = <Result>(
  db: Database,
  organizationId: string,
  work: (tx: OrganizationTransaction) => Promise<Result>,
): Promise<Result> =>
  db.transaction(async (transaction) => {
    await transaction.execute(enter(organizationId))
    return work({ db: transaction, organizationId })
  })

/** Like `inOrganization`, within a request's deadline. @throws {DatabaseTimeoutError} after it */
export const withOrganization = <Result>(
  url: string,
  organizationId: string,
  work: (tx: OrganizationTransaction) => Promise<Result>,
  deadline?: number,
): Promise<Result> => withDatabase(url, (db) => inOrganization(db, organizationId, work), deadline)
