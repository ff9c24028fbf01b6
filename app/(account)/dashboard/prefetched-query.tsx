import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { Loading } from '@/components/dashboard/loading.tsx'
import { type Database, withDatabase } from '@/lib/db/client.ts'
import { env } from '@/lib/env.ts'
import { log } from '@/lib/log/log.ts'
import { queryClient } from '@/lib/query/client.ts'
import { queryKeyOf, type QueryParams, type Reader } from '@/lib/query/dashboard-query.ts'

type PrefetchedQueryProps = {
  /** Of the query, as in `dashboardQuery`. */
  name: string
  reader: Reader
  params?: QueryParams
  /** Reads what the API answers under this name. */
  read: (db: Database) => Promise<unknown>
  /** Whether a query before it has failed: waiting for the database a second time would hold up the page. */
  isFailed?: boolean
  children: (hasFailed: boolean) => ReactNode
}

async function Prefetched({ name, reader, params, read, isFailed = false, children }: PrefetchedQueryProps) {
  if (isFailed) return children(true)
  const cache = queryClient()
  try {
    cache.setQueryData(queryKeyOf(name, reader, params), await withDatabase(env().databaseUrl, read))
  } catch (error) {
    log.error({ err: error, query: name }, 'A query of the dashboard could not be read on the server')
    return children(true)
  }
  return <HydrationBoundary state={dehydrate(cache)}>{children(false)}</HydrationBoundary>
}

type Placeholder =
  | { label: string; placeholder?: never }
  /** About as high as what comes, so that nothing below it moves: two lines, unless it is given. */
  | { label?: never; placeholder: ReactNode }

/**
 * Reads a query of the dashboard while the page is made, and hands it to the browser's cache. What is around it is shown
 * meanwhile; when the database fails, `children` are told so and offer another try.
 */
export function PrefetchedQuery({ label = '', placeholder, ...props }: PrefetchedQueryProps & Placeholder) {
  return (
    <Suspense fallback={placeholder ?? <Loading label={label} rows={2} />}>
      <Prefetched {...props} />
    </Suspense>
  )
}
