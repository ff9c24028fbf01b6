'use server'

import { deleteOrganizationData } from '@/lib/auth/organizations/store.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { withDatabase } from '@/lib/db/client.ts'
import { env } from '@/lib/env.ts'

/** Deletes the data of the organization. @returns what was done, in a sentence */
export const deleteData = withAccess(
  { permission: 'org:settings:manage', reverification: 'strict_mfa' },
  async ({ organization }) => {
    const deleted = await withDatabase(env().databaseUrl, (db) => deleteOrganizationData(db, organization.id))
    return { done: deleted === 1 ? 'One record was deleted.' : `${deleted} records were deleted.` }
  },
)
