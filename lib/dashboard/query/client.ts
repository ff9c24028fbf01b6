import { isServer, QueryClient } from '@tanstack/react-query'
import { QUERY_CACHE } from '../../constants.ts'

export const makeQueryClient = (): QueryClient => new QueryClient({ defaultOptions: { queries: QUERY_CACHE } })

/** Sets no timers: each would keep the request's data in memory for five minutes. */
const makeServerQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { ...QUERY_CACHE, gcTime: Number.POSITIVE_INFINITY } } })

let inBrowser: QueryClient | undefined

/** One per browser tab; a new one per call on the server, so requests share nothing. */
export function queryClient(): QueryClient {
  if (isServer) return makeServerQueryClient()
  inBrowser ??= makeQueryClient()
  return inBrowser
}
