import { normalAddress } from '../factors/emails.ts'
import type { Store } from '../store/store.ts'
import type { User } from '../store/types.ts'

/** The users that match all given filters, newest first. Filters by fields that no user here has (phone numbers, …) match nobody. */
export function findUsers(store: Store, query: URLSearchParams): User[] {
  const addresses = (user: User): string[] => store.emails.where('userId', user.id).map(({ address }) => address)
  const given = (name: string): string[] => [...query.getAll(name), ...query.getAll(`${name}[]`)]
  const filters: [name: string, fits: (user: User, value: string) => boolean][] = [
    ['user_id', (user, value) => user.id === value],
    ['external_id', (user, value) => user.externalId === value],
    ['email_address', (user, value) => addresses(user).includes(normalAddress(value))],
    ['organization_id', (user, value) => isMember(store, user, value)],
    ['query', (user, value) => textOf(user, addresses(user)).includes(value.toLowerCase())],
    ['phone_number', () => false],
    ['username', () => false],
    ['web3_wallet', () => false],
  ]
  const active = filters
    .map(([name, fits]) => ({ fits, values: given(name) }))
    .filter(({ values }) => values.length > 0)
  const found = store.users
    .all()
    .filter((user) => active.every(({ fits, values }) => values.some((v) => fits(user, v))))
  return inOrder(found, query.get('order_by') ?? '-created_at')
}

const isMember = (store: Store, user: User, organizationId: string): boolean =>
  store.memberships.where('userId', user.id).some((membership) => membership.organizationId === organizationId)

const textOf = (user: User, addresses: string[]): string =>
  [user.id, user.firstName, user.lastName, ...addresses].join('\n').toLowerCase()

const ORDERS: Record<string, (user: User) => number> = {
  created_at: (user) => user.createdAt,
  updated_at: (user) => user.updatedAt,
  last_active_at: (user) => user.lastActiveAt ?? 0,
  last_sign_in_at: (user) => user.lastSignInAt ?? 0,
}

/** Sorts by an `order_by` such as `-created_at`. */
function inOrder(users: User[], order: string): User[] {
  const by = ORDERS[order.replace(/^[+-]/, '')] ?? ORDERS.created_at!
  const ascending = users.toSorted((a, b) => by(a) - by(b))
  return order.startsWith('-') ? ascending.toReversed() : ascending
}
