import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { buildQueryKey, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'

export type SearchedList = 'calls' | 'leads' | 'callers'

/** Query key of a search that the list applies as soon as it is on screen. */
export const buildRequestedSearchKey = (list: SearchedList, reader: Reader) =>
  buildQueryKey(`${list}-requested-search`, reader)

/** Sent after a change of the history entry, because browsers send no event for it. */
const ENTRY_EVENT = 'list-search'

const getEntryField = (list: SearchedList) => `${list}Search`

type EntryState = Record<string, unknown> | null

function readEntrySearch(list: SearchedList): string {
  const search = (window.history.state as EntryState)?.[getEntryField(list)]
  return typeof search === 'string' ? search : ''
}

/** Adds the search to the browser's history entry. Next.js ignores the change, because its own state stays in it. */
function writeEntrySearch(list: SearchedList, search: string): void {
  if (readEntrySearch(list) === search) return
  window.history.replaceState({ ...(window.history.state as EntryState), [getEntryField(list)]: search }, '')
  window.dispatchEvent(new Event(ENTRY_EVENT))
}

function subscribe(onChange: () => void): () => void {
  for (const name of ['popstate', ENTRY_EVENT]) window.addEventListener(name, onChange)
  return () => {
    for (const name of ['popstate', ENTRY_EVENT]) window.removeEventListener(name, onChange)
  }
}

/** Returns the search of a list on screen, for controls outside of the list. */
export const useCurrentListSearch = (list: SearchedList): string =>
  useSyncExternalStore(
    subscribe,
    () => readEntrySearch(list),
    () => '',
  )

/**
 * Returns the search of a list. It stays in the state of the history entry, because names and numbers are personal data
 * and must not be in the URL. So Back and a reload restore it, and other links to the list start without it.
 */
export function useListSearch(list: SearchedList, reader: Reader) {
  const cache = useQueryClient()
  const [search, setSearch] = useState('')
  const requestedKey = buildRequestedSearchKey(list, reader)
  const { data: requestedSearch } = useQuery<string>({ queryKey: requestedKey, queryFn: skipToken })
  if (requestedSearch !== undefined && requestedSearch !== search) setSearch(requestedSearch)

  // Runs before the next effect, which reads the entry.
  useEffect(() => {
    if (requestedSearch === undefined) return
    writeEntrySearch(list, requestedSearch)
    cache.removeQueries({ queryKey: requestedKey })
  })
  useEffect(() => {
    const restore = () => setSearch(readEntrySearch(list))
    restore()
    window.addEventListener('popstate', restore)
    return () => window.removeEventListener('popstate', restore)
  }, [list])
  // Runs after each render, because filters, sorting and tabs add history entries, which start without the search.
  useEffect(() => writeEntrySearch(list, search))
  return [search, setSearch] as const
}

/** Like `useListSearch`, but other links to the list, such as the breadcrumb of a record, also keep the search. */
export function useRememberedListSearch(list: SearchedList, reader: Reader) {
  const cache = useQueryClient()
  const [search, setSearch] = useListSearch(list, reader)
  const latestSearch = useRef(search)
  useEffect(() => void (latestSearch.current = search), [search])
  const { organizationId, userId } = reader
  useEffect(
    () => () =>
      void cache.setQueryData(buildRequestedSearchKey(list, { organizationId, userId }), latestSearch.current),
    [cache, list, organizationId, userId],
  )
  return [search, setSearch] as const
}
