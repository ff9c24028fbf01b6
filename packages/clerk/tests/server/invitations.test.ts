import { describe, expect, it } from 'vitest'
import { Browser, SITE, signIn } from './fixtures.ts'
import {
  fetchBackend,
  followLink,
  findEmailLink,
  readCurrentClaims,
  startSampleClerk,
  signInAs,
  followToTicket,
} from './organization-fixtures.ts'

const clerk = await startSampleClerk()
const { backend } = clerk
const owner = await signInAs(clerk, 'owner@example.test')
const invitations = `/organizations/${owner.organizationId}/invitations`

const invite = (email_address: string, role = 'org:dispatcher') =>
  owner.browser.post(invitations, { email_address, role })

const signUpWithTicket = (ticket: string, browser = new Browser(clerk)) =>
  browser.post('/client/sign_ups', { strategy: 'ticket', ticket })

describe('invitations', () => {
  it('are emailed and let a new user register with the invited role', async () => {
    expect((await invite('New.Person@example.test')).response).toMatchObject({
      email_address: 'new.person@example.test',
      role: 'org:dispatcher',
      role_name: 'Dispatcher',
      status: 'pending',
    })
    const mail = clerk.listEmails('new.person@example.test').at(-1)
    expect(mail?.text).toContain('Sam Owner invited you to join Sample Heating & Air')
    const browser = new Browser(clerk)
    const location = await followLink(browser, findEmailLink(clerk, 'new.person@example.test'))
    expect(location.origin + location.pathname).toBe(`${SITE}/register`)
    expect(location.searchParams.get('__clerk_status')).toBe('sign_up')

    const ticket = location.searchParams.get('__clerk_ticket')!
    const started = await signUpWithTicket(ticket, browser)
    expect(started.response).toMatchObject({
      status: 'missing_requirements',
      email_address: 'new.person@example.test',
      missing_fields: ['password'],
      unverified_fields: [],
    })
    const fields = { password: 'quite-a-secret-1', strategy: 'ticket', ticket }
    const completed = await browser.patch(`/client/sign_ups/${started.response.id}`, fields)
    expect(completed.response.status).toBe('complete')
    expect((await readCurrentClaims(browser)).o).toMatchObject({ id: owner.organizationId, rol: 'dispatcher' })
    expect((await owner.browser.get(`${invitations}?status=accepted`)).response.data).toMatchObject([
      { email_address: 'new.person@example.test' },
    ])
    const error = { code: 'organization_invitation_already_accepted' }
    expect(await signUpWithTicket(ticket)).toMatchObject({ status: 400, error })
  })

  it('sign in an existing user', async () => {
    await backend.users.createUser({ emailAddress: ['known@example.test'], password: 'quite-a-secret-2' })
    await invite('known@example.test', 'org:member')
    const browser = new Browser(clerk)
    const location = await followLink(browser, findEmailLink(clerk, 'known@example.test'))
    expect(location.pathname).toBe('/login')
    expect(location.searchParams.get('__clerk_status')).toBe('sign_in')
    const ticket = location.searchParams.get('__clerk_ticket')!
    const { response } = await browser.post('/client/sign_ins', { strategy: 'ticket', ticket })
    expect(response.status).toBe('complete')
    expect((await readCurrentClaims(browser)).o).toMatchObject({ id: owner.organizationId, rol: 'member' })
  })

  it('are accepted on click only in the browser of the invited user', async () => {
    await backend.users.createUser({ emailAddress: ['here@example.test'], password: 'quite-a-secret-3' })
    await invite('here@example.test', 'org:member')
    const link = findEmailLink(clerk, 'here@example.test')
    expect((await followLink(owner.browser, link)).searchParams.get('__clerk_status')).toBe('sign_in')
    const browser = await signIn(clerk, 'here@example.test', 'quite-a-secret-3')
    expect((await followLink(browser, link)).href).toBe(`${SITE}/dashboard?__clerk_status=complete`)
    expect((await browser.get('/me/organization_memberships?paginated=true')).response.total_count).toBe(1)
  })

  it("appear in the invited user's list and can be accepted only there", async () => {
    const createdInvitation = await invite('staff@example.test', 'org:member')
    const staff = await signInAs(clerk, 'staff@example.test')
    const { response } = await staff.browser.get('/me/organization_invitations?status=pending')
    expect(response.data).toMatchObject([
      { id: createdInvitation.response.id, public_organization_data: { name: 'Sample Heating & Air' } },
    ])
    const accept = `/me/organization_invitations/${createdInvitation.response.id}/accept`
    expect((await owner.browser.post(accept)).error?.code).toBe('organization_invitation_not_found')
    expect((await staff.browser.post(accept)).response.status).toBe('accepted')
    expect((await staff.browser.post(accept)).status).toBe(404)
    expect((await invite('staff@example.test')).error).toMatchObject({
      code: 'already_a_member_in_organization',
      long_message: 'staff@example.test is already a member of the organization.',
    })
  })

  it('are not shown for an unverified address', async () => {
    await invite('unproved@example.test')
    const { browser } = await signInAs(clerk, 'member@example.test')
    await browser.post('/me/email_addresses', { email_address: 'unproved@example.test' })
    expect((await browser.get('/me/organization_invitations?status=pending')).response.total_count).toBe(0)
  })

  it('are invalid after revocation', async () => {
    const { response } = await invite('unwanted@example.test')
    const link = findEmailLink(clerk, 'unwanted@example.test')
    expect((await owner.browser.post(`${invitations}/${response.id}/revoke`)).response.status).toBe('revoked')
    expect(await owner.browser.post(`${invitations}/${response.id}/revoke`)).toMatchObject({
      status: 404,
      error: { code: 'organization_invitation_not_pending' },
    })
    const browser = new Browser(clerk)
    const ticket = await followToTicket(browser, link)
    const error = { code: 'organization_invitation_revoked_code' }
    expect(await signUpWithTicket(ticket, browser)).toMatchObject({ status: 400, error })
    expect((await owner.browser.get(`${invitations}?status=revoked`)).response.total_count).toBe(1)
  })

  it('created in bulk are sent to all addresses or to none', async () => {
    const email_address = ['one@example.test', 'two@example.test']
    const bulkResponse = await owner.browser.post(`${invitations}/bulk`, { email_address, role: 'org:member' })
    expect(bulkResponse.response.map((item: { email_address: string }) => item.email_address)).toEqual(email_address)
    const emailCount = clerk.listEmails().length
    const fields = { email_address: ['three@example.test', 'two@example.test'], role: 'org:member' }
    expect(await owner.browser.post(`${invitations}/bulk`, fields)).toMatchObject({
      status: 400,
      error: { code: 'duplicate_record', meta: { email_addresses: ['two@example.test'] } },
    })
    expect(clerk.listEmails()).toHaveLength(emailCount)
  })

  it.each([
    [{ email_address: 'nobody', role: 'org:member' }, 422],
    [{ email_address: 'a@b.test\r\nBcc: c@d.test', role: 'org:member' }, 422],
    [{ role: 'org:member' }, 422],
    [{ email_address: 'a@b.test', role: 'org:king' }, 404],
    [{ email_address: ['a@b.test', 'c@d.test'], role: 'org:member' }, 422],
  ])('cannot be created with %o', async (fields, status) => {
    expect((await owner.browser.post(invitations, fields)).status).toBe(status)
  })

  it('redirect only to pages of the site', async () => {
    const role = 'org:member' as const
    const invitation = { organizationId: owner.organizationId, emailAddress: 'own@example.test', role }
    const inviteTo = (redirectUrl: string) =>
      backend.organizations.createOrganizationInvitation({ ...invitation, redirectUrl })
    for (const address of ['https://evil.test/x', '//evil.test', 'javascript:alert(1)', `${SITE}@evil.test/`]) {
      await expect(inviteTo(address)).rejects.toMatchObject({ status: 422 })
    }
    await inviteTo(`${SITE}/welcome?from=mail`)
    const location = await followLink(new Browser(clerk), findEmailLink(clerk, 'own@example.test'))
    expect(location.href).toMatch(/^http:\/\/localhost:3100\/welcome\?from=mail&__clerk_status=sign_up&__clerk_ticket=/)
  })

  it('count towards the member limit', async () => {
    await backend.organizations.updateOrganization(owner.organizationId, { maxAllowedMemberships: 1 })
    expect(await invite('too.many@example.test')).toMatchObject({
      status: 403,
      error: { code: 'organization_membership_quota_exceeded' },
    })
    await backend.organizations.updateOrganization(owner.organizationId, { maxAllowedMemberships: 0 })
    expect((await invite('too.many@example.test')).status).toBe(200)
  })

  it('expire after thirty days and can then be sent again', async () => {
    const first = await invite('slow@example.test')
    const link = findEmailLink(clerk, 'slow@example.test')
    await clerk.advance(30 * 24 * 60)
    const ticket = await followToTicket(new Browser(clerk), link)
    expect(await signUpWithTicket(ticket)).toMatchObject({ status: 400, error: { code: 'ticket_expired_code' } })
    const freshOwner = await signInAs(clerk, 'owner@example.test')
    const { response } = await freshOwner.browser.get(`${invitations}?status=expired&limit=100`)
    expect(response.data.map((item: { id: string }) => item.id)).toContain(first.response.id)
    const reinvited = await freshOwner.browser.post(invitations, {
      email_address: 'slow@example.test',
      role: 'org:member',
    })
    expect(reinvited.status).toBe(200)
  })
})

it('API responses never contain invitation tickets', async () => {
  const { data } = await backend.organizations.getOrganizationInvitationList({
    organizationId: owner.organizationId,
    status: ['pending'],
  })
  expect(data.length).toBeGreaterThan(0)
  const text = await (await fetchBackend(clerk, invitations)).text()
  const ticket = findEmailLink(clerk, 'slow@example.test').split('ticket=')[1]!
  expect(ticket).toMatch(/^\w{43}$/)
  expect(text).not.toContain(ticket)
})
