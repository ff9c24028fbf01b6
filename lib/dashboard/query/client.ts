import { isServer, QueryClient } from '@tanstack/react-query'
import { QUERY_CACHE_OPTIONS } from '../../constants.ts'

export const createQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: QUERY_CACHE_OPTIONS } })

/**
 * Creates a query client that uses no garbage collection timers. They would keep a request's data in memory for
 * minutes.
 */
const createServerQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { ...QUERY_CACHE_OPTIONS, gcTime: Number.POSITIVE_INFINITY } } })

let browserClient: QueryClient | undefined

/** Returns the query client: one per browser tab, and a new one per call on the server, so requests share no data. */
export function getQueryClient(): QueryClient {
  if (isServer) return createServerQueryClient()
  browserClient ??= createQueryClient()
  return browserClient
}
