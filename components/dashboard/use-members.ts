'use client'

import { useOrganization, useUser } from '@clerk/nextjs'
import { ALL_PAGES, useAllPages } from './use-all-pages.ts'

export type Member = { id: string; name: string }

/**
 * Everybody in the organization, whose names only Clerk has.
 * @returns `isComplete` once all of them have come; until then `nameOf` is undefined for who is not among those that have
 */
export function useMembers() {
  const { user } = useUser()
  const { memberships } = useOrganization({ memberships: ALL_PAGES })
  const { data, hasNextPage = false, isFetching = true, isError = false } = memberships ?? {}
  useAllPages(memberships)
  const members = (data ?? []).flatMap(({ publicUserData: person }): Member[] => {
    if (!person?.userId) return []
    const name = [person.firstName, person.lastName].filter(Boolean).join(' ') || person.identifier
    return [{ id: person.userId, name }]
  })
  const isComplete = members.length > 0 && !hasNextPage && !isFetching
  const nameOf = (id: string): string | undefined => {
    if (id === user?.id) return 'you'
    return members.find((member) => member.id === id)?.name ?? (isComplete ? 'somebody who has left' : undefined)
  }
  return { members, nameOf, ownId: user?.id, isComplete, hasFailed: isError }
}
