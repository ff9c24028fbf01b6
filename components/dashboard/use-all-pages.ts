'use client'

import { useEffect } from 'react'

/** How Clerk's hooks are asked for a whole list, a hundred at once, which `useAllPages` then goes on with. */
export const ALL_PAGES = { pageSize: 100, infinite: true } as const

type Pages = { hasNextPage: boolean; isFetching: boolean; fetchNext: () => void }

/** Asks for the further pages of one of Clerk's lists until all of it is there; undefined until the list is asked for. */
export function useAllPages(list: Partial<Pages> | null | undefined): void {
  const { hasNextPage, isFetching = true, fetchNext } = list ?? {}
  useEffect(() => {
    if (hasNextPage && !isFetching) fetchNext?.()
  }, [hasNextPage, isFetching, fetchNext])
}
