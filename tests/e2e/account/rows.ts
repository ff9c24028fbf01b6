import { openDatabase } from '../../../lib/platform/db/client.ts'
import { inOrganization, type OrganizationTransaction } from '../../../lib/platform/db/organization.ts'
import { stack } from '../../support/stack/addresses.ts'

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
