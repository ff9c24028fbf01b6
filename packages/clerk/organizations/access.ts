import type { ClerkContext, Services } from '../http/services.ts'
import { organizationOfMember } from '../sessions/live.ts'
import type { Membership, Organization } from '../store/types.ts'
import { missingPermission, organizationNotFound } from './errors.ts'

/**
 * The organization in the request's path (`:organization`, an id or a slug), and the signed-in user's membership in it. Throws 404 for
 * users who are not members, 403 for members without the permission.
 */
export function requireMembership(
  services: Services,
  c: ClerkContext,
  permission?: string,
): { organization: Organization; membership: Membership } {
  const found = organizationOfMember(services, c.var.session, c.req.param('organization') ?? '')
  if (!found) throw organizationNotFound()
  if (permission && !services.instance.permissionsOf(found.membership.role).includes(permission))
    throw missingPermission(permission)
  return found
}
