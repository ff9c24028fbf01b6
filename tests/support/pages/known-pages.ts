import { forEach, until } from '../until.ts'

/** A response with its decoded text and redirect target. */
export type Look = { path: string; status: number; location: string | undefined; text: string; milliseconds: number }

const START = ['/', '/robots.txt', '/sitemap.xml', '/llms.txt', '/an-address-without-a-page']

/** Paths without CMS content: Studio, framework files, account area and API. */
const WITHOUT_CONTENT = /^\/(?:studio|_next|dashboard|login|register|sign-in|sign-up|__clerk|api\/)/

/** Content types that are compared as text. Images are skipped, although a sharing image also contains a title. */
const IS_TEXT = /^(?:text\/(?:html|plain|xml)|application\/(?:xml|rss\+xml|atom\+xml))/

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const decoded = (markup: string) =>
  markup.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(amp|lt|gt|quot|apos|nbsp));/gi, (_entity, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
    return decimal ? String.fromCodePoint(Number(decimal)) : (NAMED[String(name).toLowerCase()] ?? '')
  })

export const collapsed = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Decodes the text of HTML, XML and embedded JSON. Decodes twice, because feeds escape markup twice. */
export const plainText = (body: string) =>
  collapsed(
    decoded(decoded(body.replaceAll('<!-- -->', '')))
      .replaceAll(/\\u00([0-9a-f]{2})/g, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replaceAll('\\"', '"'),
  )

/** Disables compression, which would be slow for thousands of responses. */
const UNCOMPRESSED = { 'accept-encoding': 'identity' }

type WholeLook = Look & { body: string }

/** Sends one anonymous request without following redirects. An aborted connection returns status 0. */
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
    // Returns status 0, so that the check fails with the path.
    return { path, status: 0, location: undefined, text: '', body: '', milliseconds: performance.now() - started }
  }
}

/** Retries until the page responds, because a first render may time out on a busy machine. */
const answered = (site: string, path: string): Promise<WholeLook> =>
  until(`a response of ${path}`, async () => {
    const seen = await look(site, path)
    return seen.status > 0 && seen.status < 500 ? seen : undefined
  })

/** Returns the same-site targets of links, sitemap entries and URLs in text. */
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
 * Crawls the sitemap, all links and `more`. Excludes images, the account area and pages with a query (`/search?q=`).
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
