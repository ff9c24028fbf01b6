import { describe, expect, it } from 'vitest'
import {
  type Area,
  findArea,
  AREAS,
  type Feature,
  getFeature,
  FEATURES,
  isStaffFeature,
  OFFERED_FEATURES,
  OFFERED_PERMISSIONS,
  OFFERED_PLANS,
  getMovedPages,
  PERMISSION_NAMES,
  getPlanLabel,
  PLANS,
  getPlansWithFeature,
  getRoleLabel,
  ROLES,
  getRolesWithPermission,
  type AccessRule,
  type Reverification,
} from '../../../lib/platform/auth/access-table.ts'
import { formatAccessDenial, formatAccessRemedy } from '../../../lib/platform/auth/access-denied.ts'
import { type AccessDenied, checkAccess, isAllowed } from '../../../lib/platform/auth/check-access.ts'
import fc from 'fast-check'
import {
  type Member,
  type SessionClaims,
  isMember,
  toSessionClaims,
} from '../../../lib/platform/auth/session-claims.ts'
import { REVERIFICATION_MINUTES } from '../../../lib/constants.ts'
import { ADMIN, MEMBER, USER_WITHOUT_ORGANIZATION } from '../../support/session-claims.ts'
import { removeStaffPermissions, applyTrial } from '../../../lib/platform/auth/permissions.ts'
import { toReader } from '../../../lib/dashboard/query/dashboard-query.ts'

describe('access table', () => {
  it('assigns each permission to a feature and each feature to a plan', () => {
    for (const permission of PERMISSION_NAMES) expect(Object.keys(FEATURES)).toContain(getFeature(permission))
    for (const feature of OFFERED_FEATURES) expect(getPlansWithFeature(feature)).not.toEqual([])
  })

  it('excludes staff features from every offered plan', () => {
    const staffFeatures = (Object.keys(FEATURES) as Feature[]).filter((feature) => isStaffFeature(feature))
    expect(staffFeatures).toEqual(['lines'])
    expect(OFFERED_FEATURES).toEqual(Object.keys(FEATURES).filter((name) => name !== 'lines'))
    expect(OFFERED_PERMISSIONS).toEqual(PERMISSION_NAMES.filter((name) => name !== 'org:lines:manage'))
    for (const feature of Object.keys(FEATURES) as Feature[])
      expect(getPlansWithFeature(feature)).not.toContain('Staff')
    expect(getPlansWithFeature('lines')).toEqual([])
    for (const plan of OFFERED_PLANS) expect(PLANS[plan].features).not.toContain('lines')
    expect(PLANS.free_org.features).not.toContain('lines')
  })

  it('grants admins every permission and finds the roles and plans that include one', () => {
    expect(ROLES['org:admin'].permissions).toEqual(PERMISSION_NAMES)
    expect(getRolesWithPermission('org:leads:manage')).toEqual(['Admin', 'Dispatcher'])
    expect(getPlansWithFeature('integrations')).toEqual(['Night line', 'Front desk', 'Several crews'])
  })

  it('shows unknown role and plan names unchanged', () => {
    expect(getRoleLabel('org:dispatcher')).toBe('Dispatcher')
    expect(getRoleLabel('org:toString')).toBe('toString')
    expect(getPlanLabel('front_desk')).toBe('Front desk')
    expect(getPlanLabel('constructor')).toBe('constructor')
  })

  it('finds the area of nested paths', () => {
    expect(findArea('/dashboard')).toBe('today')
    expect(findArea('/dashboard/leads/lead_1')).toBe('leads')
    expect(findArea('/dashboard/settings')).toBe('settings')
    expect(findArea('/dashboardish')).toBeUndefined()
    expect(findArea('/dashboard/teams')).toBeUndefined()
  })

  it('prefers the most specific area, regardless of order', () => {
    expect(findArea('/dashboard/settings/team')).toBe('team')
    expect(findArea('/dashboard/settings/account/security')).toBe('account')
    expect(findArea('/dashboard/settings/teams')).toBe('settings')
    for (const [name, { path, icon, section }] of Object.entries<Area>(AREAS))
      if (icon || section) expect(findArea(path)).toBe(name)
  })

  it('has a one-line summary for each settings page', () => {
    for (const { path, summary } of Object.values<Area>(AREAS).filter(({ section }) => section)) {
      expect(path).toMatch(/^\/dashboard\/settings\/[a-z-]+$/)
      expect(summary).toMatch(/[.]$/)
    }
  })

  it('redirects old paths and their subpaths to the current pages', () => {
    const [callers, ...otherPages] = getMovedPages()
    expect(callers).toEqual({ source: '/dashboard/calls/callers', destination: '/dashboard/callers', permanent: true })
    expect(otherPages).toHaveLength(6)
    for (const { source, destination, permanent } of otherPages) {
      const [, name = ''] = /^\/dashboard\/([a-z]+)\/:path[*]$/.exec(source) ?? []
      expect(destination).toBe(`/dashboard/settings/${name}/:path*`)
      expect(findArea(`/dashboard/settings/${name}/below`)).toBe(name)
      expect(permanent).toBe(true)
    }
  })
})

const denials: [AccessDenied, message: string, remedy: string][] = [
  [{ reason: 'signed-out' }, 'Sign in first.', 'Then try again.'],
  [{ reason: 'pending' }, 'Finish signing in first.', 'Then try again.'],
  [{ reason: 'no-organization' }, 'Choose or create a company first.', 'Then try again.'],
  [{ reason: 'reverify', reverification: 'strict' }, 'Confirm your identity first.', 'Then try again.'],
  [
    { reason: 'missing-permission', permission: 'org:leads:manage' },
    'Your role does not include this permission: edit and assign leads.',
    'Ask an admin of your company to change your role to Admin or Dispatcher.',
  ],
  [
    { reason: 'missing-feature', feature: 'integrations' },
    'Your plan does not include this feature: integrations.',
    'It is included in Night line, Front desk, or Several crews. Ask an admin of your company to contact us about changing plans.',
  ],
  [
    { reason: 'missing-feature', feature: 'lines' },
    'This page is for our staff only.',
    'It shows nothing about your company.',
  ],
  [
    { reason: 'missing-plan', plan: 'several_crews' },
    'This requires another plan: Several crews.',
    'Ask an admin of your company to contact us about changing plans.',
  ],
]

describe('access denial', () => {
  it.each(denials)('explains the reason and the remedy for %j', (denied, message, remedy) => {
    expect(formatAccessDenial(denied)).toBe(message)
    expect(formatAccessRemedy(denied)).toBe(remedy)
  })
})

const NIGHT_LINE: Member = {
  ...ADMIN,
  permissions: PERMISSION_NAMES.filter((name) => getFeature(name) !== 'integrations'),
  features: ['leads', 'appointments', 'settings'],
  plans: ['night_line'],
}

const manageRule: AccessRule = { permission: 'org:settings:manage' }
const connectRule: AccessRule = { permission: 'org:integrations:manage' }

const cases: [who: string, claims: SessionClaims, rule: AccessRule, denied: AccessDenied | undefined][] = [
  ['signed out', { state: 'signed-out' }, manageRule, { reason: 'signed-out' }],
  ['signed out, no requirements', { state: 'signed-out' }, { organization: 'optional' }, { reason: 'signed-out' }],
  ['pending', { state: 'pending' }, { organization: 'optional' }, { reason: 'pending' }],
  ['without an organization', USER_WITHOUT_ORGANIZATION, {}, { reason: 'no-organization' }],
  ['without an organization, none required', USER_WITHOUT_ORGANIZATION, { organization: 'optional' }, undefined],
  [
    'without an organization, permission required',
    USER_WITHOUT_ORGANIZATION,
    manageRule,
    { reason: 'no-organization' },
  ],
  ['admin with permission', ADMIN, manageRule, undefined],
  [
    'member without permission',
    MEMBER,
    manageRule,
    { reason: 'missing-permission', permission: 'org:settings:manage' },
  ],
  ['member with read permission', MEMBER, { permission: 'org:settings:read' }, undefined],
  ['admin, plan lacks it', NIGHT_LINE, connectRule, { reason: 'missing-feature', feature: 'integrations' }],
  ['member, plan has it', MEMBER, connectRule, { reason: 'missing-permission', permission: 'org:integrations:manage' }],
  ['another plan', NIGHT_LINE, { plan: 'several_crews' }, { reason: 'missing-plan', plan: 'several_crews' }],
  ['required plan', ADMIN, { plan: 'several_crews' }, undefined],
  ['missing feature', NIGHT_LINE, { feature: 'integrations' }, { reason: 'missing-feature', feature: 'integrations' }],
  [
    'expired verification, permission missing',
    { ...MEMBER, factorAges: [999, -1] },
    { ...manageRule, reverification: 'strict' },
    { reason: 'missing-permission', permission: 'org:settings:manage' },
  ],
]

describe('checkAccess', () => {
  it.each(cases)('returns the expected denial: %s', (_case, claims, rule, denied) => {
    expect(checkAccess(claims, rule)).toEqual(denied)
    expect(isAllowed(claims, rule)).toBe(denied === undefined)
  })

  it.each(Object.entries(REVERIFICATION_MINUTES))(
    'requires reverification at level %s after %i minutes',
    (level, minutes) => {
      const reverification = level as Reverification
      const checkWithAges = (factorAges: [number, number] | null) =>
        checkAccess({ ...ADMIN, factorAges }, { reverification })
      expect(checkWithAges([minutes - 1, -1])).toBeUndefined()
      expect(checkWithAges([minutes, -1])).toEqual({ reason: 'reverify', reverification })
      expect(checkWithAges([-1, -1])).toEqual({ reason: 'reverify', reverification })
      expect(checkWithAges(null)).toEqual({ reason: 'reverify', reverification })
    },
  )

  it('uses the second factor if available and requires both at the strictest level', () => {
    const checkWithAges = (reverification: Reverification, factorAges: [number, number]) =>
      checkAccess({ ...ADMIN, factorAges }, { reverification })?.reason
    expect(checkWithAges('strict', [99, 1])).toBeUndefined()
    expect(checkWithAges('strict', [1, 99])).toBe('reverify')
    expect(checkWithAges('strict_mfa', [99, 1])).toBe('reverify')
    expect(checkWithAges('strict_mfa', [1, 1])).toBeUndefined()
  })

  const rules = fc.record(
    {
      permission: fc.constantFrom(...PERMISSION_NAMES),
      feature: fc.constantFrom(...(Object.keys(FEATURES) as Feature[])),
      reverification: fc.constantFrom(...(Object.keys(REVERIFICATION_MINUTES) as Reverification[])),
    },
    { requiredKeys: [] },
  )
  const members = fc
    .record({
      permissions: fc.subarray(PERMISSION_NAMES),
      features: fc.subarray(Object.keys(FEATURES)),
      factorAges: fc.tuple(fc.integer({ min: -1, max: 2000 }), fc.integer({ min: -1, max: 2000 })),
    })
    .map((overrides): Member => ({ ...ADMIN, ...overrides }))

  it('never grants access without the required permission and feature', () => {
    fc.assert(
      fc.property(members, rules, (member, rule) => {
        if (checkAccess(member, rule)) return
        if (rule.permission) {
          expect(member.permissions).toContain(rule.permission)
          expect(member.features).toContain(getFeature(rule.permission))
        }
        if (rule.feature) expect(member.features).toContain(rule.feature)
      }),
    )
  })

  it('never denies access because of an additional permission', () => {
    fc.assert(
      fc.property(members, rules, fc.constantFrom(...PERMISSION_NAMES), (member, rule, removedPermission) => {
        const reducedMember = {
          ...member,
          permissions: member.permissions.filter((name) => name !== removedPermission),
        }
        if (!checkAccess(reducedMember, rule)) expect(checkAccess(member, rule)).toBeUndefined()
      }),
    )
  })
})

const STAFF_RULE = { permission: 'org:lines:manage' } as const

const FULL_ACCESS_MEMBER: Member = {
  ...ADMIN,
  permissions: [...PERMISSION_NAMES],
  features: [...PLANS.several_crews.features, 'lines'],
  plans: ['staff'],
}

describe('staff permissions', () => {
  it('are kept only for the configured staff organization', () => {
    expect(isAllowed(removeStaffPermissions(FULL_ACCESS_MEMBER, ADMIN.organization.id), STAFF_RULE)).toBe(true)
    expect(removeStaffPermissions(FULL_ACCESS_MEMBER, ADMIN.organization.id)).toEqual(FULL_ACCESS_MEMBER)
    const rest = {
      ...FULL_ACCESS_MEMBER,
      permissions: OFFERED_PERMISSIONS,
      features: PLANS.several_crews.features,
      plans: [],
    }
    for (const staff of [undefined, '', 'org_other', 'org_', `${ADMIN.organization.id} `]) {
      const remaining = removeStaffPermissions(FULL_ACCESS_MEMBER, staff)
      expect(isAllowed(remaining, STAFF_RULE)).toBe(false)
      expect(remaining).toEqual(rest)
    }
  })

  it('are removed from all others without affecting other permissions', () => {
    expect(removeStaffPermissions(ADMIN, undefined)).toEqual({ ...ADMIN, permissions: OFFERED_PERMISSIONS })
    const unknown = removeStaffPermissions({ ...ADMIN, permissions: ['org:lines:read', 'org:own:read'] }, undefined)
    expect(unknown).toMatchObject({ permissions: ['org:own:read'] })
    const session = { ...USER_WITHOUT_ORGANIZATION, features: ['lines'], permissions: ['org:lines:manage'] }
    expect(removeStaffPermissions(session, undefined)).toEqual(USER_WITHOUT_ORGANIZATION)
    expect(removeStaffPermissions({ state: 'pending' }, undefined)).toEqual({ state: 'pending' })
  })
})

describe('trial plan', () => {
  const FREE: Member = { ...ADMIN, features: [...PLANS.free_org.features], permissions: [], plans: ['free_org'] }

  it('adds its features and the permissions of the role, but no staff permissions', () => {
    const roles = [...Object.keys(ROLES), 'org:unknown', 'constructor']
    fc.assert(
      fc.property(fc.constantFrom(...OFFERED_PLANS), fc.constantFrom(...roles), (plan, role) => {
        const member = applyTrial({ ...FREE, organization: { ...FREE.organization, role } }, plan)
        expect(member.plans).toEqual([plan, 'free_org'])
        expect(member.features.toSorted()).toEqual([...PLANS[plan].features].toSorted())
        const rolePermissions = Object.hasOwn(ROLES, role) ? ROLES[role as keyof typeof ROLES].permissions : []
        const features: readonly string[] = PLANS[plan].features
        expect(member.permissions.toSorted()).toEqual(
          rolePermissions.filter((permission) => features.includes(getFeature(permission))).toSorted(),
        )
        expect(isAllowed(member, STAFF_RULE)).toBe(false)
      }),
    )
  })

  it('keeps existing permissions and features', () => {
    const member = applyTrial({ ...FREE, permissions: ['org:own:thing'], features: ['own'] }, 'night_line')
    expect(member.permissions).toContain('org:own:thing')
    expect(member.features).toContain('own')
  })
})

type Auth = Parameters<typeof toSessionClaims>[0]

const buildAuth = (changes: object = {}): Auth =>
  ({
    sessionId: 'sess_1',
    sessionStatus: 'active',
    userId: 'user_1',
    orgId: 'org_1',
    orgRole: 'org:admin',
    orgSlug: 'heating',
    orgPermissions: ['org:leads:manage'],
    sessionClaims: { fea: 'o:leads,u:profile, ou:calls,o', pla: 'o:front_desk,u:free' },
    factorVerificationAge: [1, 2],
    ...changes,
  }) as unknown as Auth

describe('session claims', () => {
  it('have no organization if the ID or role is missing, and default to empty lists', () => {
    expect(toSessionClaims(buildAuth({ orgId: undefined }))).toMatchObject({ organization: null })
    expect(toSessionClaims(buildAuth({ orgRole: undefined }))).toMatchObject({ organization: null })
    expect(
      toSessionClaims(buildAuth({ orgSlug: undefined, orgPermissions: undefined, sessionClaims: {} })),
    ).toMatchObject({
      organization: { slug: null },
      permissions: [],
      features: [],
      plans: [],
    })
  })
})

it('only a signed-in user with an active organization is a member', () => {
  expect(isMember(ADMIN)).toBe(true)
  expect(isMember(USER_WITHOUT_ORGANIZATION)).toBe(false)
  expect(isMember({ state: 'pending' })).toBe(false)
  expect(toReader(ADMIN)).toEqual({ organizationId: ADMIN.organization.id, userId: ADMIN.userId })
})
