import { isServer, QueryClient } from '@tanstack/react-query'
import { QUERY_CACHE } from '../constants.ts'

/** A cache with the product's settings: fresh for five minutes, no refetch on window focus. */
export const makeQueryClient = (): QueryClient => new QueryClient({ defaultOptions: { queries: QUERY_CACHE } })

/**
 * A query cache for one request on the server. It sets no timers: a timer for each query would keep the request and its
 * response in memory for five minutes.
 */
export const makeRequestQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { ...QUERY_CACHE, gcTime: Number.POSITIVE_INFINITY } } })

let inBrowser: QueryClient | undefined

/** One cache per browser tab; on the server a new one each time, so that no two people share one. */
export function queryClient(): QueryClient {
  if (isServer) return makeRequestQueryClient()
  inBrowser ??= makeQueryClient()
  return inBrowser
}
