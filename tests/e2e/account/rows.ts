import { openDatabase } from '../../../lib/platform/db/client.ts'
import { runInOrganization, type OrganizationTransaction } from '../../../lib/platform/db/organization.ts'
import { stack } from '../../support/stack/addresses.ts'

export async function within<Result>(
  { organizationId }: { organizationId: string },
  work: (tx: OrganizationTransaction) => Promise<Result>,
): Promise<Result> {
  const { db, close } = await openDatabase(stack.env.databaseUrl)
  try {
    return await runInOrganization(db, organizationId, work)
  } finally {
    await close()
  }
}
