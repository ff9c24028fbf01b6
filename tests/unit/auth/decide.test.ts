import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areaAt, AREAS, OPERATIONS } from '../../../lib/auth/areas.ts'
import { type Decision, decide, type Reverification, type Rule } from '../../../lib/auth/decide.ts'
import { type Facts, factsOf, organizationFeatures, organizationPlan, type SignedIn } from '../../../lib/auth/facts.ts'
import {
  FEATURES,
  type Feature,
  featureOf,
  type Permission,
  PERMISSION_NAMES,
  planLabel,
  PLANS,
  plansWith,
  roleLabel,
  ROLES,
  rolesWith,
} from '../../../lib/auth/permissions.ts'
import { REVERIFICATION_MINUTES } from '../../../lib/constants.ts'
import { ADMIN_CLAIMS } from '../../support/session-token.ts'

const factsWith = (claims: object): Facts => factsOf({ ...ADMIN_CLAIMS, ...claims } as never)
const signedIn = (claims: object = {}) => factsWith(claims) as SignedIn

const admin = signedIn()
const alone = signedIn({ o: undefined, fea: '', pla: 'u:free_user' })
const member = signedIn({ o: { id: 'org_1', rol: 'member', slg: 's', per: 'read,manage', fpm: '1,3,0,1,0' } })
const nightLine = signedIn({
  fea: 'o:leads,o:appointments,o:settings',
  pla: 'u:free_user,o:night_line',
  o: { id: 'org_2', rol: 'admin', slg: 's', per: 'read,manage', fpm: '3,3,3' },
})

const manage: Rule = { organization: true, permission: 'org:settings:manage' }
const connect: Rule = { organization: true, permission: 'org:integrations:manage' }

const cases: [who: string, facts: Facts, rule: Rule, decision: Decision][] = [
  ['signed out', { state: 'signed-out' }, manage, { verdict: 'signed-out' }],
  ['signed out, nothing else asked', { state: 'signed-out' }, { organization: false }, { verdict: 'signed-out' }],
  ['pending', factsWith({ sts: 'pending' }), { organization: false }, { verdict: 'pending' }],
  ['without an organization', alone, { organization: true }, { verdict: 'no-organization' }],
  ['without an organization, none asked', alone, { organization: false }, { verdict: 'allow' }],
  ['without an organization, permission', alone, manage, { verdict: 'no-organization' }],
  ['admin', admin, manage, { verdict: 'allow' }],
  ['member', member, manage, { verdict: 'missing-permission', permission: 'org:settings:manage' }],
  ['member reads', member, { organization: true, permission: 'org:settings:read' }, { verdict: 'allow' }],
  ['admin, plan lacks it', nightLine, connect, { verdict: 'missing-feature', feature: 'integrations' }],
  ['member, plan has it', member, connect, { verdict: 'missing-permission', permission: 'org:integrations:manage' }],
  [
    'plan',
    nightLine,
    { organization: true, plan: 'several_crews' },
    { verdict: 'missing-plan', plan: 'several_crews' },
  ],
  ['has the plan', admin, { organization: true, plan: 'several_crews' }, { verdict: 'allow' }],
  [
    'a feature of the own plan only',
    signedIn({ fea: 'u:integrations,o:leads', o: { id: 'org_1', rol: 'admin', slg: 's', per: 'read', fpm: '1' } }),
    { organization: true, feature: 'integrations' },
    { verdict: 'missing-feature', feature: 'integrations' },
  ],
  [
    'fresh enough nowhere, permission missing',
    { ...member, factorAges: [999, -1] },
    { ...manage, reverification: 'strict' },
    { verdict: 'missing-permission', permission: 'org:settings:manage' },
  ],
]

describe('the decision of the gate', () => {
  it.each(cases)('%s', (_who, facts, rule, decision) => {
    expect(decide(facts, rule)).toEqual(decision)
  })

  it.each(Object.entries(REVERIFICATION_MINUTES))('asks again at %s after %i minutes', (level, minutes) => {
    const reverification = level as Reverification
    const aged = (ages: [number, number] | null) =>
      decide({ ...admin, factorAges: ages }, { organization: true, reverification })
    expect(aged([minutes - 1, -1])).toEqual({ verdict: 'allow' })
    expect(aged([minutes, -1])).toEqual({ verdict: 'reverify', reverification })
    expect(aged([-1, -1])).toEqual({ verdict: 'reverify', reverification })
    expect(aged(null)).toEqual({ verdict: 'reverify', reverification })
  })

  it('asks somebody with a second factor for that one, and at the strictest level for both', () => {
    const aged = (reverification: Reverification, factorAges: [number, number]) =>
      decide({ ...admin, factorAges }, { organization: true, reverification }).verdict
    expect(aged('strict', [99, 1])).toBe('allow')
    expect(aged('strict', [1, 99])).toBe('reverify')
    expect(aged('strict_mfa', [99, 1])).toBe('reverify')
    expect(aged('strict_mfa', [1, 1])).toBe('allow')
  })

  const rules = fc.record(
    {
      organization: fc.constant(true),
      permission: fc.constantFrom(...PERMISSION_NAMES),
      feature: fc.constantFrom(...(Object.keys(FEATURES) as Feature[])),
      reverification: fc.constantFrom(...(Object.keys(REVERIFICATION_MINUTES) as Reverification[])),
    },
    { requiredKeys: ['organization'] },
  )
  const people = fc.record({
    permissions: fc.subarray(PERMISSION_NAMES),
    features: fc.subarray(Object.keys(FEATURES)),
    ages: fc.tuple(fc.integer({ min: -1, max: 2000 }), fc.integer({ min: -1, max: 2000 })),
  })
  const factsFor = (person: { permissions: Permission[]; features: string[]; ages: [number, number] }): SignedIn => ({
    ...admin,
    permissions: person.permissions,
    features: person.features.map((name) => `o:${name}`).join(),
    factorAges: person.ages,
  })

  it('lets nobody in without everything that is asked for', () => {
    fc.assert(
      fc.property(people, rules, (person, rule) => {
        if (decide(factsFor(person), rule).verdict !== 'allow') return
        if (rule.permission) {
          expect(person.permissions).toContain(rule.permission)
          expect(person.features).toContain(featureOf(rule.permission))
        }
        if (rule.feature) expect(person.features).toContain(rule.feature)
      }),
    )
  })

  it('never answers more to somebody who may less', () => {
    fc.assert(
      fc.property(people, rules, fc.constantFrom(...PERMISSION_NAMES), (person, rule, lost) => {
        const less = { ...person, permissions: person.permissions.filter((name) => name !== lost) }
        if (decide(factsFor(less), rule).verdict === 'allow') {
          expect(decide(factsFor(person), rule).verdict).toBe('allow')
        }
      }),
    )
  })
})

describe('the facts of a token', () => {
  it('are the organization, what the plan includes and what the role may', () => {
    expect(member).toEqual({
      state: 'signed-in',
      userId: 'user_admin',
      sessionId: 'sess_1',
      organization: { id: 'org_1', slug: 's', role: 'org:member' },
      permissions: ['org:leads:read', 'org:appointments:read', 'org:appointments:manage', 'org:settings:read'],
      features: ADMIN_CLAIMS.fea,
      plans: ADMIN_CLAIMS.pla,
      factorAges: [1, -1],
    })
    expect(organizationFeatures(nightLine)).toEqual(['leads', 'appointments', 'settings'])
    expect(organizationPlan(nightLine)).toBe('night_line')
    expect(organizationPlan(alone)).toBeUndefined()
  })

  it('are those of nobody when the token belongs to no session', () => {
    expect(factsWith({ sid: undefined })).toEqual({ state: 'signed-out' })
    expect(factsWith({ sub: undefined })).toEqual({ state: 'signed-out' })
  })
})

describe('the table of permissions', () => {
  it('gives each permission a feature, and each feature a plan', () => {
    for (const permission of PERMISSION_NAMES) expect(Object.keys(FEATURES)).toContain(featureOf(permission))
    for (const feature of Object.keys(FEATURES) as Feature[]) expect(plansWith(feature)).not.toEqual([])
  })

  it('lets the admin do everything, and says who may do what', () => {
    expect(ROLES['org:admin'].permissions).toEqual(PERMISSION_NAMES)
    expect(rolesWith('org:leads:manage')).toEqual(['Admin', 'Dispatcher'])
    expect(plansWith('integrations')).toEqual(['Front desk', 'Several crews'])
    expect(PLANS.free_org.features).toEqual(PLANS.night_line.features)
  })

  it('shows names it does not know as they are', () => {
    expect(roleLabel('org:dispatcher')).toBe('Dispatcher')
    expect(roleLabel('org:toString')).toBe('toString')
    expect(planLabel('front_desk')).toBe('Front desk')
    expect(planLabel('constructor')).toBe('constructor')
  })
})

describe('the table of areas', () => {
  it('finds the area of an address, however deep', () => {
    expect(areaAt('/dashboard')).toBe(AREAS.overview)
    expect(areaAt('/dashboard/account/security')).toBe(AREAS.account)
    expect(areaAt('/dashboardish')).toBeUndefined()
    expect(areaAt('/dashboard/teams')).toBeUndefined()
  })

  it('asks for a fresh confirmation before data leaves or goes', () => {
    expect(OPERATIONS.exportData.reverification).toBe('strict')
    expect(OPERATIONS.eraseData.reverification).toBe('strict_mfa')
  })
})
