import { describe, expect, it } from 'vitest'
import { Browser } from './fixtures.ts'
import { call, readCurrentClaims, startSampleClerk, signInAs } from './organization-fixtures.ts'

const clerk = await startSampleClerk()
const owner = await signInAs(clerk, 'owner@example.test')
const member = await signInAs(clerk, 'member@example.test')
const staff = await signInAs(clerk, 'staff@example.test')
const sample = `/organizations/${owner.organizationId}`

async function createOrganization(name: string) {
  const { response } = await owner.browser.post('/organizations', { name })
  return { id: response.id as string, path: `/organizations/${response.id}` }
}
const activate = (id: string) =>
  owner.browser.post(`/client/sessions/${owner.sessionId}/touch`, { active_organization_id: id })

describe('organizations', () => {
  it('can be created by any signed-in user, who becomes admin', async () => {
    const createdOrganization = await owner.browser.post('/organizations', { name: 'North Side Heating', slug: '' })
    expect(createdOrganization).toMatchObject({
      status: 200,
      response: { object: 'organization', name: 'North Side Heating', slug: 'north-side-heating', members_count: 1 },
    })
    const memberships = createdOrganization.json.client.sessions[0].user.organization_memberships
    expect(memberships.map((item: { role: string }) => item.role)).toEqual(['org:admin', 'org:admin'])
  })

  it('appear in the token when active, with plan, features and permissions', async () => {
    const { id } = await createOrganization('South Side Heating')
    await activate(id)
    expect(await readCurrentClaims(owner.browser)).toMatchObject({
      pla: 'u:free_user,o:free_org',
      fea: 'o:leads,o:appointments,o:settings',
      o: { id, rol: 'admin', slg: 'south-side-heating', per: 'read,manage', fpm: '3,3,3' },
    })
  })

  it('get a unique default slug and reject a taken one', async () => {
    const first = await owner.browser.post('/organizations', { name: 'Twice' })
    const second = await owner.browser.post('/organizations', { name: 'Twice' })
    expect(first.response.slug).toBe('twice')
    expect(second.response.slug).toMatch(/^twice-\w{8}$/)
    const duplicate = await owner.browser.post('/organizations', { name: 'Third', slug: 'twice' })
    expect(duplicate).toMatchObject({
      status: 422,
      error: { code: 'form_identifier_exists', meta: { param_name: 'slug' } },
    })
  })

  it.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(257) }, 'name'],
    [{ name: 'Fine', slug: 'Not Fine' }, 'slug'],
    [{ name: 'Fine', slug: '../x' }, 'slug'],
  ])('cannot be created with %o', async (fields, param) => {
    const { status, error } = await owner.browser.post('/organizations', fields)
    expect(status).toBe(422)
    expect(error?.meta.param_name).toBe(param)
  })

  it('can be renamed and deleted by their admin', async () => {
    const { path } = await createOrganization('Short lived')
    const renamed = await owner.browser.patch(path, { name: 'Renamed', slug: 'renamed' })
    expect(renamed.response).toMatchObject({ name: 'Renamed', slug: 'renamed' })
    expect((await owner.browser.get('/organizations/renamed')).response.name).toBe('Renamed')
    const deleted = await owner.browser.delete(path)
    expect(deleted.response).toMatchObject({ object: 'organization', deleted: true })
    expect((await owner.browser.get(path)).error?.code).toBe('organization_not_found_or_unauthorized')
  })

  it('are removed from tokens after deletion', async () => {
    const { id, path } = await createOrganization('Gone soon')
    await activate(id)
    expect((await readCurrentClaims(owner.browser)).o.id).toBe(id)
    const { json } = await owner.browser.delete(path)
    expect(json.client.sessions[0].last_active_organization_id).toBeNull()
    expect((await readCurrentClaims(owner.browser)).o).toBeUndefined()
  })

  it('return 501 for logo uploads', async () => {
    const { status, error } = await call(owner.browser, 'PUT', `${sample}/logo`)
    expect({ status, code: error?.code }).toEqual({ status: 501, code: 'not_supported_locally' })
  })
})

describe('members', () => {
  it('are listed newest first, with pagination, role filter and search', async () => {
    const { response } = await member.browser.get(`${sample}/memberships?limit=1&offset=0&paginated=true`)
    expect(response.total_count).toBe(2)
    expect(response.data).toHaveLength(1)
    expect(response.data[0]).toMatchObject({
      role: 'org:member',
      role_name: 'Member',
      public_user_data: { identifier: 'member@example.test', first_name: 'Robin' },
    })
    const search = async (query: string) =>
      (await owner.browser.get(`${sample}/memberships?${query}`)).response.data.map(
        (item: { role: string }) => item.role,
      )
    expect(await search('query=SAM%20own')).toEqual(['org:admin'])
    expect(await search('query=member%40example')).toEqual(['org:member'])
    expect(await search('query=nobody')).toEqual([])
    expect(await search('role=org%3Aadmin')).toEqual(['org:admin'])
    expect(await search('role=org%3Aadmin%2Corg%3Amember')).toEqual(['org:member', 'org:admin'])
  })

  it('can get another role from an admin, and the next token contains it', async () => {
    const changed = await owner.browser.patch(`${sample}/memberships/${member.userId}`, { role: 'org:dispatcher' })
    expect(changed.response).toMatchObject({ role: 'org:dispatcher', role_name: 'Dispatcher' })
    expect((await readCurrentClaims(member.browser)).o.rol).toBe('dispatcher')
    await owner.browser.patch(`${sample}/memberships/${member.userId}`, { role: 'org:member' })
    const unknownRole = await owner.browser.patch(`${sample}/memberships/${member.userId}`, { role: 'org:king' })
    expect(unknownRole).toMatchObject({
      status: 404,
      error: { code: 'resource_not_found', meta: { param_name: 'role' } },
    })
  })

  it('always include at least one admin', async () => {
    const attempts = [
      await owner.browser.patch(`${sample}/memberships/${owner.userId}`, { role: 'org:member' }),
      await owner.browser.delete(`${sample}/memberships/${owner.userId}`),
      await owner.browser.delete(`/me/organization_memberships/${owner.organizationId}`),
    ]
    for (const { status, error } of attempts) {
      expect({ status, code: error?.code }).toEqual({ status: 400, code: 'organization_minimum_permissions_needed' })
    }
    expect((await owner.browser.get(`${sample}/memberships`)).response.total_count).toBe(2)
  })

  it('can leave, or be removed by an admin', async () => {
    const { id, path } = await createOrganization('Come and go')
    for (const leave of [
      () => member.browser.delete(`/me/organization_memberships/${id}`),
      () => owner.browser.delete(`${path}/memberships/${member.userId}`),
    ]) {
      await owner.browser.post(`${path}/invitations`, { email_address: 'member@example.test', role: 'org:member' })
      const invitations = await member.browser.get('/me/organization_invitations?status=pending')
      const [{ id: invitation }] = invitations.response.data
      await member.browser.post(`/me/organization_invitations/${invitation}/accept`)
      expect((await owner.browser.get(path)).response.members_count).toBe(2)
      expect((await leave()).status).toBe(200)
      expect((await owner.browser.get(path)).response.members_count).toBe(1)
    }
    expect((await member.browser.get(path)).status).toBe(404)
  })
})

describe('organization permissions', () => {
  const buildPermissionError = (permission: string) => ({
    status: 403,
    error: { code: 'missing_organization_permission', meta: { permissions: [permission] } },
  })
  type Call = [method: string, path: string, permission: string, fields?: Record<string, string>]
  const calls: Call[] = [
    ['PATCH', '', 'org:sys_profile:manage', { name: 'Taken over' }],
    ['DELETE', '', 'org:sys_profile:delete'],
    ['DELETE', '/logo', 'org:sys_profile:manage'],
    ['GET', '/invitations', 'org:sys_memberships:manage'],
    ['POST', '/invitations', 'org:sys_memberships:manage', { email_address: 'a@b.test', role: 'org:admin' }],
    ['POST', '/invitations/bulk', 'org:sys_memberships:manage', { email_address: 'a@b.test', role: 'org:admin' }],
    ['POST', '/invitations/orginv_x/revoke', 'org:sys_memberships:manage'],
    ['PATCH', '/memberships/user_x', 'org:sys_memberships:manage', { role: 'org:admin' }],
    ['DELETE', '/memberships/user_x', 'org:sys_memberships:manage'],
  ]

  it.each(calls)('reject a member for %s %s', async (method, path, permission, fields) => {
    expect(await call(member.browser, method, sample + path, fields)).toMatchObject(buildPermissionError(permission))
  })

  const readCalls: Call[] = ['', '/roles', '/memberships', '/domains', '/membership_requests'].map((path) => [
    'GET',
    path,
    '',
  ])
  it.each(readCalls)('allow a member for %s %s', async (method, path) => {
    expect((await call(member.browser, method, sample + path)).status).toBe(200)
  })

  it.each([...calls, ...readCalls])('return 404 to non-members for %s %s', async (method, path, _, fields) => {
    expect(await call(staff.browser, method, sample + path, fields)).toMatchObject({
      status: 404,
      error: { code: 'organization_not_found_or_unauthorized' },
    })
  })

  it.each([...calls, ...readCalls])('return 401 to signed-out users for %s %s', async (method, path, _, fields) => {
    expect(await call(new Browser(clerk), method, sample + path, fields)).toMatchObject({
      status: 401,
      error: { code: 'authentication_invalid' },
    })
  })

  it('are listed per role', async () => {
    const { response } = await member.browser.get(`${sample}/roles?limit=20&offset=0`)
    const keys = response.data.map((role: { key: string }) => role.key)
    expect(keys).toEqual(['org:admin', 'org:member', 'org:dispatcher'])
    expect(response.data[2].permissions.map((permission: { key: string }) => permission.key)).toContain(
      'org:leads:manage',
    )
  })
})
