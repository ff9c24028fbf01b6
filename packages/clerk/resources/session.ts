import { factorCheckJson, firstFactors, secondFactors } from './factor.ts'
import type { Services } from '../http/services.ts'
import { activeOrganization, isLive } from '../sessions/live.ts'
import { mintSessionToken } from '../sessions/token.ts'
import type { Session } from '../store/types.ts'
import { factorAges } from '../tokens/claims.ts'
import { userJson } from './user.ts'
import { publicUserDataJson } from './public-user.ts'

/** A session as its own browser sees it, with a fresh token while it is live. */
export async function sessionJson(services: Services, session: Session) {
  const now = services.clock.now()
  const user = services.store.users.get(session.userId)
  const token = isLive(session, now) ? await mintSessionToken(services, session) : null
  return {
    object: 'session',
    id: session.id,
    status: shownStatus(session, now),
    expire_at: session.expireAt,
    abandon_at: session.abandonAt,
    last_active_at: session.lastActiveAt,
    last_active_organization_id: activeOrganization(services, session)?.organization.id ?? null,
    actor: null,
    tasks: null,
    factor_verification_age: factorAges(session, now),
    user: user ? userJson(services, user, 'frontend', now) : null,
    public_user_data: user ? publicUserDataJson(services, user) : null,
    last_active_token: token ? { object: 'token', jwt: token } : null,
    created_at: session.createdAt,
    updated_at: session.updatedAt,
  }
}

/** A session as the Backend API and webhooks show it. */
export function backendSessionJson(services: Services, session: Session) {
  return {
    object: 'session',
    id: session.id,
    client_id: session.clientId,
    user_id: session.userId,
    status: shownStatus(session, services.clock.now()),
    last_active_organization_id: activeOrganization(services, session)?.organization.id ?? null,
    last_active_at: session.lastActiveAt,
    expire_at: session.expireAt,
    abandon_at: session.abandonAt,
    actor: null,
    latest_activity: activityJson(session),
    created_at: session.createdAt,
    updated_at: session.updatedAt,
  }
}

/** The device with which a session was last used. */
export function activityJson({ id, activity }: Session) {
  return {
    object: 'session_activity',
    id: `sess_activity_${id.replace(/^sess_/, '')}`,
    browser_name: activity.browserName,
    browser_version: activity.browserVersion,
    device_type: activity.deviceType,
    is_mobile: activity.isMobile,
    ip_address: activity.ipAddress,
    city: placeOf(activity.ipAddress),
    country: null,
  }
}

const OWN = /^(?:::1|(?:::ffff:)?127\.)/
const PRIVATE = /^(?:::ffff:)?(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.)|^f[cd][0-9a-f]{2}:|^fe80:/i

/**
 * Where an address is. Clerk looks that up; of most addresses this server cannot know it, and says so, since Clerk's list
 * of devices has empty brackets for no place.
 */
export function placeOf(ipAddress: string | null): string {
  if (ipAddress && OWN.test(ipAddress)) return 'This machine'
  return ipAddress && PRIVATE.test(ipAddress) ? 'Local network' : 'Unknown place'
}

const shownStatus = (session: Session, now: number): string =>
  session.status === 'active' && !isLive(session, now) ? 'expired' : session.status

/** A reverification and its session, whose token has the new ages of the factors. Throws when there is none. */
export async function sessionVerificationJson(services: Services, session: Session) {
  const { verification } = session
  const user = services.store.users.get(session.userId)
  if (!verification || !user) throw new Error('a session without a verification')
  const now = services.clock.now()
  const seconds = secondFactors(user)
  return {
    object: 'session_verification',
    id: verification.id,
    status: verification.status,
    level: verification.level,
    session: await sessionJson(services, session),
    supported_first_factors: firstFactors(user, services.store.emails.where('userId', user.id)),
    supported_second_factors: seconds.length > 0 ? seconds : null,
    first_factor_verification: factorCheckJson(verification.firstFactor, now),
    second_factor_verification: factorCheckJson(verification.secondFactor, now),
  }
}
