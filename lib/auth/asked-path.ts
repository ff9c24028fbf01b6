import { constants } from '@clerk/backend/internal'

/** What the framework adds to an address when a page is fetched from another one. */
const FRAMEWORK_PARAMETER = '_rsc'

/**
 * The address that somebody asked for, with its query, for coming back to it. Pages are not told their query by the
 * framework; the proxy notes the whole address.
 * @param path of the page as it knows it: what the proxy says counts only when it agrees, and then for its query
 */
export function askedPath(headers: Headers, path: string): string {
  const noted = headers.get(constants.Headers.ClerkUrl)
  const asked = noted && URL.canParse(noted) ? new URL(noted) : undefined
  if (asked?.pathname !== path) return path
  asked.searchParams.delete(FRAMEWORK_PARAMETER)
  return `${path}${asked.search}`
}
