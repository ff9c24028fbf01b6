import { isIP } from 'node:net'
import { isLoopback } from '../env/env.ts'

/** Returns whether the host is an IP address. Such a host is trustworthy, because browsers send the page's own host. */
export const isIpHost = (hostname: string): boolean => isIP(hostname.replace(/^\[|\]$/g, '')) !== 0

/**
 * Returns whether the origin is the public URL. In development, also accepts the IP address that a device on the
 * network used.
 * @param host host of the request
 */
export function isSiteOrigin(origin: string, host: string | null | undefined, siteUrl: string): boolean {
  if (origin === new URL(siteUrl).origin) return true
  if (!isLoopback(siteUrl) || !host || origin !== `http://${host}` || !URL.canParse(origin)) return false
  const { hostname } = new URL(origin)
  return hostname === 'localhost' || isIpHost(hostname)
}
