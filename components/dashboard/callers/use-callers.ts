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
import { dashboardQuery, endpointOf, queryKeyOf, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { changeOf, useOptimisticMutation, useVersionedSend } from '../use-optimistic-mutation.ts'

const LIST = 'callers'

export const callersKey = (reader: Reader) => queryKeyOf(LIST, reader)

export const nameOfCaller = (id: string) => `${LIST}/${id}`

export const callerKey = (id: string, reader: Reader) => queryKeyOf(nameOfCaller(id), reader)

/** Queries callers with `POST`, so that the search text is in the body instead of the URL. */
export const callersQuery = (wanted: CallerSearch, reader: Reader) =>
  queryOptions({
    queryKey: queryKeyOf(LIST, reader, wanted),
    queryFn: async ({ signal }) => {
      const response = await fetch(endpointOf(LIST), {
        method: 'POST',
        body: JSON.stringify(wanted),
        headers: { 'content-type': 'application/json' },
        signal,
      })
      if (!response.ok) throw new Error(`${endpointOf(LIST)} answered with status ${response.status}`)
      return callerList.parse(await response.json())
    },
    // The query key contains the viewer, so the previous rows never belong to another user.
    placeholderData: keepPreviousData,
  })

export const callerQuery = (id: string, reader: Reader) => dashboardQuery(nameOfCaller(id), callerPage, reader)

const withDoNotCall = ({ phones }: DoNotCallAnswer, numbers: string[], doNotCall: boolean): DoNotCallAnswer => ({
  phones: [...phones.filter((phone) => !numbers.includes(phone)), ...(doNotCall ? numbers : [])],
})

export function useCallerEdit(caller: CallerRecord, reader: Reader) {
  const cache = useQueryClient()
  const key = callerKey(caller.id, reader)
  return useOptimisticMutation({
    record: nameOfCaller(caller.id),
    send: useVersionedSend(nameOfCaller(caller.id), reader, 'caller', callerRecord, caller),
    changes: [
      changeOf<CallerPage, CallerChange>(key, (page, change) => ({
        ...page,
        caller: { ...page.caller, ...(change as Partial<CallerRecord>) },
      })),
      // This cache is updated optimistically, because the user may press Call or Text next.
      changeOf<DoNotCallAnswer, CallerChange>(queryKeyOf('callers/do-not-call', reader), (list, { doNotCall }) => {
        const numbers = cache.getQueryData<CallerPage>(key)?.numbers.map(({ phone }) => phone) ?? []
        return doNotCall === undefined ? list : withDoNotCall(list, numbers, doNotCall)
      }),
    ],
    invalidates: [callersKey(reader)],
  })
}
