import { isIP } from 'node:net'
import { isLoopback } from '../env.ts'

/** Whether a host is an IP address. A browser sends the host of the page itself, so another site cannot forge one. */
export const isIpHost = (hostname: string): boolean => isIP(hostname.replace(/^\[|\]$/g, '')) !== 0

/**
 * Whether a page of this site has the origin: that of its public address or, on a laptop, of the IP address at which a
 * device of the same network opened it.
 * @param host of the request, as the browser sent it
 */
export function isOwnOrigin(origin: string, host: string | null | undefined, siteUrl: string): boolean {
  if (origin === new URL(siteUrl).origin) return true
  if (!isLoopback(siteUrl) || !host || origin !== `http://${host}` || !URL.canParse(origin)) return false
  const { hostname } = new URL(origin)
  return hostname === 'localhost' || isIpHost(hostname)
}
