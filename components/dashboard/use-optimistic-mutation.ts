import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { endpointOf, queryKeyOf, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { type ToastMessage, useToast } from '../ui/toast.tsx'
import { useReverified } from './use-account.ts'
import type { z } from 'zod'

type Versioned = { version: number }

/**
 * Sends changes with the version of the cached record. Caches the stored record immediately, so that the next change
 * has the new version.
 * @param name endpoint below /api/dashboard, such as `leads/<id>`; also the name of the page's query
 * @param field name of the field that contains the record, in the page's data and in the response
 * @param shown rendered record, in case the page's query has not loaded
 */
export function useVersionedSend<Row extends Versioned>(
  name: string,
  reader: Reader,
  field: string,
  schema: z.ZodType<Row>,
  shown: Versioned,
): (change: object) => Promise<object | Failure> {
  const cache = useQueryClient()
  const key = queryKeyOf(name, reader)
  type Page = { [field: string]: Row | undefined }
  return async (change) => {
    const version = cache.getQueryData<Page>(key)?.[field]?.version ?? shown.version
    const sent = await sendChange<object>(name, 'PATCH', { version, ...change })
    const stored = schema.safeParse((sent as Partial<Page>)[field])
    if (stored.success) cache.setQueryData<Page>(key, (page) => page && { ...page, [field]: stored.data })
    return sent
  }
}

/**
 * Error response. `error` is a sentence for the user, `reason` a code, and `current` the stored record after a
 * conflict.
 */
export type Failure = { error: string; reason?: string; current?: unknown }

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Sends a change to the dashboard's API.
 * @param name endpoint below /api/dashboard, such as `leads/<id>`
 * @returns the response, which may be a `Failure` or Clerk's reverification hint
 * @throws if there is no response or the response is not JSON
 */
export async function sendChange<Answer>(name: string, method: Method, body?: unknown): Promise<Answer | Failure> {
  const response = await fetch(endpointOf(name), {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return (response.status === 204 ? {} : await response.json()) as Answer | Failure
}

type CachedChange<Input> = {
  key: QueryKey
  apply: (cached: never, input: Input) => unknown
}

export const changeOf = <Answer, Input>(
  key: QueryKey,
  apply: (cached: Answer, input: Input) => Answer,
): CachedChange<Input> => ({ key, apply: apply as CachedChange<Input>['apply'] })

type Options<Input, Answer> = {
  send: (input: Input) => Promise<Answer | Failure>
  /** Record id. Changes of the same record run one after another, for endpoints that require its version. */
  record?: string
  changes?: readonly CachedChange<Input>[]
  /** Query keys to refetch in addition to those of `changes`. */
  invalidates?: readonly QueryKey[]
  failed?: string
  /** Returns the toast after success. Omit it if the change is visible on the page. */
  done?: (input: Input, answer: Answer) => ToastMessage | undefined
  /** Returns a sentence about the stored record after a conflict. Must validate its input. */
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

const UNCHANGED = 'Couldn’t save your change'

export const UNREACHABLE = 'Check your connection and try again.'

function messageOf(
  error: unknown,
  title: string,
  describeCurrent: Options<never, never>['describeCurrent'],
): ToastMessage {
  if (!(error instanceof RefusedError)) {
    return { title, description: UNREACHABLE, tone: 'primary' }
  }
  const { error: sentence, reason, current } = error.failure
  if (reason !== 'conflict') return { title, description: sentence, tone: 'primary' }
  return {
    title: 'Someone else edited this',
    description:
      describeCurrent?.(current) ?? 'The latest version is shown. Make your change again if you still need it.',
    tone: 'primary',
  }
}

type Snapshot = [key: QueryKey, data: unknown][]

type Applied = { before: Snapshot; apply: () => void }

const MUTATION = ['dashboard', 'change']

function restore(cache: QueryClient, snapshot: Snapshot): void {
  for (const [key, data] of snapshot) cache.setQueryData(key, data)
}

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

/** Query keys to refetch when no change is in flight. An earlier refetch would undo optimistic updates. */
const owed = new WeakMap<QueryClient, QueryKey[]>()

async function invalidateLast(cache: QueryClient, keys: readonly QueryKey[]): Promise<void> {
  const all = [...(owed.get(cache) ?? []), ...keys]
  const isLast = cache.isMutating({ mutationKey: MUTATION }) <= 1
  owed.set(cache, isLast ? [] : all)
  if (isLast) await Promise.all(all.map((queryKey) => cache.invalidateQueries({ queryKey })))
}

/**
 * Runs an optimistic mutation. Updates cached queries, rolls back with a toast on failure, and refetches at the end.
 * During Clerk's reverification the change stays visible.
 */
export function useOptimisticMutation<Input, Answer extends object>({
  send,
  record,
  changes = [],
  invalidates = [],
  failed = UNCHANGED,
  done,
  describeCurrent,
}: Options<Input, Answer>) {
  const cache = useQueryClient()
  const toast = useToast()
  const { send: reverified, isCancelled } = useReverified(send)
  return useMutation<Answer, unknown, Input, Applied>({
    mutationKey: MUTATION,
    ...(record !== undefined && { scope: { id: record } }),
    // By default TanStack Query would send an offline change at a later time, which users do not expect.
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
      if (!isCancelled(error)) toast(messageOf(error, failed, describeCurrent))
    },
    onSuccess: (answer, input) => {
      const message = done?.(input, answer)
      if (message) toast(message)
    },
    onSettled: () => {
      const reading = invalidateLast(cache, [...changes.map(({ key }) => key), ...invalidates])
      // The next change of the record does not wait for the refetch. Otherwise it would be lost if the user leaves the
      // page.
      return record === undefined ? reading : undefined
    },
  })
}
