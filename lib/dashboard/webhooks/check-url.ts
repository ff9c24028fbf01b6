import { isIP } from 'node:net'
import { type Guard, isAllowedAddress } from '../../platform/http/guarded-fetch.ts'

/** Returns an error message for a URL that no delivery could reach. Other host names are checked when they resolve. */
export function findReceiverProblem(url: string, guard: Guard): string | undefined {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const isRefused = isIP(host) === 0 ? host === 'localhost' && !guard.allowsLoopback : !isAllowedAddress(host, guard)
  return isRefused ? 'Use a URL that is reachable from the internet' : undefined
}
