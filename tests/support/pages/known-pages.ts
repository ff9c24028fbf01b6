import { forEach, until } from '../until.ts'

/** One look at an address: what it says, free of markup's escapes, and where it sends its visitors. */
export type Look = { path: string; status: number; location: string | undefined; text: string; milliseconds: number }

const START = ['/', '/robots.txt', '/sitemap.xml', '/llms.txt', '/an-address-without-a-page']

/** Addresses that show no content from the CMS: the Studio, the framework's files, the account area, its API. */
const WITHOUT_CONTENT = /^\/(?:studio|_next|dashboard|login|register|sign-in|sign-up|__clerk|api\/)/

/** What is compared as text; pictures are not, though a share image shows a title as well. */
const IS_TEXT = /^(?:text\/(?:html|plain|xml)|application\/(?:xml|rss\+xml|atom\+xml))/

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const decoded = (markup: string) =>
  markup.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(amp|lt|gt|quot|apos|nbsp));/gi, (_entity, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
    return decimal ? String.fromCodePoint(Number(decimal)) : (NAMED[String(name).toLowerCase()] ?? '')
  })

/** White space as a browser shows it. */
export const collapsed = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** The text of HTML, XML and the JSON in it as it was written: markup in a feed is escaped twice. */
export const plainText = (body: string) =>
  collapsed(
    decoded(decoded(body.replaceAll('<!-- -->', '')))
      .replaceAll(/\\u00([0-9a-f]{2})/g, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replaceAll('\\"', '"'),
  )

/** What is looked at thousands of times is not compressed each time it was made anew. */
const UNCOMPRESSED = { 'accept-encoding': 'identity' }

type WholeLook = Look & { body: string }

/** Looks once at an address as an anonymous visitor, following nothing. A connection that breaks off is status 0. */
export async function look(site: string, path: string): Promise<WholeLook> {
  const started = performance.now()
  try {
    const response = await fetch(new URL(path, site), { redirect: 'manual', headers: UNCOMPRESSED })
    const isText = IS_TEXT.test(response.headers.get('content-type') ?? '')
    const body = isText ? await response.text() : ''
    if (!isText) await response.body?.cancel()
    const location = response.headers.get('location') ?? undefined
    const milliseconds = performance.now() - started
    return { path, status: response.status, location, text: plainText(body), body, milliseconds }
  } catch {
    // A status of 0 fails the look, which names the page.
    return { path, status: 0, location: undefined, text: '', body: '', milliseconds: performance.now() - started }
  }
}

/** Looks until there is an answer: on a busy machine a page that is made for the first time may take too long. */
const answered = (site: string, path: string): Promise<WholeLook> =>
  until(`An answer of ${path}`, async () => {
    const seen = await look(site, path)
    return seen.status > 0 && seen.status < 500 ? seen : undefined
  })

/** Where the links of a page, the entries of a sitemap and the addresses in a text lead on the same site. */
function addressesIn(body: string, site: string): string[] {
  const links = [...body.matchAll(/\s(?:href|action)="([^"]+)"|<loc>([^<]+)<|\]\((http[^)]+)\)/g)]
  return links.flatMap(([, link, entry, target]) => {
    const address = decoded(link ?? entry ?? target ?? '')
    if (!URL.canParse(address, site)) return []
    const url = new URL(address, site)
    return url.origin === site && !WITHOUT_CONTENT.test(url.pathname) ? [url.pathname + url.search] : []
  })
}

/**
 * Looks at every text address of the site that can be found from its sitemap and its links: pages, further pages of lists,
 * the feed, the sitemaps, a page that does not exist, and the addresses in `more` with what those link to.
 * Left out: pictures (share images), the account area and what needs a question (`/search?q=`).
 */
export async function knownPages(site: string, more: string[] = []): Promise<Look[]> {
  const found = new Set([...START, ...more])
  const looks: Look[] = []
  let next: string[] = [...found]
  while (next.length > 0) {
    const seen = await forEach(next, (path) => answered(site, path))
    next = []
    for (const { body, ...seenPage } of seen) {
      if (body || seenPage.location) looks.push(seenPage)
      const linked = [
        ...addressesIn(body, site),
        ...(seenPage.location ? addressesIn(` href="${seenPage.location}"`, site) : []),
      ]
      for (const path of linked) {
        if (found.has(path)) continue
        found.add(path)
        next.push(path)
      }
    }
  }
  return looks
}
