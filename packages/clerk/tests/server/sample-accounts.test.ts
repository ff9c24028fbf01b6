import { join } from 'node:path'
import { expect, it } from 'vitest'
import { EXAMPLE_CONFIG } from '../example-config.ts'
import { temporaryFolder, testClerk } from './fixtures.ts'
import { presentClaims, sampleClerk, signedIn } from './organization-fixtures.ts'

it('sample accounts include an owner, a member and a staff user with organizations', async () => {
  const clerk = await sampleClerk()
  const claims = await Promise.all(
    ['owner', 'member', 'staff'].map(async (who) =>
      presentClaims((await signedIn(clerk, `${who}@example.test`)).browser),
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
  const first = await sampleClerk({ dataDir })
  const { users, organizations } = first.backend
  const [staff] = (await users.getUserList({ emailAddress: ['staff@example.test'] })).data
  await users.deleteUser(staff!.id)
  const [organization] = (await organizations.getOrganizationList({ query: 'sample' })).data
  await organizations.updateOrganization(organization!.id, { name: 'Renamed' })
  await first.close()

  const again = (await sampleClerk({ dataDir })).backend
  expect(await again.users.getCount()).toBe(2)
  expect((await again.organizations.getOrganizationList()).data.map(({ name }) => name)).toEqual(['Example', 'Renamed'])
})

it('an organization gets the id from the configuration', async () => {
  const { accounts } = EXAMPLE_CONFIG
  const [first, ...others] = accounts.organizations
  const organizations = [{ ...first!, id: 'org_fixed' }, ...others]
  const clerk = await testClerk({ config: { ...EXAMPLE_CONFIG, accounts: { ...accounts, organizations } } })
  expect(await clerk.backend.organizations.getOrganization({ organizationId: 'org_fixed' })).toMatchObject({
    name: first!.name,
  })
  const claims = await presentClaims((await signedIn(clerk, 'owner@example.test')).browser)
  expect(claims.o.id).toBe('org_fixed')
})

it('no users are created without configured accounts', async () => {
  expect(await (await testClerk()).backend.users.getCount()).toBe(0)
})
