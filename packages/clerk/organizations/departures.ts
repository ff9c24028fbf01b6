import type { Services } from '../http/services.ts'
import type { User } from '../store/types.ts'

/**
 * Takes a user out of all organizations, before the user is deleted, with the events Clerk sends for it. To be called inside the
 * transaction of the deletion, while the user's record is still there.
 */
export function leaveAllOrganizations({ store, events }: Services, user: User): void {
  for (const membership of store.memberships.where('userId', user.id)) {
    events.emit({ type: 'organizationMembership.deleted', membership })
    store.memberships.delete(membership.id)
  }
}
