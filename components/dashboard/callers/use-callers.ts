import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { CallerChange, CallerSearch } from '@/lib/dashboard/callers/input.ts'
import {
  type CallerPage,
  callerPage,
  callerRecord,
  type CallerRecord,
  callerList,
  type DoNotCallAnswer,
} from '@/lib/dashboard/callers/record.ts'
import {
  buildDashboardQuery,
  buildEndpoint,
  buildQueryKey,
  type Reader,
} from '@/lib/dashboard/query/dashboard-query.ts'
import { buildCachedChange, useOptimisticMutation, useVersionedSend } from '../use-optimistic-mutation.ts'

const CALLERS_PATH = 'callers'

export const buildCallersKey = (reader: Reader) => buildQueryKey(CALLERS_PATH, reader)

export const getCallerPath = (id: string) => `${CALLERS_PATH}/${id}`

export const buildCallerKey = (id: string, reader: Reader) => buildQueryKey(getCallerPath(id), reader)

/** Queries callers with `POST`, so that the search text is in the body instead of the URL. */
export const buildCallersQuery = (criteria: CallerSearch, reader: Reader) =>
  queryOptions({
    queryKey: buildQueryKey(CALLERS_PATH, reader, criteria),
    queryFn: async ({ signal }) => {
      const response = await fetch(buildEndpoint(CALLERS_PATH), {
        method: 'POST',
        body: JSON.stringify(criteria),
        headers: { 'content-type': 'application/json' },
        signal,
      })
      if (!response.ok) throw new Error(`${buildEndpoint(CALLERS_PATH)} returned status ${response.status}`)
      return callerList.parse(await response.json())
    },
    // The query key contains the viewer, so the previous rows never belong to another user.
    placeholderData: keepPreviousData,
  })

export const buildCallerQuery = (id: string, reader: Reader) =>
  buildDashboardQuery(getCallerPath(id), callerPage, reader)

const setDoNotCall = ({ phones }: DoNotCallAnswer, numbers: string[], doNotCall: boolean): DoNotCallAnswer => ({
  phones: [...phones.filter((phone) => !numbers.includes(phone)), ...(doNotCall ? numbers : [])],
})

export function useCallerEdit(caller: CallerRecord, reader: Reader) {
  const cache = useQueryClient()
  const key = buildCallerKey(caller.id, reader)
  return useOptimisticMutation({
    record: getCallerPath(caller.id),
    send: useVersionedSend(getCallerPath(caller.id), reader, 'caller', callerRecord, caller),
    changes: [
      buildCachedChange<CallerPage, CallerChange>(key, (page, change) => ({
        ...page,
        caller: { ...page.caller, ...(change as Partial<CallerRecord>) },
      })),
      // This cache is updated optimistically, because the user may press Call or Text next.
      buildCachedChange<DoNotCallAnswer, CallerChange>(
        buildQueryKey('callers/do-not-call', reader),
        (list, { doNotCall }) => {
          const numbers = cache.getQueryData<CallerPage>(key)?.numbers.map(({ phone }) => phone) ?? []
          return doNotCall === undefined ? list : setDoNotCall(list, numbers, doNotCall)
        },
      ),
    ],
    invalidates: [buildCallersKey(reader)],
  })
}
