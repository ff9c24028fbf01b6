import { notSignedIn } from '../errors.ts'
import type { ClerkContext, Services } from '../http/services.ts'
import type { Client, Membership, Organization, Session } from '../store/types.ts'

export const isLive = (session: Session, now: number): boolean => session.status === 'active' && session.expireAt > now

/** A browser's live sessions, oldest first. */
export function liveSessions({ store, clock }: Services, client: Client): Session[] {
  const now = clock.now()
  return store.sessions.where('clientId', client.id).filter((session) => isLive(session, now))
}

/** A session's active organization; undefined when none is chosen, or when the user is no longer a member of it. */
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

/** The same for an organization that a request names by id or slug. */
export function organizationOfMember(services: Services, session: Session, idOrSlug: string) {
  const bySlug = services.store.organizations.first('slug', idOrSlug)
  return activeOrganization(services, session, bySlug?.id ?? idOrSlug)
}

/** The live session in the request's path (`:id`). Throws 401 when it is not one of this browser. */
export function ownSession({ store, clock }: Services, c: ClerkContext): Session {
  const session = store.sessions.get(c.req.param('id') ?? '')
  if (!session || session.clientId !== c.var.client?.id || !isLive(session, clock.now())) throw notSignedIn()
  return session
}
