import { useOrganization, useReverification, useUser } from '@clerk/nextjs'
import { isReverificationCancelledError } from '@clerk/nextjs/errors'
import type { Account, Member, Members } from './account-context.ts'
import { ALL_PAGES, useAllPages } from './use-all-pages.ts'

function useViewer(): ReturnType<Account['useViewer']> {
  const { organization } = useOrganization()
  const { user } = useUser()
  return { userId: user?.id, organization: organization ?? undefined }
}

function useMembers(): Members {
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
  const getMemberName = (id: string): string | undefined => {
    if (id === user?.id) return 'you'
    return members.find((member) => member.id === id)?.name ?? (isComplete ? 'a former member' : undefined)
  }
  return { members, getName: getMemberName, viewerId: user?.id, isComplete, hasFailed: isError }
}

export const CLERK_ACCOUNT: Account = {
  useViewer,
  useMembers,
  // Clerk's type excludes the reverification hints from the result. The dashboard's result types never contain the
  // hints, so the cast is safe.
  useReverified: useReverification as Account['useReverified'],
  isCancelled: isReverificationCancelledError,
}
