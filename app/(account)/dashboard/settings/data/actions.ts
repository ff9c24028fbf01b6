'use server'

import { deleteOrganizationData } from '@/lib/dashboard/organizations/data.ts'
import { withAccess } from '@/lib/dashboard/access/with-access.ts'
import { createIntegrationContext } from '@/lib/dashboard/integrations/context.ts'
import { removeAllConnections } from '@/lib/dashboard/integrations/manage.ts'
import { wakeJobs } from '@/lib/platform/jobs/start.ts'
import { formatList, formatNumber } from '@/lib/values/format.ts'

/**
 * Disconnects the organization's integrations, revokes their tokens, then deletes the organization's data. Returns a
 * summary for the user.
 */
export const deleteData = withAccess(
  { permission: 'org:settings:manage', reverification: 'strict_mfa' },
  async ({ organization, userId }) => {
    const context = createIntegrationContext(organization.id)
    const actor = { kind: 'person', id: userId } as const
    const unrevoked = await removeAllConnections(context, actor)
    const deletedCount = await deleteOrganizationData(context.transaction, actor)
    wakeJobs()
    const message =
      deletedCount === 1 ? 'One record was deleted.' : `${formatNumber(deletedCount)} records were deleted.`
    if (unrevoked.length === 0) return { done: message }
    return { done: `${message} We couldn’t revoke our access to ${formatList(unrevoked)}. Revoke it there.` }
  },
)
