import type { SiteRequest } from './site-request.ts'

/** By which proxies say what they were asked for, and by which others would have the site believe something else. */
const OF_PROXIES = /^(?:forwarded|x-forwarded-.+|x-original-.+|x-rewrite-.+|x-real-ip|x-host)$/

/** By which parts of the framework talk to each other; no client has a reason to send them. */
const OF_FRAMEWORK =
  /^(?:x-middleware-.+|x-invoke-.+|x-matched-path|x-now-.+|x-nextjs-.+|x-next-.+|x-prerender-.+|x-action-forwarded)$/

/** Which clients a chain of proxies names: whoever reads it knows how many of them count. */
const CHAIN = 'x-forwarded-for'

/** Makes what the headers of requests say of the site, before the framework reads them, what its public address says. */
export function ownHeaders(siteUrl: string, trustedProxies: number): (request: SiteRequest) => void {
  const { host, protocol } = new URL(siteUrl)
  return ({ headers }) => {
    for (const name of Object.keys(headers)) {
      const isChain = name === CHAIN && trustedProxies > 0
      if (!isChain && (OF_PROXIES.test(name) || OF_FRAMEWORK.test(name))) Reflect.deleteProperty(headers, name)
    }
    headers.host = host
    headers['x-forwarded-host'] = host
    headers['x-forwarded-proto'] = protocol.slice(0, -1)
  }
}
