import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AccessRule,
  type Feature,
  featureOf,
  FEATURES,
  PERMISSION_NAMES,
  type Reverification,
} from '../../../lib/auth/access-table.ts'
import { type AccessDenied, checkAccess } from '../../../lib/auth/check-access.ts'
import type { Member, SessionClaims } from '../../../lib/auth/session-claims.ts'
import { REVERIFICATION_MINUTES } from '../../../lib/constants.ts'
import { ADMIN, MEMBER, WITHOUT_ORGANIZATION } from '../../support/session-claims.ts'

const NIGHT_LINE: Member = {
  ...ADMIN,
  permissions: PERMISSION_NAMES.filter((name) => featureOf(name) !== 'integrations'),
  features: ['leads', 'appointments', 'settings'],
  plans: ['night_line'],
}

const manage: AccessRule = { permission: 'org:settings:manage' }
const connect: AccessRule = { permission: 'org:integrations:manage' }

const cases: [who: string, claims: SessionClaims, rule: AccessRule, denied: AccessDenied | undefined][] = [
  ['signed out', { state: 'signed-out' }, manage, { reason: 'signed-out' }],
  ['signed out, nothing else asked', { state: 'signed-out' }, { organization: 'optional' }, { reason: 'signed-out' }],
  ['pending', { state: 'pending' }, { organization: 'optional' }, { reason: 'pending' }],
  ['without an organization', WITHOUT_ORGANIZATION, {}, { reason: 'no-organization' }],
  ['without an organization, none asked', WITHOUT_ORGANIZATION, { organization: 'optional' }, undefined],
  ['without an organization, permission', WITHOUT_ORGANIZATION, manage, { reason: 'no-organization' }],
  ['admin', ADMIN, manage, undefined],
  ['member', MEMBER, manage, { reason: 'missing-permission', permission: 'org:settings:manage' }],
  ['member reads', MEMBER, { permission: 'org:settings:read' }, undefined],
  ['admin, plan lacks it', NIGHT_LINE, connect, { reason: 'missing-feature', feature: 'integrations' }],
  ['member, plan has it', MEMBER, connect, { reason: 'missing-permission', permission: 'org:integrations:manage' }],
  ['plan', NIGHT_LINE, { plan: 'several_crews' }, { reason: 'missing-plan', plan: 'several_crews' }],
  ['has the plan', ADMIN, { plan: 'several_crews' }, undefined],
  [
    'feature',
    NIGHT_LINE,
    { feature: 'second_factor_policy' },
    { reason: 'missing-feature', feature: 'second_factor_policy' },
  ],
  [
    'verified long ago, permission missing',
    { ...MEMBER, factorAges: [999, -1] },
    { ...manage, reverification: 'strict' },
    { reason: 'missing-permission', permission: 'org:settings:manage' },
  ],
]

describe('access', () => {
  it.each(cases)('%s', (_who, claims, rule, denied) => {
    expect(checkAccess(claims, rule)).toEqual(denied)
  })

  it.each(Object.entries(REVERIFICATION_MINUTES))('asks again at %s after %i minutes', (level, minutes) => {
    const reverification = level as Reverification
    const aged = (factorAges: [number, number] | null) => checkAccess({ ...ADMIN, factorAges }, { reverification })
    expect(aged([minutes - 1, -1])).toBeUndefined()
    expect(aged([minutes, -1])).toEqual({ reason: 'reverify', reverification })
    expect(aged([-1, -1])).toEqual({ reason: 'reverify', reverification })
    expect(aged(null)).toEqual({ reason: 'reverify', reverification })
  })

  it('asks somebody with a second factor for that one, and at the strictest level for both', () => {
    const aged = (reverification: Reverification, factorAges: [number, number]) =>
      checkAccess({ ...ADMIN, factorAges }, { reverification })?.reason
    expect(aged('strict', [99, 1])).toBeUndefined()
    expect(aged('strict', [1, 99])).toBe('reverify')
    expect(aged('strict_mfa', [99, 1])).toBe('reverify')
    expect(aged('strict_mfa', [1, 1])).toBeUndefined()
  })

  const rules = fc.record(
    {
      permission: fc.constantFrom(...PERMISSION_NAMES),
      feature: fc.constantFrom(...(Object.keys(FEATURES) as Feature[])),
      reverification: fc.constantFrom(...(Object.keys(REVERIFICATION_MINUTES) as Reverification[])),
    },
    { requiredKeys: [] },
  )
  const people = fc
    .record({
      permissions: fc.subarray(PERMISSION_NAMES),
      features: fc.subarray(Object.keys(FEATURES)),
      factorAges: fc.tuple(fc.integer({ min: -1, max: 2000 }), fc.integer({ min: -1, max: 2000 })),
    })
    .map((own): Member => ({ ...ADMIN, ...own }))

  it('is given to nobody without everything that is asked for', () => {
    fc.assert(
      fc.property(people, rules, (person, rule) => {
        if (checkAccess(person, rule)) return
        if (rule.permission) {
          expect(person.permissions).toContain(rule.permission)
          expect(person.features).toContain(featureOf(rule.permission))
        }
        if (rule.feature) expect(person.features).toContain(rule.feature)
      }),
    )
  })

  it('is never given to somebody who may less, and refused to somebody who may more', () => {
    fc.assert(
      fc.property(people, rules, fc.constantFrom(...PERMISSION_NAMES), (person, rule, lost) => {
        const less = { ...person, permissions: person.permissions.filter((name) => name !== lost) }
        if (!checkAccess(less, rule)) expect(checkAccess(person, rule)).toBeUndefined()
      }),
    )
  })
})
