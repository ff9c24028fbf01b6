import { useEffect } from 'react'

/** Options for Clerk's hooks; `useAllPages` then loads all pages. */
export const ALL_PAGES = { pageSize: 100, infinite: true } as const

type Pages = { hasNextPage: boolean; isFetching: boolean; fetchNext: () => void }

/** Loads all pages of a Clerk list; undefined is not requested yet. */
export function useAllPages(list: Partial<Pages> | null | undefined): void {
  const { hasNextPage, isFetching = true, fetchNext } = list ?? {}
  useEffect(() => {
    if (hasNextPage && !isFetching) fetchNext?.()
  }, [hasNextPage, isFetching, fetchNext])
}
