import { describe, expect, it } from 'vitest'
import { createInstance, readConfig } from '../../services/config.ts'
import { EXAMPLE_CONFIG } from '../example-config.ts'

describe('configuration', () => {
  it("defaults to Clerk's two roles and no accounts", () => {
    const instance = createInstance(readConfig({}))
    expect(instance.roles.map(({ key }) => key)).toEqual(['org:admin', 'org:member'])
    expect(instance.permissionsOf('org:admin')).toContain('org:sys_profile:delete')
    expect(instance.permissionsOf('org:member')).toEqual(['org:sys_memberships:read'])
    expect(instance.accounts).toBeUndefined()
  })

  it('can set the system permissions of a role', () => {
    const role = { key: 'org:admin', name: 'Admin', systemPermissions: ['org:sys_profile:manage'] }
    expect(createInstance(readConfig({ roles: [role] })).permissionsOf('org:admin')).toEqual(['org:sys_profile:manage'])
  })

  const [organization] = EXAMPLE_CONFIG.accounts.organizations
  const withOrganization = (fields: object) => ({
    ...EXAMPLE_CONFIG,
    accounts: { ...EXAMPLE_CONFIG.accounts, organizations: [{ ...organization, ...fields }] },
  })

  it('rejects two organizations with the same id', () => {
    const organizations = EXAMPLE_CONFIG.accounts.organizations.map((each) => ({ ...each, id: 'org_same' }))
    const config = { ...EXAMPLE_CONFIG, accounts: { ...EXAMPLE_CONFIG.accounts, organizations } }
    expect(() => readConfig(config)).toThrow('duplicate id')
  })

  it.each([
    ['an unknown field', { aplicationName: 'x' }, 'aplicationName'],
    ['a malformed permission', { roles: [{ key: 'org:admin', name: 'Admin', permissions: ['read'] }] }, 'permissions'],
    ['an unknown creator role', { creatorRole: 'org:owner' }, 'org:owner does not exist'],
    ['an unknown plan', withOrganization({ plan: 'gold' }), 'gold does not exist'],
    ['an owner without an account', withOrganization({ owner: 'x@example.test' }), 'x@example.test does not exist'],
    ['a malformed organization id', withOrganization({ id: 'example' }), 'must be org_'],
    ['no plans', { organizationPlans: {} }, 'at least one plan'],
  ])('is rejected with %s, and the error names the problem', (_what, config, message) => {
    expect(() => readConfig(config)).toThrow(message)
  })
})
