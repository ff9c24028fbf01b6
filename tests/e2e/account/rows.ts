import { openDatabase } from '../../../lib/db/client.ts'
import { inOrganization, type OrganizationTransaction } from '../../../lib/db/organization.ts'
import { stack } from '../../support/stack/addresses.ts'

/** Reads or writes an organization's rows in the database of the stack, as the site does. */
export async function within<Result>(
  { organizationId }: { organizationId: string },
  work: (tx: OrganizationTransaction) => Promise<Result>,
): Promise<Result> {
  const { db, close } = await openDatabase(stack.env.databaseUrl)
  try {
    return await inOrganization(db, organizationId, work)
  } finally {
    await close()
  }
}
