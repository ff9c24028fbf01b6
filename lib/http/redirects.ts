import { log } from '../log/log.ts'
import { canonicalPath } from '../paths/canonical-path.ts'
import { redirectSource } from '../paths/redirect-source.ts'
import { withQuery } from './with-query.ts'

/** A redirect as an editor wrote it: from a path of this site to another one or to an http(s) address. */
export type Redirect = { source: string | null; destination: string | null; permanent: boolean | null }

/** Where a visitor is sent, for good or for now. */
export type Target = { destination: string; permanent: boolean }

type RedirectOptions = {
  redirects: Redirect[]
  /** Public origin of the site. */
  siteUrl: string
  /** Whether a page is at a path: it wins over a redirect from there. */
  isPage: (path: string) => Promise<boolean>
}

const WEB = new Set(['http:', 'https:'])

/** The address without user name, or undefined when a visitor must not be sent there. `//host` in any spelling leads elsewhere. */
function addressOf(destination: string, siteUrl: string): URL | undefined {
  const isPath = destination.startsWith('/')
  // What is no path is an address of its own: `\\host` would be one of another site only beside this one's.
  const base = isPath ? siteUrl : undefined
  if (!URL.canParse(destination, base)) return undefined
  const url = new URL(destination, base)
  const isOwn = url.origin === new URL(siteUrl).origin
  if (!WEB.has(url.protocol) || url.username || url.password) return undefined
  if (isOwn ? url.pathname.startsWith('//') : isPath) return undefined
  return url
}

/** Redirects by the canonical path of their source; of several from one path the first counts. */
type Table = { bySource: ReadonlyMap<string, Redirect>; loggedLoops: Set<string> }

const tables = new WeakMap<Redirect[], Table>()

/** One table for each answer of the Content Lake, which is the same list until a redirect is published. */
function tableOf(redirects: Redirect[], siteUrl: string): Table {
  const known = tables.get(redirects)
  if (known) return known
  const bySource = new Map<string, Redirect>()
  for (const redirect of redirects) {
    const source = redirectSource(redirect.source ?? '', siteUrl)
    if (source !== undefined && !bySource.has(source)) bySource.set(source, redirect)
  }
  const table = { bySource, loggedLoops: new Set<string>() }
  tables.set(redirects, table)
  return table
}

/** Logs a loop once, whichever of its members is requested first. */
function logLoop({ loggedLoops }: Table, sources: string[]): void {
  if (!sources.some((source) => loggedLoops.has(source)))
    log.warn({ sources: sources.slice(0, 10) }, 'redirects: loop detected')
  for (const source of sources) loggedLoops.add(source)
}

/** The address after a redirect that carries query and fragment on, as a browser would that follows each hop. */
const continued = (url: URL, before: URL | undefined): string => {
  const address = withQuery(url.href, before?.search.slice(1) ?? '')
  return url.hash || !before?.hash ? address : address + before.hash
}

/**
 * The redirect of a path. A chain is followed to its end, so that visitors are sent once: for good if every hop is. A path
 * that leads into a loop, or to an address where no visitor may be sent, has none.
 */
export async function findRedirect(path: string, options: RedirectOptions): Promise<Target | undefined> {
  const { redirects, siteUrl, isPage } = options
  const table = tableOf(redirects, siteUrl)
  const { origin } = new URL(siteUrl)
  const visited: string[] = []
  let permanent = true
  let target: URL | undefined
  let source = canonicalPath(path)
  for (;;) {
    const redirect = source === undefined ? undefined : table.bySource.get(source)
    const isAtPage = target && source !== undefined && (await isPage(source))
    // A page is at one spelling of its path.
    if (target && isAtPage && source !== undefined) target.pathname = source
    if (source === undefined || !redirect || isAtPage) break
    if (visited.includes(source)) return void logLoop(table, visited.slice(visited.indexOf(source)))
    visited.push(source)
    const url = addressOf(redirect.destination ?? '', siteUrl)
    if (!url) return undefined
    permanent &&= redirect.permanent === true
    target = new URL(continued(url, target))
    if (target.origin !== origin) break
    source = canonicalPath(target.pathname)
  }
  if (!target) return undefined
  const { pathname, search, hash, href } = target
  return { destination: target.origin === origin ? `${pathname}${search}${hash}` : href, permanent }
}
