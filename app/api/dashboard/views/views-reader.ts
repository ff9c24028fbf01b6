import { VIEWED_LISTS } from '@/lib/dashboard/model/saved-view.ts'
import { getViewPermission } from '@/lib/dashboard/views/list-query.ts'
import { ViewError, type ViewsReader } from '@/lib/dashboard/views/repository.ts'
import { isAllowed } from '@/lib/platform/auth/check-access.ts'
import type { Member } from '@/lib/platform/auth/session-claims.ts'

export const toViewsReader = (member: Member): ViewsReader => ({
  userId: member.userId,
  lists: VIEWED_LISTS.filter((list) => isAllowed(member, { permission: getViewPermission(list) })),
  canManage: isAllowed(member, { permission: 'org:settings:manage' }),
})

const STATUSES = { 'too-many': 409, duplicate: 409, 'not-creator': 403 } as const

/** Responds 403 or 409 if the change is rejected. */
export async function respondToChange(change: () => Promise<Response>): Promise<Response> {
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof ViewError)) throw error
    return Response.json({ error: `${error.message}.`, reason: error.reason }, { status: STATUSES[error.reason] })
  }
}
