'use client'

import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { callRecord } from '@/lib/calls/record.ts'
import { queryKeyOf, type Reader } from '@/lib/query/dashboard-query.ts'
import type { DoneCall, Today, TodayCall } from '@/lib/today/today.ts'
import { changeOf, sendChange, useOptimisticMutation } from '../use-optimistic-mutation.ts'

/** A call that waits and with which somebody is done now, or one that is done and waits again. */
type DoneChange = { call: TodayCall & { attention: string }; isDone: boolean }

const answer = z.object({ call: callRecord })

/** Every list of Today with a call changed. */
const withCalls = (today: Today, change: <Call extends TodayCall>(call: Call) => Call): Today => ({
  ...today,
  waiting: today.waiting.map(change),
  calls: today.calls.map(change),
  done: today.done.map(change),
})

/** The latest version that is known of a call: a change before may have left a later one than that of the row. */
function versionIn(today: Today | undefined, { id, version }: TodayCall): number {
  const known = [...(today?.waiting ?? []), ...(today?.done ?? [])].find((call) => call.id === id)
  return Math.max(version, known?.version ?? 0)
}

/** Newest first, as the server has them. */
const byTime = (calls: TodayCall[]) => calls.toSorted((one, other) => other.startedAt.localeCompare(one.startedAt))

/** Today as the server will have it. */
function withDone(today: Today, { call, isDone }: DoneChange): Today {
  const { waiting, done, waitingCount } = today
  const others = <Call extends TodayCall>(calls: Call[]) => calls.filter(({ id }) => id !== call.id)
  const { doneAt: _before, ...again } = { doneAt: '', ...call, version: versionIn(today, call) }
  const ended: DoneCall = { ...again, doneAt: new Date().toISOString() }
  return {
    ...today,
    waiting: isDone ? others(waiting) : byTime([...others(waiting), again]),
    waitingCount: Math.max(0, waitingCount + (isDone ? -1 : 1)),
    done: isDone ? [ended, ...others(done)] : others(done),
    calls: today.calls.map((each) =>
      each.id === call.id ? { ...each, attention: isDone ? null : call.attention } : each,
    ),
  }
}

/** What a second person is told who was done with a call that somebody else had ended. */
const describeCurrent = (current: unknown) =>
  callRecord.safeParse(current).data?.attentionEndedAt ? 'Somebody was done with this call before you.' : undefined

/** Ends what a call needs, or has it wait again. It is seen at once; what was ended is brought back with *Undo*. */
export function useCallDone(reader: Reader) {
  const cache = useQueryClient()
  const key = queryKeyOf('today', reader)
  const send = async ({ call, isDone }: DoneChange) => {
    const { id } = call
    const change = { version: versionIn(cache.getQueryData<Today>(key), call), attentionEnded: isDone }
    const sent = await sendChange<object>(`calls/${id}`, 'PATCH', change)
    const stored = answer.safeParse(sent).data?.call
    if (stored) {
      cache.setQueryData<Today>(
        key,
        (shown) => shown && withCalls(shown, (call) => (call.id === id ? { ...call, version: stored.version } : call)),
      )
    }
    return sent
  }
  const options = {
    // One after the other, so that each knows the version that the one before has left.
    record: 'today',
    send,
    changes: [changeOf<Today, DoneChange>(key, withDone)],
    invalidates: [['dashboard']],
    describeCurrent,
  }
  const again = useOptimisticMutation<DoneChange, object>({
    ...options,
    done: ({ call }) => ({ title: 'It waits again', ...(call.caller && { description: call.caller }) }),
  })
  return useOptimisticMutation<DoneChange, object>({
    ...options,
    done: ({ call, isDone }) => {
      const title = isDone ? 'Done' : 'It waits again'
      const undo = { label: 'Undo', onAction: () => again.mutate({ call, isDone: false }) }
      return {
        title,
        ...(call.caller && { description: call.caller }),
        ...(isDone && { tone: 'accent', action: undo }),
      }
    },
  })
}
