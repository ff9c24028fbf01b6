import { useEffect } from 'react'

/** Options for Clerk's list hooks. Use them with `useAllPages`. */
export const ALL_PAGES = { pageSize: 100, infinite: true } as const

type Pages = { hasNextPage: boolean; isFetching: boolean; fetchNext: () => void }

/**
 * Loads all pages of a Clerk list.
 * @param list undefined or null before Clerk provides the list
 */
export function useAllPages(list: Partial<Pages> | null | undefined): void {
  const { hasNextPage, isFetching = true, fetchNext } = list ?? {}
  useEffect(() => {
    if (hasNextPage && !isFetching) fetchNext?.()
  }, [hasNextPage, isFetching, fetchNext])
}
