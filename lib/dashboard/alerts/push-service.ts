import { isLoopback } from '../../platform/env/env.ts'

/* The browser sends the push endpoint URL. To prevent SSRF, only hosts of known push services are allowed. */

/** Hosts of the push services of Chrome and Edge, Firefox, Windows and Safari. A leading dot allows every subdomain. */
const PUSH_SERVICE_HOSTS = [
  'fcm.googleapis.com',
  '.push.services.mozilla.com',
  '.notify.windows.com',
  '.push.apple.com',
]

const isPushServiceHost = (hostname: string) =>
  PUSH_SERVICE_HOSTS.some((service) => (service.startsWith('.') ? hostname.endsWith(service) : hostname === service))

/**
 * Returns whether the URL belongs to a known push service.
 * @param siteUrl if the site runs on localhost, localhost endpoints are allowed too (for tests)
 */
export function isPushAddress(address: string, siteUrl: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port, username, password } = new URL(address)
  if (username || password) return false
  if (isLoopback(address)) return isLoopback(siteUrl) && /^https?:$/.test(protocol)
  return protocol === 'https:' && port === '' && isPushServiceHost(hostname)
}
