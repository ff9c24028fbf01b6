import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from './clerk-fixtures.ts'
import { presentClaims, sampleClerk, signedIn } from './clerk-organizations-fixtures.ts'

it('makes an owner, a member and a staff user with their organizations', async () => {
  const clerk = await sampleClerk()
  const claims = await Promise.all(
    ['owner', 'member', 'staff'].map(async (who) =>
      presentClaims((await signedIn(clerk, `${who}@ductwise.test`)).browser),
    ),
  )
  expect(claims.map(({ o, pla }) => [o.slg, o.rol, pla])).toEqual([
    ['sample-heating-air', 'admin', 'u:free_user,o:front_desk'],
    ['sample-heating-air', 'member', 'u:free_user,o:front_desk'],
    ['ductwise', 'admin', 'u:free_user,o:several_crews'],
  ])
})

it('makes them once: what was changed or deleted stays so after a restart', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const first = await sampleClerk({ dataDir })
  const { users, organizations } = first.backend
  const [staff] = (await users.getUserList({ emailAddress: ['staff@ductwise.test'] })).data
  await users.deleteUser(staff!.id)
  const [organization] = (await organizations.getOrganizationList({ query: 'sample' })).data
  await organizations.updateOrganization(organization!.id, { name: 'Renamed' })
  await first.close()

  const again = (await sampleClerk({ dataDir })).backend
  expect(await again.users.getCount()).toBe(2)
  expect((await again.organizations.getOrganizationList()).data.map(({ name }) => name)).toEqual([
    'Ductwise',
    'Renamed',
  ])
})

it('makes nobody when told so', async () => {
  expect(await (await sampleClerk({ seed: false })).backend.users.getCount()).toBe(0)
})
