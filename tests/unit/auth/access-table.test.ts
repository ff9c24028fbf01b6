import { describe, expect, it } from 'vitest'
import {
  type Area,
  areaAt,
  AREAS,
  type Feature,
  featureOf,
  FEATURES,
  isStaffFeature,
  OFFERED_FEATURES,
  OFFERED_PERMISSIONS,
  OFFERED_PLANS,
  movedPages,
  PERMISSION_NAMES,
  planLabel,
  PLANS,
  plansWith,
  roleLabel,
  ROLES,
  rolesWith,
} from '../../../lib/auth/access-table.ts'

describe('the table of access', () => {
  it('gives each permission a feature, and each feature a plan', () => {
    for (const permission of PERMISSION_NAMES) expect(Object.keys(FEATURES)).toContain(featureOf(permission))
    for (const feature of OFFERED_FEATURES) expect(plansWith(feature)).not.toEqual([])
  })

  it('offers nobody what is the staff’s own', () => {
    const ofStaff = (Object.keys(FEATURES) as Feature[]).filter((feature) => isStaffFeature(feature))
    expect(ofStaff).toEqual(['lines'])
    expect(OFFERED_FEATURES).toEqual(Object.keys(FEATURES).filter((name) => name !== 'lines'))
    expect(OFFERED_PERMISSIONS).toEqual(PERMISSION_NAMES.filter((name) => name !== 'org:lines:manage'))
    for (const feature of Object.keys(FEATURES) as Feature[]) expect(plansWith(feature)).not.toContain('Staff')
    expect(plansWith('lines')).toEqual([])
    for (const plan of OFFERED_PLANS) expect(PLANS[plan].features).not.toContain('lines')
    expect(PLANS.free_org.features).not.toContain('lines')
  })

  it('lets the admin do everything, and says who may do what', () => {
    expect(ROLES['org:admin'].permissions).toEqual(PERMISSION_NAMES)
    expect(rolesWith('org:leads:manage')).toEqual(['Admin', 'Dispatcher'])
    expect(plansWith('integrations')).toEqual(['Night line', 'Front desk', 'Several crews'])
  })

  it('shows names it does not know as they are', () => {
    expect(roleLabel('org:dispatcher')).toBe('Dispatcher')
    expect(roleLabel('org:toString')).toBe('toString')
    expect(planLabel('front_desk')).toBe('Front desk')
    expect(planLabel('constructor')).toBe('constructor')
  })

  it('finds the area of an address, however deep', () => {
    expect(areaAt('/dashboard')).toBe('today')
    expect(areaAt('/dashboard/leads/lead_1')).toBe('leads')
    expect(areaAt('/dashboard/settings')).toBe('settings')
    expect(areaAt('/dashboardish')).toBeUndefined()
    expect(areaAt('/dashboard/teams')).toBeUndefined()
  })

  it('finds the most specific area, wherever it stands in the table', () => {
    expect(areaAt('/dashboard/settings/team')).toBe('team')
    expect(areaAt('/dashboard/settings/account/security')).toBe('account')
    expect(areaAt('/dashboard/settings/teams')).toBe('settings')
    for (const [name, { path, group }] of Object.entries<Area>(AREAS)) if (group) expect(areaAt(path)).toBe(name)
  })

  it('gives an icon to each main area, and a section and a line to each page of the settings', () => {
    const areas = Object.values<Area>(AREAS)
    for (const { icon } of areas.filter(({ group }) => group === 'main')) expect(icon).toBeTruthy()
    for (const { path, section, summary } of areas.filter(({ group }) => group === 'settings')) {
      expect(path).toMatch(/^\/dashboard\/settings\/[a-z-]+$/)
      expect(section).toBeTruthy()
      expect(summary).toMatch(/[.]$/)
    }
  })

  it('leads from earlier addresses, and all below them, to the pages of today', () => {
    const [callers, ...others] = movedPages()
    expect(callers).toEqual({ source: '/dashboard/calls/callers', destination: '/dashboard/callers', permanent: true })
    expect(others).toHaveLength(6)
    for (const { source, destination, permanent } of others) {
      const [, name = ''] = /^\/dashboard\/([a-z]+)\/:path[*]$/.exec(source) ?? []
      expect(destination).toBe(`/dashboard/settings/${name}/:path*`)
      expect(areaAt(`/dashboard/settings/${name}/below`)).toBe(name)
      expect(permanent).toBe(true)
    }
  })
})
