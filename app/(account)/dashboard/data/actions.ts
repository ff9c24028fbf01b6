'use server'

import { OPERATIONS } from '@/lib/auth/areas.ts'
import { requireOperation } from '@/lib/auth/require-operation.ts'
import { database } from '@/lib/db/client.ts'
import { env } from '@/lib/env.ts'
import { eraseOrganizationData } from '@/lib/organizations/store.ts'

/** Deletes what is kept for the organization of whoever asks. @returns what was done, or why not */
export async function eraseData(): Promise<{ done: string } | { error: string }> {
  const access = await requireOperation(OPERATIONS.eraseData)
  if ('refused' in access) return access.refused.body
  try {
    const erased = await eraseOrganizationData(await database(env().databaseUrl), access.member.organization.id)
    return { done: erased === 1 ? 'One record was deleted.' : `${erased} records were deleted.` }
  } catch {
    return { error: 'The database does not answer. Nothing was deleted; try again in a minute.' }
  }
}
