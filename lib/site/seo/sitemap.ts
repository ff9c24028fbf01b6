const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

/** Entry of the sitemap: its absolute URL, and the time of its last change (ISO 8601) if known. */
export type SitemapEntry = { url: string; lastModified?: string }

/** Builds the sitemap. Format: https://www.sitemaps.org/protocol.html */
export function sitemapXml(entries: SitemapEntry[]): string {
  const urls = entries.map(({ url, lastModified }) => {
    const changed = lastModified ? `<lastmod>${escaped(lastModified)}</lastmod>` : ''
    return `<url><loc>${escaped(url)}</loc>${changed}</url>\n`
  })
  return `${XML}<urlset ${NAMESPACE}>\n${urls.join('')}</urlset>\n`
}

export function sitemapIndexXml(urls: string[]): string {
  const sitemaps = urls.map((url) => `<sitemap><loc>${escaped(url)}</loc></sitemap>\n`)
  return `${XML}<sitemapindex ${NAMESPACE}>\n${sitemaps.join('')}</sitemapindex>\n`
}
