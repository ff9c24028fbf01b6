'use server'

import { deleteOrganizationData } from '@/lib/auth/organizations/data.ts'
import { withAccess } from '@/lib/auth/with-access.ts'
import { integrationsOf } from '@/lib/integrations/context.ts'
import { removeAllConnections } from '@/lib/integrations/remove-all.ts'
import { wakeOutgoing } from '@/lib/outgoing/start.ts'

const number = new Intl.NumberFormat('en-US')
const names = new Intl.ListFormat('en-US')

/**
 * Deletes the data of the organization, and before it ends its connections, also at the other side.
 * @returns what was done, in a sentence or two
 */
export const deleteData = withAccess(
  { permission: 'org:settings:manage', reverification: 'strict_mfa' },
  async ({ organization, userId }) => {
    const context = integrationsOf(organization.id)
    const actor = { kind: 'person', id: userId } as const
    const untold = await removeAllConnections(context, actor)
    const deleted = await deleteOrganizationData(context.transaction, actor)
    wakeOutgoing()
    const done = deleted === 1 ? 'One record was deleted.' : `${number.format(deleted)} records were deleted.`
    if (untold.length === 0) return { done }
    return { done: `${done} ${names.format(untold)} could not be told that you have left: end the connection there.` }
  },
)
