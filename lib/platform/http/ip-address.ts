import ipaddr from 'ipaddr.js'

/** Length of the IPv6 prefix that a provider assigns to one customer. */
const IPV6_PREFIX_BITS = 64

/** Removes quotes, brackets, port and zone from an address. */
function unwrapAddress(rawAddress: string): string {
  const text = rawAddress.replaceAll(/["'\s]/g, '')
  const bracketed = text.match(/^\[([^\]]*)\](?::\d+)?$/)?.[1]
  // A port after a bare IPv6 address is ambiguous.
  const withoutPort = bracketed ?? text.replace(/(\.\d+):\d+$/, '$1')
  return withoutPort.split('%')[0] ?? ''
}

function toIPv4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  if (address.isIPv4MappedAddress()) return address.toIPv4Address()
  // For NAT64, the last 32 bits are the IPv4 address. Source: RFC 6052, section 2.1
  return address.range() === 'rfc6052' ? new ipaddr.IPv4(address.toByteArray().slice(12)) : undefined
}

function parseAddress(rawAddress: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const text = unwrapAddress(rawAddress)
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  if (!text.includes(':') || !ipaddr.IPv6.isValid(text)) return undefined
  const address = ipaddr.IPv6.parse(text)
  return toIPv4(address) ?? address
}

const formatAddress = (address: ipaddr.IPv4 | ipaddr.IPv6): string =>
  address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString()

/**
 * Parses addresses such as 203.0.113.7:41234, [2001:db8::1]:443 or ::ffff:203.0.113.7 into the canonical form. Mapped
 * and NAT64 addresses become IPv4.
 */
export function parseIpAddress(rawAddress: string): string | undefined {
  const address = parseAddress(rawAddress)
  return address && formatAddress(address)
}

/** Returns the network that counts as one client: the IPv4 address or the IPv6 /64 prefix. */
export function getClientNetwork(rawAddress: string): string {
  const address = parseAddress(rawAddress)
  if (!address) return rawAddress
  if (address instanceof ipaddr.IPv4) return formatAddress(address)
  return `${formatAddress(ipaddr.IPv6.networkAddressFromCIDR(`${formatAddress(address)}/${IPV6_PREFIX_BITS}`))}/${IPV6_PREFIX_BITS}`
}
