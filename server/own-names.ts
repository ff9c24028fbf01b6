import type { IncomingHttpHeaders } from 'node:http'
import { isLoopback } from '../lib/env.ts'
import { isIpHost } from '../lib/http/own-origin.ts'

/** A name with a port, and nothing that leads elsewhere when it is read as part of an address. */
const NAME = /^[^\s/\\@?#%]+$/

/** The name in a `Host`, as it is compared: without its port, in small letters; undefined where it is none. */
function nameIn(host: string): string | undefined {
  const address = `http://${host}/`
  if (!NAME.test(host) || !URL.canParse(address)) return undefined
  return new URL(address).hostname.replace(/\.$/, '')
}

/** The host that the first trusted proxy was asked for, if it says so; each one adds what it saw to the end. */
function forwardedHost(sent: string | string[] | undefined, trustedProxies: number): string | undefined {
  const names = String(sent ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  return names[Math.max(0, names.length - trustedProxies)]
}

/**
 * Makes the check whether a request names this site: by the name of its public address, with any port. A client of HTTP/1.0
 * that names none is asked for none. A site on a laptop is also asked by the addresses of that: no foreign page can have a
 * browser name one of them in its place.
 * @param trustedProxies 0 believes no `X-Forwarded-Host`
 */
export function ownNames(siteUrl: string, trustedProxies: number): (headers: IncomingHttpHeaders) => boolean {
  const { host, hostname } = new URL(siteUrl)
  const isOnLaptop = isLoopback(siteUrl)
  const isOwn = (name: string) => name === hostname || (isOnLaptop && (name === 'localhost' || isIpHost(name)))
  return (headers) => {
    const forwarded = trustedProxies > 0 ? headers['x-forwarded-host'] : undefined
    // Of nearly every request, and worth a tenth of the time of a stored page.
    if (headers.host === host && (forwarded === undefined || forwarded === host)) return true
    const asked = forwardedHost(forwarded, trustedProxies) ?? headers.host
    if (asked === undefined) return true
    const name = nameIn(asked)
    return name !== undefined && isOwn(name)
  }
}
