const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SITEMAP_NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const escapeXml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

/** Entry of the sitemap: its absolute URL, and the time of its last change (ISO 8601) if known. */
export type SitemapEntry = { url: string; lastModified?: string }

/** Builds the sitemap. Format: https://www.sitemaps.org/protocol.html */
export function buildSitemapXml(entries: SitemapEntry[]): string {
  const urls = entries.map(({ url, lastModified }) => {
    const lastModElement = lastModified ? `<lastmod>${escapeXml(lastModified)}</lastmod>` : ''
    return `<url><loc>${escapeXml(url)}</loc>${lastModElement}</url>\n`
  })
  return `${XML_DECLARATION}<urlset ${SITEMAP_NAMESPACE}>\n${urls.join('')}</urlset>\n`
}

export function buildSitemapIndexXml(urls: string[]): string {
  const sitemaps = urls.map((url) => `<sitemap><loc>${escapeXml(url)}</loc></sitemap>\n`)
  return `${XML_DECLARATION}<sitemapindex ${SITEMAP_NAMESPACE}>\n${sitemaps.join('')}</sitemapindex>\n`
}
