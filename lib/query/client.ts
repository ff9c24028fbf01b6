import { isServer, QueryClient } from '@tanstack/react-query'
import { QUERY_CACHE } from '../constants.ts'

/** A cache by the product's rules: what was read stays fresh for five minutes and is not read again on focus. */
export const makeQueryClient = (): QueryClient => new QueryClient({ defaultOptions: { queries: QUERY_CACHE } })

let inBrowser: QueryClient | undefined

/** One cache a browser tab; on the server one each time, so that nobody is shown what another person may read. */
export function queryClient(): QueryClient {
  if (isServer) return makeQueryClient()
  inBrowser ??= makeQueryClient()
  return inBrowser
}
