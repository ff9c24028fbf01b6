import { join } from 'node:path'
import { expect, it } from 'vitest'
import { EXAMPLE_CONFIG } from '../example-config.ts'
import { temporaryFolder, startTestClerk } from './fixtures.ts'
import { readCurrentClaims, startSampleClerk, signInAs } from './organization-fixtures.ts'

it('sample accounts include an owner, a member and a staff user with organizations', async () => {
  const clerk = await startSampleClerk()
  const claims = await Promise.all(
    ['owner', 'member', 'staff'].map(async (account) =>
      readCurrentClaims((await signInAs(clerk, `${account}@example.test`)).browser),
    ),
  )
  expect(claims.map(({ o, pla }) => [o.slg, o.rol, pla])).toEqual([
    ['sample-heating-air', 'admin', 'u:free_user,o:front_desk'],
    ['sample-heating-air', 'member', 'u:free_user,o:front_desk'],
    ['example', 'admin', 'u:free_user,o:several_crews'],
  ])
})

it('sample accounts are created only once, so changes and deletions survive a restart', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const first = await startSampleClerk({ dataDir })
  const { users, organizations } = first.backend
  const [staff] = (await users.getUserList({ emailAddress: ['staff@example.test'] })).data
  await users.deleteUser(staff!.id)
  const [organization] = (await organizations.getOrganizationList({ query: 'sample' })).data
  await organizations.updateOrganization(organization!.id, { name: 'Renamed' })
  await first.close()

  const restarted = (await startSampleClerk({ dataDir })).backend
  expect(await restarted.users.getCount()).toBe(2)
  expect((await restarted.organizations.getOrganizationList()).data.map(({ name }) => name)).toEqual([
    'Example',
    'Renamed',
  ])
})

it('an organization gets the id from the configuration', async () => {
  const { accounts } = EXAMPLE_CONFIG
  const [first, ...otherOrganizations] = accounts.organizations
  const organizations = [{ ...first!, id: 'org_fixed' }, ...otherOrganizations]
  const clerk = await startTestClerk({ config: { ...EXAMPLE_CONFIG, accounts: { ...accounts, organizations } } })
  expect(await clerk.backend.organizations.getOrganization({ organizationId: 'org_fixed' })).toMatchObject({
    name: first!.name,
  })
  const claims = await readCurrentClaims((await signInAs(clerk, 'owner@example.test')).browser)
  expect(claims.o.id).toBe('org_fixed')
})

it('no users are created if no accounts are configured', async () => {
  expect(await (await startTestClerk()).backend.users.getCount()).toBe(0)
})
