import type { Services } from '../http/services.ts'
import { primaryEmail } from '../resources/public-user.ts'
import type { Membership, User } from '../store/types.ts'

type Filter = { query?: string; roles: string[] }

/** Members of an organization, newest first. `query` is searched for in names, addresses and ids. */
export function membersOf(services: Services, organizationId: string, { query, roles }: Filter): Membership[] {
  const words = query?.trim().toLowerCase() ?? ''
  return services.store.memberships
    .where('organizationId', organizationId)
    .filter(({ role }) => roles.length === 0 || roles.includes(role))
    .filter(({ userId }) => words === '' || isFound(services, userId, words))
    .toReversed()
}

function isFound({ store }: Services, userId: string, words: string): boolean {
  const user = store.users.get(userId)
  return user !== undefined && searchText(store, user).includes(words)
}

const searchText = (store: Services['store'], user: User): string =>
  [user.id, `${user.firstName ?? ''} ${user.lastName ?? ''}`, primaryEmail(store, user)?.address ?? '']
    .join('\n')
    .toLowerCase()
