import type { Services } from '../http/services.ts'
import type { Client, Membership, Organization, Session } from '../store/types.ts'

export const isLive = (session: Session, now: number): boolean => session.status === 'active' && session.expireAt > now

/** The sessions of a browser that still count, oldest first. */
export function liveSessions({ store, clock }: Services, client: Client): Session[] {
  const now = clock.now()
  return store.sessions.where('clientId', client.id).filter((session) => isLive(session, now))
}

/** The organization that a session speaks for; undefined when none is chosen, or when the user is no longer a member of it. */
export function activeOrganization(
  services: Services,
  session: Session,
  organizationId: string | null = session.lastActiveOrganizationId,
): { organization: Organization; membership: Membership } | undefined {
  if (organizationId === null) return undefined
  const memberships = services.store.memberships.where('userId', session.userId)
  const membership = memberships.find((item) => item.organizationId === organizationId)
  const organization = membership && services.store.organizations.get(membership.organizationId)
  return organization && { organization, membership }
}

/** As `activeOrganization`, for an id or a slug that a request names. */
export function organizationOfMember(services: Services, session: Session, idOrSlug: string) {
  const bySlug = services.store.organizations.first('slug', idOrSlug)
  return activeOrganization(services, session, bySlug?.id ?? idOrSlug)
}
