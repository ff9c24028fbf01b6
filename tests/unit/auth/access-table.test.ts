import { describe, expect, it } from 'vitest'
import {
  areaAt,
  type Feature,
  featureOf,
  FEATURES,
  PERMISSION_NAMES,
  planLabel,
  plansWith,
  roleLabel,
  ROLES,
  rolesWith,
} from '../../../lib/auth/access-table.ts'

describe('the table of access', () => {
  it('gives each permission a feature, and each feature a plan', () => {
    for (const permission of PERMISSION_NAMES) expect(Object.keys(FEATURES)).toContain(featureOf(permission))
    for (const feature of Object.keys(FEATURES) as Feature[]) expect(plansWith(feature)).not.toEqual([])
  })

  it('lets the admin do everything, and says who may do what', () => {
    expect(ROLES['org:admin'].permissions).toEqual(PERMISSION_NAMES)
    expect(rolesWith('org:leads:manage')).toEqual(['Admin', 'Dispatcher'])
    expect(plansWith('integrations')).toEqual(['Front desk', 'Several crews'])
  })

  it('shows names it does not know as they are', () => {
    expect(roleLabel('org:dispatcher')).toBe('Dispatcher')
    expect(roleLabel('org:toString')).toBe('toString')
    expect(planLabel('front_desk')).toBe('Front desk')
    expect(planLabel('constructor')).toBe('constructor')
  })

  it('finds the area of an address, however deep', () => {
    expect(areaAt('/dashboard')).toBe('overview')
    expect(areaAt('/dashboard/account/security')).toBe('account')
    expect(areaAt('/dashboardish')).toBeUndefined()
    expect(areaAt('/dashboard/teams')).toBeUndefined()
  })
})
