'use client'

import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { endpointOf } from '@/lib/query/dashboard-query.ts'
import { type ToastMessage, useToast } from '../ui/toast.tsx'
import { useReverified } from './use-account.ts'

/** Why a change was not made: a sentence for people, a name for programs, and after a conflict what is there now. */
export type Failure = { error: string; reason?: string; current?: unknown }

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Sends a change to the dashboard's API.
 * @param name below /api/dashboard, such as `leads/<id>`
 * @returns what it answers, a refusal included: a `Failure`, or Clerk's hint to ask who it is
 * @throws when there is no answer, or one that is no JSON
 */
export async function sendChange<Answer>(name: string, method: Method, body?: unknown): Promise<Answer | Failure> {
  const response = await fetch(endpointOf(name), {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return (response.status === 204 ? {} : await response.json()) as Answer | Failure
}

/** How one cached query, or all that begin with a key, look after a change. */
export type CachedChange<Input> = {
  key: QueryKey
  apply: (cached: never, input: Input) => unknown
}

/** A change of queries whose answer has this form. */
export const changeOf = <Answer, Input>(
  key: QueryKey,
  apply: (cached: Answer, input: Input) => Answer,
): CachedChange<Input> => ({ key, apply: apply as CachedChange<Input>['apply'] })

type Options<Input, Answer> = {
  /** Sends it; see `sendChange`. A server action will do as well. */
  send: (input: Input) => Promise<Answer | Failure>
  /** Of what it is a change, where the server asks for its version: the next one is sent when it has been answered. */
  record?: string
  /** What is shown at once, and taken back when it fails. */
  changes: readonly CachedChange<Input>[]
  /** Keys of queries that are read again afterwards, besides those of `changes`. */
  invalidates?: readonly QueryKey[]
  /** What is said when it was done; nothing, where one sees it. */
  done?: (input: Input, answer: Answer) => ToastMessage | undefined
  /** After a conflict: what is there now, in a sentence; what comes from the server is checked with a schema there. */
  describeCurrent?: (current: unknown) => string | undefined
}

class RefusedError extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.error)
    this.name = 'RefusedError'
    this.failure = failure
  }
}

const isFailure = (answer: unknown): answer is Failure =>
  typeof answer === 'object' && answer !== null && typeof (answer as Failure).error === 'string'

const UNCHANGED = 'That did not work, and nothing was changed'

/** What is said of a failure. */
function messageOf(error: unknown, describeCurrent: Options<never, never>['describeCurrent']): ToastMessage {
  if (!(error instanceof RefusedError)) {
    return { title: UNCHANGED, description: 'The connection may be gone. Try again in a minute.', tone: 'primary' }
  }
  const { error: sentence, reason, current } = error.failure
  if (reason !== 'conflict') return { title: UNCHANGED, description: sentence, tone: 'primary' }
  return {
    title: 'Somebody changed this meanwhile',
    description:
      describeCurrent?.(current) ?? 'You see now what is there. Make your change again if it is still wanted.',
    tone: 'primary',
  }
}

type Snapshot = [key: QueryKey, data: unknown][]

/** What a change that is under way has put in place of what. */
type Applied = { before: Snapshot; apply: () => void }

const MUTATION = ['dashboard', 'change']

function restore(cache: QueryClient, snapshot: Snapshot): void {
  for (const [key, data] of snapshot) cache.setQueryData(key, data)
}

/** Takes back one change, and leaves in sight those that were made after it and are still under way. */
function takeBack(cache: QueryClient, failed: Applied): void {
  const underWay = cache
    .getMutationCache()
    .findAll({ mutationKey: MUTATION, status: 'pending' })
    .map(({ state }) => state.context as Applied | undefined)
    .filter((applied) => applied !== undefined)
  restore(cache, failed.before)
  for (const later of underWay.slice(underWay.indexOf(failed) + 1)) {
    later.before = later.before.map(([key]) => [key, cache.getQueryData(key)])
    later.apply()
  }
}

/** Keys that are read again when no change is under way any more: earlier that would undo what is seen of it. */
const owed = new WeakMap<QueryClient, QueryKey[]>()

async function invalidateLast(cache: QueryClient, keys: readonly QueryKey[]): Promise<void> {
  const all = [...(owed.get(cache) ?? []), ...keys]
  const isLast = cache.isMutating({ mutationKey: MUTATION }) <= 1
  owed.set(cache, isLast ? [] : all)
  if (isLast) await Promise.all(all.map((queryKey) => cache.invalidateQueries({ queryKey })))
}

/**
 * A change that is seen before the server has made it: cached queries change at once, are put back when it fails, with a
 * message that says why, and are read again at the end. Where the operation asks for reverification, Clerk's dialog asks
 * who it is and sends it again; meanwhile the change stays in sight.
 */
export function useOptimisticMutation<Input, Answer extends object>({
  send,
  record,
  changes,
  invalidates = [],
  done,
  describeCurrent,
}: Options<Input, Answer>) {
  const cache = useQueryClient()
  const toast = useToast()
  const { send: reverified, isCancelled } = useReverified(send)
  return useMutation<Answer, unknown, Input, Applied>({
    mutationKey: MUTATION,
    ...(record !== undefined && { scope: { id: record } }),
    // Sent when the connection is back, it would be made at some later time, which nobody expects.
    networkMode: 'always',
    retry: false,
    mutationFn: async (input) => {
      const answer: unknown = await reverified(input)
      if (isFailure(answer)) throw new RefusedError(answer)
      return answer as Answer
    },
    onMutate: async (input) => {
      await Promise.all(changes.map(({ key }) => cache.cancelQueries({ queryKey: key })))
      const before: Snapshot = changes.flatMap(({ key }) => cache.getQueriesData({ queryKey: key }))
      const apply = () => {
        for (const { key, apply: change } of changes) {
          cache.setQueriesData({ queryKey: key }, (cached: unknown) =>
            cached === undefined ? undefined : change(cached as never, input),
          )
        }
      }
      apply()
      return { before, apply }
    },
    onError: (error, _input, applied) => {
      if (applied) takeBack(cache, applied)
      // Nothing is said to somebody who thought better of it.
      if (!isCancelled(error)) toast(messageOf(error, describeCurrent))
    },
    onSuccess: (answer, input) => {
      const message = done?.(input, answer)
      if (message) toast(message)
    },
    onSettled: () => {
      const reading = invalidateLast(cache, [...changes.map(({ key }) => key), ...invalidates])
      // The next change of the record must not wait for what is read again: a reader who leaves meanwhile would lose it.
      return record === undefined ? reading : undefined
    },
  })
}
