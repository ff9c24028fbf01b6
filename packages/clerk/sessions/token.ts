import type { Services } from '../http/services.ts'
import type { Session } from '../store/types.ts'
import { sessionClaims } from '../tokens/claims.ts'
import { type Keys, sameText } from '../tokens/keys.ts'
import { activeOrganization } from './live.ts'

/** A session token (JWT) for the organization given, or for the session's own. Null when the user is gone. */
export async function mintSessionToken(
  services: Services,
  session: Session,
  organizationId: string | null = session.lastActiveOrganizationId,
): Promise<string | null> {
  const { settings, instance, clock, keys, store } = services
  const user = store.users.get(session.userId)
  if (!user) return null
  const subject = { session, user, active: activeOrganization(services, session, organizationId) }
  return keys.signToken(
    sessionClaims(subject, {
      instance,
      issuer: settings.issuer,
      authorizedParty: settings.siteOrigin,
      seconds: settings.tokenSeconds,
      now: clock.now(),
    }),
  )
}

/** Derived from the session's id, so that it need not be stored; valid as long as the session. */
export const refreshToken = (keys: Keys, session: Session): string => keys.hash('refresh', session.id)

export const isRefreshToken = (keys: Keys, session: Session, token: string): boolean =>
  sameText(refreshToken(keys, session), token)
