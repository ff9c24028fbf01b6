import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'

// The policy of the page refuses code that is made of text, with which zod would check faster.
z.config({ jitless: true })

/** Where the dashboard reads and makes copies of an organization's data. */
export const EXPORTS_ENDPOINT = '/api/dashboard/exports'

const answer = z.object({ exports: z.array(z.object({ id: z.string(), at: z.iso.datetime(), own: z.boolean() })) })

/** A copy of an organization's data that was taken; `own` by the person who asks. */
export type ListedExport = z.infer<typeof answer>['exports'][number]

async function readExports(signal: AbortSignal): Promise<ListedExport[]> {
  const response = await fetch(EXPORTS_ENDPOINT, { signal })
  if (!response.ok) throw new Error(`The list of exports was answered with ${response.status}`)
  return answer.parse(await response.json()).exports
}

/** Who reads, and for which organization. */
export type Reader = { organizationId: string; userId: string }

/** The latest exports of an organization. The key names who reads, so that a change of either shows nothing of before. */
export const exportsQuery = ({ organizationId, userId }: Reader) =>
  queryOptions({
    queryKey: ['exports', organizationId, userId],
    queryFn: ({ signal }) => readExports(signal),
  })
