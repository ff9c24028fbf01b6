import { createCheckAuthorization } from '@clerk/shared/authorization'
import { __experimental_JWTPayloadToAuthObjectProperties as readClaims } from '@clerk/shared/jwtPayloadParser'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createInstance, readConfig } from '../../services/config.ts'
import { getFactorAges } from '../../model/sessions.ts'
import type { Membership, Organization, Session, User } from '../../services/store.ts'
import { buildSessionClaims } from '../../model/tokens.ts'
import { EXAMPLE_CONFIG } from '../example-config.ts'

const instance = createInstance(readConfig(EXAMPLE_CONFIG))
const { effectivePermissions, organizationFeatures, permissionsOf, roles } = instance

const NOW_MS = 1_800_000_000_000
const MINUTE_MS = 60_000

type Factors = { first: number; second: number | null }

function buildAuth({
  role,
  plan,
  factors = { first: 0, second: null },
}: {
  role?: string
  plan?: string
  factors?: Factors
}) {
  const second = factors.second === null ? null : NOW_MS - factors.second * MINUTE_MS
  const session = { id: 'sess_1', firstFactorAt: NOW_MS - factors.first * MINUTE_MS, secondFactorAt: second } as Session
  const organization = { id: 'org_1', slug: 'sample', plan: plan ?? 'free_org' } as Organization
  const active = role ? { organization, membership: { role } as Membership } : undefined
  const context = {
    instance,
    issuer: 'https://clerk.stand-in.localhost',
    authorizedParty: 'http://localhost',
    seconds: 60,
    now: NOW_MS,
  }
  const claims = buildSessionClaims({ session, user: { id: 'user_1', plan: 'free_user' } as User, active }, context)
  const auth = readClaims(claims as never)
  const has = createCheckAuthorization({
    userId: 'user_1',
    orgId: auth.orgId,
    orgRole: auth.orgRole,
    orgPermissions: auth.orgPermissions,
    factorVerificationAge: auth.factorVerificationAge,
    features: String(claims.fea ?? ''),
    plans: String(claims.pla ?? ''),
  } as never)
  return { auth, has, claims }
}

const PLANS = Object.keys(instance.organizationPlans)
const CASES = roles.flatMap(({ key }) => PLANS.map((plan) => [key, plan] as const))

describe('session token', () => {
  it.each(CASES)("grants exactly the permissions of %s on %s in Clerk's SDK", (role, plan) => {
    const { auth, has } = buildAuth({ role, plan })
    const features = organizationFeatures(plan)
    const allowed = permissionsOf(role).filter((key) => features.includes(key.split(':')[1]!))
    expect(auth.orgRole).toBe(role)
    expect(auth.orgPermissions?.toSorted()).toEqual(allowed.toSorted())
    const productPermissions = permissionsOf('org:admin').filter((key) => !key.startsWith('org:sys_'))
    expect(productPermissions.filter((permission) => has({ permission })).toSorted()).toEqual(allowed.toSorted())
  })

  it.each(CASES)('contains plan and features for %s on %s', (role, plan) => {
    const { has } = buildAuth({ role, plan })
    expect(PLANS.filter((otherPlan) => has({ plan: `org:${otherPlan}` }))).toEqual([plan])
    expect(has({ plan: 'user:free_user' })).toBe(true)
    const features = organizationFeatures(plan)
    const allFeatures = organizationFeatures('several_crews')
    expect(allFeatures.filter((feature) => has({ feature: `org:${feature}` })).toSorted()).toEqual(features.toSorted())
  })

  it('has no organization claims if no organization is active', () => {
    const { auth, has, claims } = buildAuth({})
    expect(auth.orgId).toBeUndefined()
    expect(has({ permission: 'org:leads:read' })).toBe(false)
    expect(claims).not.toHaveProperty('o')
    expect(claims.pla).toBe('u:free_user')
  })

  it('excludes permissions whose feature is not in the plan', () => {
    expect(effectivePermissions('org:admin', 'front_desk')).toEqual(permissionsOf('org:admin'))
    const remaining = permissionsOf('org:admin').filter((key) => !key.startsWith('org:integrations:'))
    expect(effectivePermissions('org:admin', 'free_org')).toEqual(remaining)
    expect(remaining).toContain('org:sys_memberships:manage')
  })

  it('grants nothing to an unknown role', () => {
    expect(buildAuth({ role: 'org:removed' }).auth.orgPermissions ?? []).toEqual([])
  })

  it.each([
    ['strict', 10],
    ['strict_mfa', 10],
    ['moderate', 60],
    ['lax', 1440],
  ] as const)('passes the %s level below %i minutes', (level, limit) => {
    for (const second of [null, 0]) {
      const buildFactors = (minutes: number): Factors => ({ first: minutes, second: second === null ? null : minutes })
      expect(buildAuth({ factors: buildFactors(limit - 1) }).has({ reverification: level })).toBe(true)
      expect(buildAuth({ factors: buildFactors(limit) }).has({ reverification: level })).toBe(false)
    }
  })
})

it('getFactorAges returns whole minutes and never a negative age for a verified factor', () => {
  fc.assert(
    fc.property(fc.integer({ min: -10 * MINUTE_MS, max: 10_000 * MINUTE_MS }), (age) => {
      const session = { firstFactorAt: NOW_MS - age, secondFactorAt: null } as Session
      const [first, second] = getFactorAges(session, NOW_MS)
      expect(first).toBe(Math.max(0, Math.floor(age / MINUTE_MS)))
      expect(second).toBe(-1)
    }),
  )
})
