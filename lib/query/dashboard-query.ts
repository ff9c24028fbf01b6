import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'

// Without code made of text, which the policy of the page refuses and zod would use to check faster.
z.config({ jitless: true })

/** Who reads, and for which organization. */
export type Reader = { organizationId: string; userId: string }

/** Where the dashboard's API answers what is called `name`, such as `exports`. */
export const endpointOf = (name: string): string => `/api/dashboard/${name}`

/** The key names who reads, so that a change of person or organization shows nothing of before. */
export const queryKeyOf = (name: string, { organizationId, userId }: Reader) =>
  ['dashboard', name, organizationId, userId] as const

/**
 * What `GET /api/dashboard/<name>` answers, checked against a schema. A page reads the same on the server and puts it into
 * the cache under the same key (`PrefetchedQuery`).
 */
export const dashboardQuery = <Answer>(name: string, schema: z.ZodType<Answer>, reader: Reader) =>
  queryOptions({
    queryKey: queryKeyOf(name, reader),
    queryFn: async ({ signal }): Promise<Answer> => {
      const response = await fetch(endpointOf(name), { signal })
      if (!response.ok) throw new Error(`${endpointOf(name)} answered with status ${response.status}`)
      return schema.parse(await response.json())
    },
  })
