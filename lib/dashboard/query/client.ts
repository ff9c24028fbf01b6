import { isServer, QueryClient } from '@tanstack/react-query'
import { QUERY_CACHE } from '../../constants.ts'

export const makeQueryClient = (): QueryClient => new QueryClient({ defaultOptions: { queries: QUERY_CACHE } })

/** Creates a query client without garbage collection timers. They would keep a request's data in memory for minutes. */
const makeServerQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { ...QUERY_CACHE, gcTime: Number.POSITIVE_INFINITY } } })

let inBrowser: QueryClient | undefined

/** Returns the query client: one per browser tab, and a new one per call on the server, so requests share no data. */
export function queryClient(): QueryClient {
  if (isServer) return makeServerQueryClient()
  inBrowser ??= makeQueryClient()
  return inBrowser
}
