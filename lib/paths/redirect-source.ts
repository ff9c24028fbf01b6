import { canonicalPath } from './canonical-path.ts'

const WEB_ADDRESS = /^https?:\/\/(?<host>[^/?#\\@]+)(?<path>[^?#]*)/i

/** Characters that no address has, and that browsers drop from one. */
// oxlint-disable-next-line no-control-regex -- these are the ones to refuse
const CONTROL = /[\u0000-\u001F\u007F\\]/

const hostOf = (siteUrl: string | null | undefined) =>
  siteUrl && URL.canParse(siteUrl) ? new URL(siteUrl).host.toLowerCase() : undefined

/**
 * The canonical path of a redirect's source, which editors and imports also write without its first slash, as a whole
 * address of this site, with a query, or escaped otherwise.
 * @param siteUrl public address of the site
 * @returns undefined for addresses of other sites, and for what is no path
 */
export function redirectSource(source: string, siteUrl: string | null | undefined): string | undefined {
  const text = source.trim()
  if (text === '' || CONTROL.test(text)) return undefined
  const { host, path } = WEB_ADDRESS.exec(text)?.groups ?? {}
  if (host !== undefined) return host.toLowerCase() === hostOf(siteUrl) ? canonicalPath(path || '/') : undefined
  if (text.startsWith('//') || /^[a-z][a-z0-9+.-]*:/i.test(text)) return undefined
  const [ownPath = ''] = text.split(/[?#]/)
  if (ownPath === '') return undefined
  return canonicalPath(ownPath.startsWith('/') ? ownPath : `/${ownPath}`)
}
