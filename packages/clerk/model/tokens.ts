import { randomBytes } from 'node:crypto'
import { isSameText } from '../../local-server/index.ts'
import { type Instance, filterCustomPermissions } from '../services/config.ts'
import type { Keys } from '../services/keys.ts'
import type { Services } from '../services/services.ts'
import type { Membership, Organization, Session, User } from '../services/store.ts'
import { findActiveOrganization, getFactorAges } from './sessions.ts'

export async function mintSessionToken(
  services: Services,
  session: Session,
  organizationId: string | null = session.lastActiveOrganizationId,
): Promise<string | null> {
  const { settings, instance, clock, keys, store } = services
  const user = store.users.get(session.userId)
  if (!user) return null
  const subject = { session, user, active: findActiveOrganization(services, session, organizationId) }
  return keys.signToken(
    buildSessionClaims(subject, {
      instance,
      issuer: settings.issuer,
      authorizedParty: settings.siteOrigin,
      seconds: settings.tokenSeconds,
      now: clock.now(),
    }),
  )
}

/** Derives the refresh token from the session id. It is not stored and stays valid as long as the session. */
export const createRefreshToken = (keys: Keys, session: Session): string => keys.hash('refresh', session.id)

export const isRefreshToken = (keys: Keys, session: Session, token: string): boolean =>
  isSameText(createRefreshToken(keys, session), token)

/**
 * Builds the organization claims of a version 2 token. `per` lists actions. Each number in `fpm` is a bit mask of
 * allowed actions for the feature at the same position. System permissions are omitted.
 */
function buildOrganizationClaims(instance: Instance, organization: Organization, membership: Membership) {
  const permissions = filterCustomPermissions(instance.effectivePermissions(membership.role, organization.plan))
  const features = instance.organizationFeatures(organization.plan)
  const actions = [...new Set(permissions.map((key) => key.split(':')[2]!))]
  const buildMask = (feature: string): number =>
    actions.reduce(
      (bits, action, index) => (permissions.includes(`org:${feature}:${action}`) ? bits + 2 ** index : bits),
      0,
    )
  return {
    features,
    organization: {
      id: organization.id,
      rol: membership.role.replace(/^org:/, ''),
      slg: organization.slug,
      ...(actions.length > 0 && { per: actions.join(','), fpm: features.map(buildMask).join(',') }),
    },
  }
}

type TokenSubject = {
  session: Session
  user: User
  active: { organization: Organization; membership: Membership } | undefined
}

/** Builds version 2 claims. `iat`, `nbf` and `exp` use real time. Factor ages use `now`. */
export function buildSessionClaims(
  { session, user, active }: TokenSubject,
  context: { instance: Instance; issuer: string; authorizedParty: string; seconds: number; now: number },
): Record<string, unknown> {
  const issuedAt = Math.floor(Date.now() / 1000)
  const orgClaims = active && buildOrganizationClaims(context.instance, active.organization, active.membership)
  const features = [
    ...context.instance.userFeatures(user.plan).map((feature) => `u:${feature}`),
    ...(orgClaims?.features ?? []).map((feature) => `o:${feature}`),
  ]
  const plans = [`u:${user.plan}`, ...(active ? [`o:${active.organization.plan}`] : [])]
  return {
    azp: context.authorizedParty,
    exp: issuedAt + context.seconds,
    ...(features.length > 0 && { fea: features.join(',') }),
    fva: getFactorAges(session, context.now),
    iat: issuedAt,
    iss: context.issuer,
    jti: randomBytes(10).toString('hex'),
    nbf: issuedAt - 10,
    ...(orgClaims && { o: orgClaims.organization }),
    pla: plans.join(','),
    sid: session.id,
    sts: 'active',
    sub: user.id,
    v: 2,
  }
}
