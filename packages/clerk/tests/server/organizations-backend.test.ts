import { describe, expect, it } from 'vitest'
import { fetchBackend, readCurrentClaims, startSampleClerk, signInAs } from './organization-fixtures.ts'

const clerk = await startSampleClerk()
const { billing, organizations, users } = clerk.backend
const createUser = (address: string) =>
  users.createUser({ emailAddress: [address], password: 'quite-a-secret-1', firstName: 'Alex' })

describe('backend client', () => {
  it('creates, finds, updates and deletes organizations', async () => {
    const creator = await createUser('creator@example.test')
    const created = await organizations.createOrganization({
      name: 'Backend Heating',
      createdBy: creator.id,
      publicMetadata: { region: 'north' },
      privateMetadata: { note: 'ours' },
    })
    expect(created).toMatchObject({ slug: 'backend-heating', membersCount: 1, createdBy: creator.id })
    expect((await organizations.getOrganization({ slug: 'backend-heating' })).id).toBe(created.id)
    const renamed = await organizations.updateOrganization(created.id, {
      name: 'Backend Cooling',
      maxAllowedMemberships: 5,
    })
    expect(renamed).toMatchObject({ name: 'Backend Cooling', slug: 'backend-heating', maxAllowedMemberships: 5 })
    const { data, totalCount } = await organizations.getOrganizationList({ query: 'cooling' })
    expect({ totalCount, ids: data.map(({ id }) => id) }).toEqual({ totalCount: 1, ids: [created.id] })
    await organizations.deleteOrganization(created.id)
    await expect(organizations.getOrganization({ organizationId: created.id })).rejects.toMatchObject({ status: 404 })
  })

  it('merges or replaces metadata', async () => {
    const { id } = await organizations.createOrganization({ name: 'Metadata', publicMetadata: { a: { b: 1, c: 2 } } })
    const merged = await organizations.updateOrganizationMetadata(id, {
      publicMetadata: { a: { c: null, d: [1] } },
      privateMetadata: { e: 'f' },
    })
    expect(merged).toMatchObject({ publicMetadata: { a: { b: 1, d: [1] } }, privateMetadata: { e: 'f' } })
    expect((merged.publicMetadata as { a: object }).a).not.toHaveProperty('c')
    const replaced = await organizations.replaceOrganizationMetadata(id, { publicMetadata: { g: 1 } })
    expect(replaced.publicMetadata).toEqual({ g: 1 })
    expect(replaced.privateMetadata).toEqual({ e: 'f' })
    await expect(
      organizations.updateOrganizationMetadata(id, { publicMetadata: { big: 'x'.repeat(8200) } }),
    ).rejects.toMatchObject({ errors: [{ code: 'form_param_exceeds_allowed_size' }] })
  })

  it('lists, adds, updates and removes members', async () => {
    const [first, second] = [await createUser('first@example.test'), await createUser('second@example.test')]
    const { id: organizationId } = await organizations.createOrganization({ name: 'Members', createdBy: first.id })
    const ids = { organizationId, userId: second.id }
    expect((await organizations.createOrganizationMembership({ ...ids, role: 'org:member' })).role).toBe('org:member')
    await expect(organizations.createOrganizationMembership({ ...ids, role: 'org:member' })).rejects.toMatchObject({
      errors: [{ code: 'already_a_member_in_organization' }],
    })
    const byRole = await organizations.getOrganizationMembershipList({ organizationId, role: ['org:member'] })
    expect(byRole.data.map(({ publicUserData }) => publicUserData?.userId)).toEqual([second.id])
    const byUser = await organizations.getOrganizationMembershipList({ organizationId, userId: [first.id] })
    expect(byUser.totalCount).toBe(1)
    expect((await organizations.updateOrganizationMembership({ ...ids, role: 'org:admin' })).role).toBe('org:admin')
    expect((await organizations.deleteOrganizationMembership(ids)).role).toBe('org:admin')
    await expect(
      organizations.deleteOrganizationMembership({ organizationId, userId: first.id }),
    ).rejects.toMatchObject({ errors: [{ code: 'organization_minimum_permissions_needed' }] })
  })

  it('creates and revokes invitations', async () => {
    const { id: organizationId } = await organizations.createOrganization({ name: 'Invitations' })
    const invitation = await organizations.createOrganizationInvitation({
      organizationId,
      emailAddress: 'guest@example.test',
      role: 'org:member',
      expiresInDays: 2,
      publicMetadata: { crew: 1 },
    })
    expect(invitation).toMatchObject({ status: 'pending', publicMetadata: { crew: 1 } })
    expect(invitation.expiresAt - invitation.createdAt).toBe(2 * 24 * 60 * 60 * 1000)
    const invitationId = invitation.id
    await organizations.revokeOrganizationInvitation({ organizationId, invitationId })
    const pending = await organizations.getOrganizationInvitationList({ organizationId, status: ['pending'] })
    expect(pending.totalCount).toBe(0)
    const revoked = await organizations.getOrganizationInvitationList({ organizationId, status: ['revoked'] })
    expect(revoked.data.map(({ id }) => id)).toEqual([invitationId])
  })

  it('receives errors for missing records and unsupported endpoints', async () => {
    await expect(organizations.getOrganization({ organizationId: 'org_none' })).rejects.toMatchObject({ status: 404 })
    await expect(organizations.createOrganization({ name: 'Nobody’s', createdBy: 'user_none' })).rejects.toMatchObject({
      status: 400,
      errors: [{ code: 'organization_creator_not_found' }],
    })
    await expect(organizations.getOrganizationDomainList({ organizationId: 'org_none' })).rejects.toMatchObject({
      status: 501,
    })
  })
})

describe('organization plan', () => {
  it('can be set and appears in the next token', async () => {
    const { browser, organizationId } = await signInAs(clerk, 'owner@example.test')
    expect((await readCurrentClaims(browser)).pla).toBe('u:free_user,o:front_desk')
    const path = `/local/organizations/${organizationId}/plan`
    const set = await fetchBackend(clerk, path, { method: 'PUT', body: JSON.stringify({ plan: 'several_crews' }) })
    expect(await set.json()).toMatchObject({ plan: 'several_crews', name: 'Several crews' })
    const claims = await readCurrentClaims(browser)
    expect(claims.pla).toBe('u:free_user,o:several_crews')
    expect(claims.fea.split(',')).toContain('o:second_factor_policy')
    expect(await (await fetchBackend(clerk, path)).json()).toMatchObject({ plan: 'several_crews' })
    for (const plan of ['constructor', 'none', '']) {
      const rejected = await fetchBackend(clerk, path, { method: 'PUT', body: JSON.stringify({ plan }) })
      expect(rejected.status).toBe(422)
    }
  })

  it('determines the billing subscription', async () => {
    const { organizationId } = await signInAs(clerk, 'owner@example.test')
    const path = `/local/organizations/${organizationId}/plan`
    const changePlan = async (plan: string) => {
      await fetchBackend(clerk, path, { method: 'PUT', body: JSON.stringify({ plan }) })
      const { status, payerId, subscriptionItems } = await billing.getOrganizationBillingSubscription(organizationId)
      expect({ status, payerId }).toEqual({ status: 'active', payerId: organizationId })
      return subscriptionItems.map((item) => [
        item.status,
        item.plan?.slug,
        item.plan?.features.map(({ slug }) => slug),
      ])
    }
    expect(await changePlan('several_crews')).toEqual([
      ['active', 'several_crews', expect.arrayContaining(['integrations', 'second_factor_policy'])],
    ])
    expect(await changePlan('front_desk')).toEqual([
      ['active', 'front_desk', expect.not.arrayContaining(['second_factor_policy'])],
    ])
    await expect(billing.getOrganizationBillingSubscription('org_none')).rejects.toMatchObject({ status: 404 })
  })

  it('requires the secret key', async () => {
    const headers = { authorization: 'Bearer sk_test_other' }
    expect((await fetchBackend(clerk, '/local/organizations/example/plan', { headers })).status).toBe(401)
    expect((await fetchBackend(clerk, '/organizations', { headers })).status).toBe(401)
  })
})
