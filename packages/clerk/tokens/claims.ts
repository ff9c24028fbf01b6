import { randomBytes } from 'node:crypto'
import { type Instance, ownPermissions } from '../instance.ts'
import type { Membership, Organization, Session, User } from '../store/types.ts'

/**
 * The organization part of a version 2 session token. `per` lists the actions, and each number of `fpm` says, for the feature of the
 * same place, which of them are allowed: bit 0 is the first action. Tokens have no system permissions.
 */
export function organizationClaims(instance: Instance, organization: Organization, membership: Membership) {
  const permissions = ownPermissions(instance.effectivePermissions(membership.role, organization.plan))
  const features = instance.organizationFeatures(organization.plan)
  const actions = [...new Set(permissions.map((key) => key.split(':')[2]!))]
  const mask = (feature: string): number =>
    actions.reduce(
      (bits, action, place) => (permissions.includes(`org:${feature}:${action}`) ? bits + 2 ** place : bits),
      0,
    )
  return {
    features,
    organization: {
      id: organization.id,
      rol: membership.role.replace(/^org:/, ''),
      slg: organization.slug,
      ...(actions.length > 0 && { per: actions.join(','), fpm: features.map(mask).join(',') }),
    },
  }
}

/** Minutes since the first and the second factor; -1 for a second factor that was never verified. */
export function factorAges(session: Session, now: number): [number, number] {
  const minutes = (time: number): number => Math.max(0, Math.floor((now - time) / 60_000))
  return [minutes(session.firstFactorAt), session.secondFactorAt === null ? -1 : minutes(session.secondFactorAt)]
}

export type TokenSubject = {
  session: Session
  user: User
  /** The active organization, if any. */
  active: { organization: Organization; membership: Membership } | undefined
}

/** The claims of a session token, version 2. `iat`, `nbf` and `exp` are in real time, factor ages by `now`. */
export function sessionClaims(
  { session, user, active }: TokenSubject,
  context: { instance: Instance; issuer: string; authorizedParty: string; seconds: number; now: number },
): Record<string, unknown> {
  const issuedAt = Math.floor(Date.now() / 1000)
  const ofOrganization = active && organizationClaims(context.instance, active.organization, active.membership)
  const features = [
    ...context.instance.userFeatures(user.plan).map((feature) => `u:${feature}`),
    ...(ofOrganization?.features ?? []).map((feature) => `o:${feature}`),
  ]
  const plans = [`u:${user.plan}`, ...(active ? [`o:${active.organization.plan}`] : [])]
  return {
    azp: context.authorizedParty,
    exp: issuedAt + context.seconds,
    ...(features.length > 0 && { fea: features.join(',') }),
    fva: factorAges(session, context.now),
    iat: issuedAt,
    iss: context.issuer,
    jti: randomBytes(10).toString('hex'),
    nbf: issuedAt - 10,
    ...(ofOrganization && { o: ofOrganization.organization }),
    pla: plans.join(','),
    sid: session.id,
    sts: 'active',
    sub: user.id,
    v: 2,
  }
}
