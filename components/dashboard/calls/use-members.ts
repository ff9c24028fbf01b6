'use client'

import { useOrganization, useUser } from '@clerk/nextjs'

/** Of an organization; more are found by typing a part of a name. */
const MOST = 100

export type MemberName = { id: string; name: string }

/**
 * Names of the people in the organization, which only Clerk has.
 * @returns `nameOf` is undefined until they have come; for an id that is not among them it says so
 */
export function useMembers() {
  const { user } = useUser()
  const { memberships } = useOrganization({ memberships: { pageSize: MOST } })
  const isLoaded = Boolean(memberships?.data?.length)
  const members = (memberships?.data ?? []).flatMap(({ publicUserData: person }): MemberName[] => {
    if (!person?.userId) return []
    const name = [person.firstName, person.lastName].filter(Boolean).join(' ') || person.identifier
    return [{ id: person.userId, name }]
  })
  const nameOf = (id: string): string | undefined => {
    if (id === user?.id) return 'you'
    return isLoaded ? (members.find((member) => member.id === id)?.name ?? 'somebody who has left') : undefined
  }
  return { members, nameOf, ownId: user?.id, isLoaded, hasFailed: Boolean(memberships?.isError) }
}
