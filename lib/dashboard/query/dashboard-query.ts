import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Member } from '../../platform/auth/session-claims.ts'
import '../../values/zod.ts'

export type Reader = { organizationId: string; userId: string }

export const readerOf = ({ organization, userId }: Member): Reader => ({ organizationId: organization.id, userId })

/** Filter, order, page. Undefined and empty values are omitted. */
export type QueryParams = Record<string, string | number | boolean | readonly string[] | undefined>

/** Sorted, non-empty parameters: the key must match on server and browser. */
function saying(params: QueryParams): [name: string, value: string][] {
  return Object.entries(params)
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value])
        .filter((each) => each !== undefined && each !== '')
        .map((each): [string, string] => [name, String(each)]),
    )
    .toSorted(([one], [other]) => (one < other ? -1 : Number(one > other)))
}

export function endpointOf(name: string, params: QueryParams = {}): string {
  const query = new URLSearchParams(saying(params)).toString()
  return `/api/dashboard/${name}${query && `?${query}`}`
}

/** Includes the user, so switching shows no stale data. Without `params` it is the prefix of all keys of this name. */
export const queryKeyOf = (name: string, { organizationId, userId }: Reader, params?: QueryParams) => [
  'dashboard',
  name,
  organizationId,
  userId,
  ...(params ? [new URLSearchParams(saying(params)).toString()] : []),
]

/**
 * Pages prefetch it on the server with the same parameters (`PrefetchedQuery`). Previous rows stay while another page or
 * filter loads (`isPlaceholderData`), unless they belong to another user.
 */
export const dashboardQuery = <Answer>(
  name: string,
  schema: z.ZodType<Answer>,
  reader: Reader,
  params?: QueryParams,
) => {
  const own = queryKeyOf(name, reader)
  const isOurs = (key: readonly unknown[]) => JSON.stringify(key.slice(0, own.length)) === JSON.stringify(own)
  const rowsOfBefore = (before: Answer | undefined, query: { queryKey: readonly unknown[] } | undefined) =>
    params && query && isOurs(query.queryKey) ? before : undefined
  return queryOptions({
    queryKey: queryKeyOf(name, reader, params),
    queryFn: async ({ signal }): Promise<Answer> => {
      const address = endpointOf(name, params)
      const response = await fetch(address, { signal })
      // Only the name: the URL may contain search text.
      if (!response.ok) throw new Error(`${endpointOf(name)} answered with status ${response.status}`)
      return schema.parse(await response.json())
    },
    // The library's type cannot rule out that a response is a function.
    placeholderData: rowsOfBefore as never,
  })
}
