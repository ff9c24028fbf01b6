import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Member } from '../../platform/auth/session-claims.ts'
import '../../values/zod.ts'

export type Reader = { organizationId: string; userId: string }

export const toReader = ({ organization, userId }: Member): Reader => ({ organizationId: organization.id, userId })

/** Parameters of a query: filters, sort order and page. Undefined and empty values are omitted. */
export type QueryParams = Record<string, string | number | boolean | readonly string[] | undefined>

/** Returns the non-empty parameters, sorted, so that the query key is the same on the server and in the browser. */
function toSortedEntries(params: QueryParams): [name: string, value: string][] {
  return Object.entries(params)
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value])
        .filter((item) => item !== undefined && item !== '')
        .map((item): [string, string] => [name, String(item)]),
    )
    .toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
}

export function buildEndpoint(name: string, params: QueryParams = {}): string {
  const query = new URLSearchParams(toSortedEntries(params)).toString()
  return `/api/dashboard/${name}${query && `?${query}`}`
}

/**
 * Returns a query key. The key contains the user, so that a switch of users shows no stale data. If `params` is
 * omitted, the key is the prefix of all keys with this name.
 */
export const buildQueryKey = (name: string, { organizationId, userId }: Reader, params?: QueryParams) => [
  'dashboard',
  name,
  organizationId,
  userId,
  ...(params ? [new URLSearchParams(toSortedEntries(params)).toString()] : []),
]

/** Sends a search in the body of `POST <name>/search`, because names and phone numbers must not appear in URLs. */
function sendQuery(name: string, { search, ...params }: QueryParams = {}, signal: AbortSignal): Promise<Response> {
  if (!search) return fetch(buildEndpoint(name, params), { signal })
  return fetch(buildEndpoint(`${name}/search`), {
    method: 'POST',
    body: JSON.stringify({ search, query: new URLSearchParams(toSortedEntries(params)).toString() }),
    headers: { 'content-type': 'application/json' },
    signal,
  })
}

/**
 * Returns the options of a dashboard query. Pages prefetch it on the server with the same parameters
 * (`PrefetchedQuery`). The previous rows stay visible while another page or filter loads (`isPlaceholderData`), unless
 * they belong to another user.
 */
export const buildDashboardQuery = <Answer>(
  name: string,
  schema: z.ZodType<Answer>,
  reader: Reader,
  params?: QueryParams,
) => {
  const keyPrefix = buildQueryKey(name, reader)
  const hasKeyPrefix = (key: readonly unknown[]) =>
    JSON.stringify(key.slice(0, keyPrefix.length)) === JSON.stringify(keyPrefix)
  const keepPreviousRows = (previousData: Answer | undefined, query: { queryKey: readonly unknown[] } | undefined) =>
    params && query && hasKeyPrefix(query.queryKey) ? previousData : undefined
  return queryOptions({
    queryKey: buildQueryKey(name, reader, params),
    queryFn: async ({ signal }): Promise<Answer> => {
      const response = await sendQuery(name, params, signal)
      // The message contains only the query name, because filters may name a person.
      if (!response.ok) throw new Error(`${buildEndpoint(name)} returned status ${response.status}`)
      return schema.parse(await response.json())
    },
    // The cast is needed, because TypeScript cannot rule out that `Answer` is a function type.
    placeholderData: keepPreviousRows as never,
  })
}
