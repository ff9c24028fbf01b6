import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  OFFERED_PERMISSIONS,
  OFFERED_PLANS,
  PERMISSION_NAMES,
  PLANS,
  ROLES,
  featureOf,
} from '../../../lib/auth/access-table.ts'
import { isAllowed } from '../../../lib/auth/check-access.ts'
import { withoutStaffRights, withTrial } from '../../../lib/auth/rights.ts'
import type { Member } from '../../../lib/auth/session-claims.ts'
import { ADMIN, WITHOUT_ORGANIZATION } from '../../support/session-claims.ts'

const STAFF_RULE = { permission: 'org:lines:manage' } as const

/** Somebody whose token says everything that one can say. */
const EVERYTHING: Member = {
  ...ADMIN,
  permissions: [...PERMISSION_NAMES],
  features: [...PLANS.several_crews.features, 'lines'],
  plans: ['staff'],
}

describe('the rights of the staff', () => {
  it('are those of one organization, and of nobody where none is named', () => {
    expect(isAllowed(withoutStaffRights(EVERYTHING, ADMIN.organization.id), STAFF_RULE)).toBe(true)
    expect(withoutStaffRights(EVERYTHING, ADMIN.organization.id)).toEqual(EVERYTHING)
    for (const staff of [undefined, '', 'org_other', 'org_', `${ADMIN.organization.id} `]) {
      const left = withoutStaffRights(EVERYTHING, staff)
      expect(isAllowed(left, STAFF_RULE)).toBe(false)
      expect(left).toEqual({
        ...EVERYTHING,
        permissions: OFFERED_PERMISSIONS,
        features: PLANS.several_crews.features,
        plans: [],
      })
    }
  })

  it('are taken from nobody else, and are no right of who acts for no organization', () => {
    expect(withoutStaffRights(ADMIN, undefined)).toEqual({ ...ADMIN, permissions: OFFERED_PERMISSIONS })
    const unknown = withoutStaffRights({ ...ADMIN, permissions: ['org:lines:read', 'org:own:read'] }, undefined)
    expect(unknown).toMatchObject({ permissions: ['org:own:read'] })
    const alone = { ...WITHOUT_ORGANIZATION, features: ['lines'], permissions: ['org:lines:manage'] }
    expect(withoutStaffRights(alone, undefined)).toEqual(WITHOUT_ORGANIZATION)
    expect(withoutStaffRights({ state: 'pending' }, undefined)).toEqual({ state: 'pending' })
  })
})

describe('what a plan that is tried adds', () => {
  const FREE: Member = { ...ADMIN, features: [...PLANS.free_org.features], permissions: [], plans: ['free_org'] }

  it('is what the plan has, for each role what that role may do with it, and never what is the staff’s', () => {
    const roles = [...Object.keys(ROLES), 'org:unknown', 'constructor']
    fc.assert(
      fc.property(fc.constantFrom(...OFFERED_PLANS), fc.constantFrom(...roles), (plan, role) => {
        const member = withTrial({ ...FREE, organization: { ...FREE.organization, role } }, plan)
        expect(member.plans).toEqual([plan, 'free_org'])
        expect(member.features.toSorted()).toEqual([...PLANS[plan].features].toSorted())
        const may = Object.hasOwn(ROLES, role) ? ROLES[role as keyof typeof ROLES].permissions : []
        const features: readonly string[] = PLANS[plan].features
        expect(member.permissions.toSorted()).toEqual(
          may.filter((permission) => features.includes(featureOf(permission))).toSorted(),
        )
        expect(isAllowed(member, STAFF_RULE)).toBe(false)
      }),
    )
  })

  it('takes nothing away', () => {
    const member = withTrial({ ...FREE, permissions: ['org:own:thing'], features: ['own'] }, 'night_line')
    expect(member.permissions).toContain('org:own:thing')
    expect(member.features).toContain('own')
  })
})
