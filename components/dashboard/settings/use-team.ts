'use client'

import { useOrganization } from '@clerk/nextjs'
import { useEffect } from 'react'

/** Members that are asked for at once. */
const AT_ONCE = 100

export type TeamMember = { id: string; name: string }

/** Everybody in the organization, whose names only Clerk has; `isComplete` once all of them have come. */
export function useTeam(): { team: TeamMember[]; isComplete: boolean } {
  const { memberships } = useOrganization({ memberships: { pageSize: AT_ONCE, infinite: true } })
  const { data, hasNextPage = false, isFetching = true, fetchNext } = memberships ?? {}
  useEffect(() => {
    if (hasNextPage && !isFetching) fetchNext?.()
  }, [hasNextPage, isFetching, fetchNext])
  const team = (data ?? []).flatMap(({ publicUserData: person }): TeamMember[] => {
    if (!person?.userId) return []
    return [
      { id: person.userId, name: [person.firstName, person.lastName].filter(Boolean).join(' ') || person.identifier },
    ]
  })
  return { team, isComplete: team.length > 0 && !hasNextPage && !isFetching }
}
