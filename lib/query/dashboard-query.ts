import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import '../zod.ts'

/** Who reads, and for which organization. */
export type Reader = { organizationId: string; userId: string }

/** What a query is narrowed by: filter, order, page. Undefined and empty ones say nothing and are left out. */
export type QueryParams = Record<string, string | number | boolean | readonly string[] | undefined>

/** The parameters that say something, in one order, so that the server and the browser make the same key of them. */
function saying(params: QueryParams): [name: string, value: string][] {
  return Object.entries(params)
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value])
        .filter((each) => each !== undefined && each !== '')
        .map((each): [string, string] => [name, String(each)]),
    )
    .toSorted(([one], [other]) => (one < other ? -1 : Number(one > other)))
}

/** Where the dashboard's API answers what is called `name`, such as `exports`. */
export function endpointOf(name: string, params: QueryParams = {}): string {
  const query = new URLSearchParams(saying(params)).toString()
  return `/api/dashboard/${name}${query && `?${query}`}`
}

/**
 * The key names who reads, so that a change of person or organization shows nothing of before. Without parameters it is
 * the beginning of the keys with any, for changing or invalidating all of them.
 */
export const queryKeyOf = (name: string, { organizationId, userId }: Reader, params?: QueryParams) => [
  'dashboard',
  name,
  organizationId,
  userId,
  ...(params ? [new URLSearchParams(saying(params)).toString()] : []),
]

/**
 * What `GET /api/dashboard/<name>` answers, checked against a schema. A page reads the same on the server and puts it into
 * the cache under the same key (`PrefetchedQuery`, with the same parameters). While another page or filter of a list is
 * read, the rows of before stay (`isPlaceholderData`), unless they are somebody else's.
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
      // The name and not the address, which can hold what somebody searched for.
      if (!response.ok) throw new Error(`${endpointOf(name)} answered with status ${response.status}`)
      return schema.parse(await response.json())
    },
    // The library's type cannot see that an answer is not a function.
    placeholderData: rowsOfBefore as never,
  })
}
