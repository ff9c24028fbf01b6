'use client'

import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { queryKeyOf, type Reader } from '@/lib/query/dashboard-query.ts'
import { type Failure, sendChange } from './use-optimistic-mutation.ts'

type Versioned = { version: number }

/**
 * Sends changes of a record, each of the version that is shown. The one that the server has stored is kept at once, so that
 * the next change is one of that, also before the page has been read again.
 * @param name of the record below /api/dashboard, such as `leads/<id>`, which is also that of its page's query
 * @param field of the page, and of the answer to a change, that has the record
 * @param shown the record as it was rendered, where the page has not been read
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
