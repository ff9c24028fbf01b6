import { useCallback, useMemo } from 'react'
import type { z } from 'zod'
import type { Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { useAddressState } from '../use-address-state.ts'
import type { SetListState } from './filter-bar.tsx'
import { type SearchedList, useListSearch } from './use-list-search.ts'

type ListSchema = z.ZodObject<{ search: z.ZodDefault<z.ZodString> } & Record<string, z.ZodType>>

/**
 * Stores filters, sort order and page in the URL, and the search outside of it. Bookmarked links may still contain a
 * search; it applies until the next change.
 */
export function useListState<Schema extends ListSchema>(schema: Schema, list: SearchedList, reader: Reader) {
  type State = z.output<Schema> & { search: string }
  const [address, setAddress] = useAddressState(schema)
  const [search, setSearch] = useListSearch(list, reader)
  const linkedSearch = (address as State).search
  const state = useMemo(
    () => ({ ...address, search: search || linkedSearch }) as State,
    [address, search, linkedSearch],
  )
  const setState: SetListState<State> = useCallback(
    (change, options) => {
      setSearch('search' in change ? (change.search ?? '') : search || linkedSearch)
      setAddress({ ...change, search: '' } as Partial<z.output<Schema>>, options)
    },
    [search, linkedSearch, setSearch, setAddress],
  )
  return [state, setState] as const
}
