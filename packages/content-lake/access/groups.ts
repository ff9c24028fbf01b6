import type { Dataset } from '../store/dataset.ts'
import { permissionsOf } from './permissions.ts'
import type { LakeUser, Role } from './users.ts'

type Group = {
  _id: string
  _type: 'system.group'
  members: string[]
  grants: { filter: string; permissions: string[] }[]
}

/**
 * Keeps the groups in a dataset in step with the users: one for each role. The Studio reads from them who may be mentioned in a
 * comment; what a user may do here does not depend on them.
 */
export function keepGroups(dataset: Dataset, users: LakeUser[]): void {
  const outdated = groupsOf(users).filter((group) => !isStored(dataset, group))
  if (outdated.length === 0) return
  dataset.mutate(
    outdated.map((group) => ({ createOrReplace: group })),
    { author: '<system>' },
  )
}

function groupsOf(users: LakeUser[]): Group[] {
  return [...Map.groupBy(users, ({ role }) => role)].map(([role, members]) => group(role, members))
}

const group = (role: Role, members: LakeUser[]): Group => ({
  _id: `_.groups.${role}`,
  _type: 'system.group',
  members: members.map(({ id }) => id),
  grants: [{ filter: '_id in path("**")', permissions: permissionsOf(role) }],
})

function isStored(dataset: Dataset, { _id, members, grants }: Group): boolean {
  const stored = dataset.get(_id)
  return JSON.stringify([stored?.members, stored?.grants]) === JSON.stringify([members, grants])
}
