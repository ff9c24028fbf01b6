import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { buildEndpoint, buildQueryKey, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { type ToastMessage, useToast } from '../ui/toast.tsx'
import { useReverified } from './use-account.ts'
import type { z } from 'zod'

type Versioned = { version: number }

/**
 * Sends changes with the version of the cached record. Caches the stored record immediately, so that the next change
 * has the new version.
 * @param name endpoint below /api/dashboard, such as `leads/<id>`; also the name of the page's query
 * @param field name of the field that contains the record, in the page's data and in the response
 * @param current rendered record, in case the page's query has not loaded
 */
export function useVersionedSend<Row extends Versioned>(
  name: string,
  reader: Reader,
  field: string,
  schema: z.ZodType<Row>,
  current: Versioned,
): (change: object) => Promise<object | Failure> {
  const cache = useQueryClient()
  const key = buildQueryKey(name, reader)
  type Page = { [field: string]: Row | undefined }
  return async (change) => {
    const version = cache.getQueryData<Page>(key)?.[field]?.version ?? current.version
    const result = await sendChange<object>(name, 'PATCH', { version, ...change })
    const saved = schema.safeParse((result as Partial<Page>)[field])
    if (saved.success) cache.setQueryData<Page>(key, (page) => page && { ...page, [field]: saved.data })
    return result
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
  const response = await fetch(buildEndpoint(name), {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return (response.status === 204 ? {} : await response.json()) as Answer | Failure
}

type CachedChange<Input> = {
  key: QueryKey
  apply: (cached: never, input: Input) => unknown
}

export const buildCachedChange = <Answer, Input>(
  key: QueryKey,
  apply: (cached: Answer, input: Input) => Answer,
): CachedChange<Input> => ({ key, apply: apply as CachedChange<Input>['apply'] })

type Options<Input, Answer> = {
  send: (input: Input) => Promise<Answer | Failure>
  /** Record id. Changes to the same record run one at a time, for endpoints that require its version. */
  record?: string
  changes?: readonly CachedChange<Input>[]
  /** Query keys to refetch in addition to those of `changes`. */
  invalidates?: readonly QueryKey[]
  failureTitle?: string
  /** Returns the toast after success. Omit it if the change is visible on the page. */
  buildToast?: (input: Input, answer: Answer) => ToastMessage | undefined
  /** Returns a sentence about the stored record after a conflict. Must validate its input. */
  describeCurrent?: (current: unknown) => string | undefined
}

class RejectedError extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.error)
    this.name = 'RefusedError'
    this.failure = failure
  }
}

const isFailure = (result: unknown): result is Failure =>
  typeof result === 'object' && result !== null && typeof (result as Failure).error === 'string'

const SAVE_FAILED_TITLE = 'Couldn’t save your change'

export const UNREACHABLE_MESSAGE = 'Check your connection and try again.'

function buildFailureToast(
  error: unknown,
  title: string,
  describeCurrent: Options<never, never>['describeCurrent'],
): ToastMessage {
  if (!(error instanceof RejectedError)) {
    return { title, description: UNREACHABLE_MESSAGE, tone: 'primary' }
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

type AppliedChange = { snapshot: Snapshot; apply: () => void }

const MUTATION_KEY = ['dashboard', 'change']

function restore(cache: QueryClient, snapshot: Snapshot): void {
  for (const [key, data] of snapshot) cache.setQueryData(key, data)
}

function rollBack(cache: QueryClient, failedChange: AppliedChange): void {
  const pendingChanges = cache
    .getMutationCache()
    .findAll({ mutationKey: MUTATION_KEY, status: 'pending' })
    .map(({ state }) => state.context as AppliedChange | undefined)
    .filter((applied) => applied !== undefined)
  restore(cache, failedChange.snapshot)
  for (const laterChange of pendingChanges.slice(pendingChanges.indexOf(failedChange) + 1)) {
    laterChange.snapshot = laterChange.snapshot.map(([key]) => [key, cache.getQueryData(key)])
    laterChange.apply()
  }
}

/** Query keys to refetch when no change is in flight. An earlier refetch would undo optimistic updates. */
const pendingKeys = new WeakMap<QueryClient, QueryKey[]>()

async function invalidateWhenIdle(cache: QueryClient, keys: readonly QueryKey[]): Promise<void> {
  const allKeys = [...(pendingKeys.get(cache) ?? []), ...keys]
  const isLast = cache.isMutating({ mutationKey: MUTATION_KEY }) <= 1
  pendingKeys.set(cache, isLast ? [] : allKeys)
  if (isLast) await Promise.all(allKeys.map((queryKey) => cache.invalidateQueries({ queryKey })))
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
  failureTitle = SAVE_FAILED_TITLE,
  buildToast,
  describeCurrent,
}: Options<Input, Answer>) {
  const cache = useQueryClient()
  const toast = useToast()
  const { send: sendReverified, isCancelled } = useReverified(send)
  return useMutation<Answer, unknown, Input, AppliedChange>({
    mutationKey: MUTATION_KEY,
    ...(record !== undefined && { scope: { id: record } }),
    // By default TanStack Query would send an offline change at a later time, which users do not expect.
    networkMode: 'always',
    retry: false,
    mutationFn: async (input) => {
      const result: unknown = await sendReverified(input)
      if (isFailure(result)) throw new RejectedError(result)
      return result as Answer
    },
    onMutate: async (input) => {
      await Promise.all(changes.map(({ key }) => cache.cancelQueries({ queryKey: key })))
      const snapshot: Snapshot = changes.flatMap(({ key }) => cache.getQueriesData({ queryKey: key }))
      const apply = () => {
        for (const { key, apply: change } of changes) {
          cache.setQueriesData({ queryKey: key }, (cached: unknown) =>
            cached === undefined ? undefined : change(cached as never, input),
          )
        }
      }
      apply()
      return { snapshot, apply }
    },
    onError: (error, _input, applied) => {
      if (applied) rollBack(cache, applied)
      if (!isCancelled(error)) toast(buildFailureToast(error, failureTitle, describeCurrent))
    },
    onSuccess: (result, input) => {
      const message = buildToast?.(input, result)
      if (message) toast(message)
    },
    onSettled: () => {
      const invalidation = invalidateWhenIdle(cache, [...changes.map(({ key }) => key), ...invalidates])
      // The next change of the record does not wait for the refetch. Otherwise it would be lost if the user leaves the
      // page.
      return record === undefined ? invalidation : undefined
    },
  })
}
