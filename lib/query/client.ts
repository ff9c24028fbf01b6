import { isServer, QueryClient } from '@tanstack/react-query'
import { QUERY_CACHE } from '../constants.ts'

/** A cache with the product's settings: fresh for five minutes, no refetch on window focus. */
export const makeQueryClient = (): QueryClient => new QueryClient({ defaultOptions: { queries: QUERY_CACHE } })

/** Sets no timers: a timer for each query would keep the request and its response in memory for five minutes. */
const makeServerQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { ...QUERY_CACHE, gcTime: Number.POSITIVE_INFINITY } } })

let inBrowser: QueryClient | undefined

/** Returns the cache of the browser tab. On the server it returns a new cache for each call, so that no two requests share one. */
export function queryClient(): QueryClient {
  if (isServer) return makeServerQueryClient()
  inBrowser ??= makeQueryClient()
  return inBrowser
}
