import { isLoopback } from '../env.ts'

/*
 * A browser names the address to which notifications for it are sent. The site sends to those of the known push services
 * and nowhere else, or anybody with a sign-in could have it send requests into a network of their choice.
 */

/** Hosts of the push services of Chrome and Edge, Firefox, Windows and Safari; with a dot, every host below. */
const SERVICES = ['fcm.googleapis.com', '.push.services.mozilla.com', '.notify.windows.com', '.push.apple.com']

const isOfService = (hostname: string) =>
  SERVICES.some((service) => (service.startsWith('.') ? hostname.endsWith(service) : hostname === service))

/**
 * Whether notifications may be sent to an address.
 * @param siteUrl a site on this machine may also send to this machine, where tests receive
 */
export function isPushAddress(address: string, siteUrl: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port, username, password } = new URL(address)
  if (username || password) return false
  if (isLoopback(address)) return isLoopback(siteUrl) && /^https?:$/.test(protocol)
  return protocol === 'https:' && port === '' && isOfService(hostname)
}
