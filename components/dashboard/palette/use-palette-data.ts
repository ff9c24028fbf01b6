import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  buildDashboardQuery,
  buildEndpoint,
  buildQueryKey,
  type Reader,
} from '@/lib/dashboard/query/dashboard-query.ts'
import {
  MAX_SEARCH_LENGTH,
  MIN_SEARCH_LENGTH,
  searchResponse,
  type SearchResponse,
} from '@/lib/dashboard/search/input.ts'
import { readRecent } from '@/lib/dashboard/search/recent.ts'
import { viewList } from '@/lib/dashboard/views/input.ts'
import { type RecordItem, toRecordGroups } from './record-items.ts'

const TYPING_PAUSE_MS = 120

function useDebounced(text: string): string {
  const [debouncedText, setDebouncedText] = useState(text)
  useEffect(() => {
    const timer = setTimeout(setDebouncedText, TYPING_PAUSE_MS, text)
    return () => clearTimeout(timer)
  }, [text])
  return debouncedText
}

/** Sends the search in the request body, because names and numbers must not appear in URLs. */
async function post(name: string, body: object, signal: AbortSignal): Promise<SearchResponse> {
  const response = await fetch(buildEndpoint(name), {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
    signal,
  })
  if (!response.ok) throw new Error(`${buildEndpoint(name)} returned status ${response.status}`)
  return searchResponse.parse(await response.json())
}

/** Searches records after a typing pause. A newer search aborts the request. */
export function useRecordSearch(text: string, reader: Reader) {
  const search = text.trim().slice(0, MAX_SEARCH_LENGTH)
  const debouncedSearch = useDebounced(search)
  const isLongEnough = search.length >= MIN_SEARCH_LENGTH
  const { data, isError } = useQuery({
    queryKey: buildQueryKey('search', reader, { search: debouncedSearch }),
    queryFn: ({ signal }) => post('search', { search: debouncedSearch }, signal),
    enabled: isLongEnough && debouncedSearch === search,
    retry: false,
    // Results contain personal data, so they leave the memory soon after the palette closes.
    gcTime: 10_000,
  })
  const isCurrent = isLongEnough && debouncedSearch === search
  return {
    groups: isCurrent && data ? toRecordGroups(data, search) : [],
    isSearching: isLongEnough && !(isCurrent && (data !== undefined || isError)),
    hasFailed: isCurrent && isError,
  }
}

/** Returns the recently opened records that still exist, latest first. */
export function useRecentRecords(reader: Reader, isEnabled: boolean): RecordItem[] {
  // The palette mounts its content on each open, so the list is read again.
  const [records] = useState(() => readRecent(reader))
  const { data } = useQuery({
    queryKey: buildQueryKey('search/recent', reader, { ids: records.map(({ id }) => id) }),
    queryFn: ({ signal }) => post('search/recent', { records }, signal),
    enabled: isEnabled && records.length > 0,
    retry: false,
    gcTime: 10_000,
  })
  const items = data ? toRecordGroups(data, '').flatMap((group) => group.items) : []
  return records.flatMap(({ kind, id }) => items.find((item) => item.kind === kind && item.recordId === id) ?? [])
}

export const useViews = (reader: Reader) => useQuery(buildDashboardQuery('views', viewList, reader)).data
