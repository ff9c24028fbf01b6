import { canonicalizePath } from './canonical-path.ts'

const WEB_URL_PATTERN = /^https?:\/\/(?<host>[^/?#\\@]+)(?<path>[^?#]*)/i

/** Matches backslashes and control characters. Browsers strip control characters. */
// oxlint-disable-next-line no-control-regex -- the pattern rejects control characters
const CONTROL_PATTERN = /[\u0000-\u001F\u007F\\]/

const getHost = (siteUrl: string | null | undefined) =>
  siteUrl && URL.canParse(siteUrl) ? new URL(siteUrl).host.toLowerCase() : undefined

/**
 * Returns the canonical path of a redirect's source. Accepts a missing first slash, an absolute URL, a query and other
 * escapes. Returns undefined for other sites and invalid paths.
 * @param siteUrl public URL of the site
 */
export function parseRedirectSource(source: string, siteUrl: string | null | undefined): string | undefined {
  const text = source.trim()
  if (text === '' || CONTROL_PATTERN.test(text)) return undefined
  const { host, path } = WEB_URL_PATTERN.exec(text)?.groups ?? {}
  if (host !== undefined) return host.toLowerCase() === getHost(siteUrl) ? canonicalizePath(path || '/') : undefined
  if (text.startsWith('//') || /^[a-z][a-z0-9+.-]*:/i.test(text)) return undefined
  const [pathname = ''] = text.split(/[?#]/)
  if (pathname === '') return undefined
  return canonicalizePath(pathname.startsWith('/') ? pathname : `/${pathname}`)
}
