import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import { type ReactNode, Suspense } from 'react'
import { Loading } from '@/components/dashboard/loading.tsx'
import { type Database, withDatabase } from '@/lib/platform/db/client.ts'
import { runInOrganization, type OrganizationTransaction, withOrganization } from '@/lib/platform/db/organization.ts'
import { env } from '@/lib/platform/env/env.ts'
import { log } from '@/lib/platform/log/log.ts'
import { getQueryClient } from '@/lib/dashboard/query/client.ts'
import { buildQueryKey, type QueryParams, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'

const logFailure = (error: unknown, query: string) => log.error({ err: error, query }, 'dashboard: prefetch failed')

type PrefetchedProps = {
  name: string
  reader: Reader
  params?: QueryParams
  read: (db: Database) => Promise<unknown>
  /** True if an earlier query failed. Then this query is skipped, because a second timeout would delay the page. */
  isFailed?: boolean
  children: (hasFailed: boolean) => ReactNode
}

async function Prefetched({ name, reader, params, read, isFailed = false, children }: PrefetchedProps) {
  if (isFailed) return children(true)
  const cache = getQueryClient()
  try {
    cache.setQueryData(buildQueryKey(name, reader, params), await withDatabase(env().databaseUrl, read))
  } catch (error) {
    logFailure(error, name)
    return children(true)
  }
  return <HydrationBoundary state={dehydrate(cache)}>{children(false)}</HydrationBoundary>
}

type PrefetchedQueryProps = PrefetchedProps & {
  label: string
  rows?: number
}

/**
 * Runs a query during the server render and fills the browser's query cache. If the query fails, `children` shows a
 * retry button.
 */
export function PrefetchedQuery({ label, rows = 2, ...props }: PrefetchedQueryProps) {
  return (
    <Suspense fallback={<Loading label={label} rows={rows} />}>
      <Prefetched {...props} />
    </Suspense>
  )
}

type OrganizationRead<Result> = (tx: OrganizationTransaction) => Promise<Result>

type OrganizationQueryProps = Omit<PrefetchedQueryProps, 'read'> & { read: OrganizationRead<unknown> }

export function OrganizationQuery({ read, ...props }: OrganizationQueryProps) {
  return <PrefetchedQuery {...props} read={(db) => runInOrganization(db, props.reader.organizationId, read)} />
}

/**
 * Prefetches the record of a page into the browser's query cache. Responds 404 before the first byte if the id is
 * unknown.
 */
export async function prefetchRecord<Found>(
  { list, id, reader }: { list: string; id: string; reader: Reader },
  read: OrganizationRead<Found | undefined>,
) {
  const cache = getQueryClient()
  let record: Found | undefined
  try {
    record = await withOrganization(env().databaseUrl, reader.organizationId, read)
  } catch (error) {
    logFailure(error, `${list}/id`)
    return { hasFailed: true, state: dehydrate(cache) }
  }
  cache.setQueryData(buildQueryKey(`${list}/${id}`, reader), record ?? notFound())
  return { hasFailed: false, state: dehydrate(cache) }
}

/** Logs a database error and returns undefined, so that the rest of the page still renders. */
export async function readOrUndefined<Result>(
  organizationId: string,
  failureMessage: string,
  read: OrganizationRead<Result>,
): Promise<Result | undefined> {
  try {
    return await withOrganization(env().databaseUrl, organizationId, read)
  } catch (error) {
    log.error({ err: error }, failureMessage)
    return undefined
  }
}
