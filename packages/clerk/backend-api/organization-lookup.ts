import { ClerkError } from '../errors.ts'
import type { ClerkContext, Services } from '../http/services.ts'
import type { Organization, User } from '../store/types.ts'

/** The organization in the request's path, by id or slug. Throws 404. */
export function organizationOf({ store }: Services, c: ClerkContext): Organization {
  const key = c.req.param('organization') ?? ''
  const organization = store.organizations.get(key) ?? store.organizations.first('slug', key)
  if (!organization) {
    throw new ClerkError(404, 'resource_not_found', 'not found', { long: 'Given organization not found.' })
  }
  return organization
}

/** Throws 404 for an unknown id. */
export function userOf({ store }: Services, id: string): User {
  const user = store.users.get(id)
  if (!user) throw new ClerkError(404, 'resource_not_found', 'not found', { long: `No user was found with id ${id}.` })
  return user
}
