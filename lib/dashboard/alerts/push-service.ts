import { isLoopback } from '../../platform/env/env.ts'

/* Browsers choose the push endpoint. Only known push services are allowed, to prevent SSRF. */

/** Chrome and Edge, Firefox, Windows, Safari. A leading dot allows every subdomain. */
const SERVICES = ['fcm.googleapis.com', '.push.services.mozilla.com', '.notify.windows.com', '.push.apple.com']

const isOfService = (hostname: string) =>
  SERVICES.some((service) => (service.startsWith('.') ? hostname.endsWith(service) : hostname === service))

/** @param siteUrl on localhost, localhost endpoints are allowed too, for tests */
export function isPushAddress(address: string, siteUrl: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port, username, password } = new URL(address)
  if (username || password) return false
  if (isLoopback(address)) return isLoopback(siteUrl) && /^https?:$/.test(protocol)
  return protocol === 'https:' && port === '' && isOfService(hostname)
}
