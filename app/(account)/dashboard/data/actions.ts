'use server'

import { OPERATIONS } from '@/lib/auth/areas.ts'
import { requireOperation } from '@/lib/auth/require-operation.ts'
import { withDatabase } from '@/lib/db/client.ts'
import { env } from '@/lib/env.ts'
import { log } from '@/lib/log/log.ts'
import { eraseOrganizationData } from '@/lib/organizations/store.ts'

/** Deletes what is kept for the organization of whoever asks. @returns what was done, or why not */
export async function eraseData(): Promise<{ done: string } | { error: string }> {
  const access = await requireOperation(OPERATIONS.eraseData)
  if ('refused' in access) return access.refused.body
  try {
    const { id } = access.member.organization
    const erased = await withDatabase(env().databaseUrl, (db) => eraseOrganizationData(db, id))
    return { done: erased === 1 ? 'One record was deleted.' : `${erased} records were deleted.` }
  } catch (error) {
    log.error({ err: error }, 'Data of an organization could not be deleted')
    return { error: 'The database does not answer. Try again in a minute.' }
  }
}
