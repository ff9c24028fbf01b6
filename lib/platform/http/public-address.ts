import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Allocated unicast addresses. Source: https://www.iana.org/assignments/ipv6-address-space */
const GLOBAL_UNICAST_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Returns whether an address is on the public internet. Private, loopback, link-local, shared (CGNAT), multicast and
 * reserved addresses are not, nor are IPv6 addresses that embed an IPv4 address (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST_IPV6)
}

export function isLoopbackAddress(text: string): boolean {
  return isIP(text) !== 0 && ipaddr.parse(text).range() === 'loopback'
}
