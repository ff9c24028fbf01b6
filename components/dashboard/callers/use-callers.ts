'use client'

import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { CallerChange, CallerSearch } from '@/lib/callers/input.ts'
import {
  type CallerPage,
  callerPage,
  callerRecord,
  type CallerRecord,
  callerList,
  type DoNotCallAnswer,
} from '@/lib/callers/record.ts'
import { dashboardQuery, endpointOf, queryKeyOf, type Reader } from '@/lib/query/dashboard-query.ts'
import { z } from '@/lib/zod.ts'
import { changeOf, sendChange, useOptimisticMutation } from '../use-optimistic-mutation.ts'

const LIST = 'callers'

/** Of the list, whatever is searched for, and of what the pages show of the callers. */
export const callersKey = (reader: Reader) => queryKeyOf(LIST, reader)

export const nameOfCaller = (id: string) => `${LIST}/${id}`

export const callerKey = (id: string, reader: Reader) => queryKeyOf(nameOfCaller(id), reader)

/** What `POST /api/dashboard/callers` answers: what is searched for is sent in the body, and is in no address. */
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
    // The key names who reads: rows of before are never those of somebody else, since the list is left for that.
    placeholderData: keepPreviousData,
  })

/** What `GET /api/dashboard/callers/<id>` answers. */
export const callerQuery = (id: string, reader: Reader) => dashboardQuery(nameOfCaller(id), callerPage, reader)

const answer = z.object({ caller: callerRecord })

/** Adds the numbers of a caller to the list of those not to call, or removes them. */
const withDoNotCall = ({ phones }: DoNotCallAnswer, numbers: string[], doNotCall: boolean): DoNotCallAnswer => ({
  phones: [...phones.filter((phone) => !numbers.includes(phone)), ...(doNotCall ? numbers : [])],
})

/** Changes a caller at once; who changed an earlier state is told and sees what is there. */
export function useCallerEdit(caller: CallerRecord, reader: Reader) {
  const cache = useQueryClient()
  const key = callerKey(caller.id, reader)
  return useOptimisticMutation({
    record: nameOfCaller(caller.id),
    send: async (change: CallerChange) => {
      const version = cache.getQueryData<CallerPage>(key)?.caller.version ?? caller.version
      const sent = await sendChange<object>(nameOfCaller(caller.id), 'PATCH', { version, ...change })
      const stored = answer.safeParse(sent)
      if (stored.success) cache.setQueryData<CallerPage>(key, (page) => page && { ...page, caller: stored.data.caller })
      return sent
    },
    changes: [
      changeOf<CallerPage, CallerChange>(key, (page, change) => ({
        ...page,
        caller: { ...page.caller, ...(change as Partial<CallerRecord>) },
      })),
      // At once: the next press may be Call or Text.
      changeOf<DoNotCallAnswer, CallerChange>(queryKeyOf('callers/do-not-call', reader), (list, { doNotCall }) => {
        const numbers = cache.getQueryData<CallerPage>(key)?.numbers.map(({ phone }) => phone) ?? []
        return doNotCall === undefined ? list : withDoNotCall(list, numbers, doNotCall)
      }),
    ],
    invalidates: [callersKey(reader)],
  })
}
