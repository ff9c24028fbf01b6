import { mapConcurrently, pollUntil } from '../until.ts'

/** A response with its decoded text and redirect target. */
export type PageResponse = {
  path: string
  status: number
  location: string | undefined
  text: string
  milliseconds: number
}

const START_PATHS = ['/', '/robots.txt', '/sitemap.xml', '/llms.txt', '/an-address-without-a-page']

/** Paths without CMS content: Studio, framework files, account area and API. */
const EXCLUDED_PATH_PATTERN = /^\/(?:studio|_next|dashboard|login|register|sign-in|sign-up|__clerk|api\/)/

/** Content types that are compared as text. Images are skipped, even sharing images, which show the page title. */
const TEXT_TYPE_PATTERN = /^(?:text\/(?:html|plain|xml)|application\/(?:xml|rss\+xml|atom\+xml))/

const NAMED_ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const decodeEntities = (markup: string) =>
  markup.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(amp|lt|gt|quot|apos|nbsp));/gi, (_entity, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
    return decimal ? String.fromCodePoint(Number(decimal)) : (NAMED_ENTITIES[String(name).toLowerCase()] ?? '')
  })

export const collapseWhitespace = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Decodes the text of HTML, XML and embedded JSON. Decodes twice, because feeds escape markup twice. */
export const extractPlainText = (body: string) =>
  collapseWhitespace(
    decodeEntities(decodeEntities(body.replaceAll('<!-- -->', '')))
      .replaceAll(/\\u00([0-9a-f]{2})/g, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replaceAll('\\"', '"'),
  )

/** Disables compression, which would be slow for thousands of responses. */
const UNCOMPRESSED_HEADERS = { 'accept-encoding': 'identity' }

type FullPageResponse = PageResponse & { body: string }

/** Sends one anonymous request without following redirects. An aborted connection returns status 0. */
export async function requestPage(site: string, path: string): Promise<FullPageResponse> {
  const startedAt = performance.now()
  try {
    const response = await fetch(new URL(path, site), { redirect: 'manual', headers: UNCOMPRESSED_HEADERS })
    const isText = TEXT_TYPE_PATTERN.test(response.headers.get('content-type') ?? '')
    const body = isText ? await response.text() : ''
    if (!isText) await response.body?.cancel()
    const location = response.headers.get('location') ?? undefined
    const milliseconds = performance.now() - startedAt
    return { path, status: response.status, location, text: extractPlainText(body), body, milliseconds }
  } catch {
    // Returns status 0, so that the check fails with the path.
    return { path, status: 0, location: undefined, text: '', body: '', milliseconds: performance.now() - startedAt }
  }
}

/** Retries until the page responds, because a first render may time out on a busy machine. */
const requestPageWithRetry = (site: string, path: string): Promise<FullPageResponse> =>
  pollUntil(`a response of ${path}`, async () => {
    const response = await requestPage(site, path)
    return response.status > 0 && response.status < 500 ? response : undefined
  })

/** Returns the same-site targets of links, sitemap entries and URLs in text. */
function findLinkedPaths(body: string, site: string): string[] {
  const links = [...body.matchAll(/\s(?:href|action)="([^"]+)"|<loc>([^<]+)<|\]\((http[^)]+)\)/g)]
  return links.flatMap(([, link, entry, target]) => {
    const address = decodeEntities(link ?? entry ?? target ?? '')
    if (!URL.canParse(address, site)) return []
    const url = new URL(address, site)
    return url.origin === site && !EXCLUDED_PATH_PATTERN.test(url.pathname) ? [url.pathname + url.search] : []
  })
}

/**
 * Crawls the sitemap, all links and `extraPaths`. Excludes images, the account area and pages with a query (`/search?q=`).
 */
export async function crawlPages(site: string, extraPaths: string[] = []): Promise<PageResponse[]> {
  const knownPaths = new Set([...START_PATHS, ...extraPaths])
  const pages: PageResponse[] = []
  let next: string[] = [...knownPaths]
  while (next.length > 0) {
    const batch = await mapConcurrently(next, (path) => requestPageWithRetry(site, path))
    next = []
    for (const { body, ...page } of batch) {
      if (body || page.location) pages.push(page)
      const linkedPaths = [
        ...findLinkedPaths(body, site),
        ...(page.location ? findLinkedPaths(` href="${page.location}"`, site) : []),
      ]
      for (const path of linkedPaths) {
        if (knownPaths.has(path)) continue
        knownPaths.add(path)
        next.push(path)
      }
    }
  }
  return pages
}
