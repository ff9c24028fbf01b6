import { log } from '../log/log.ts'
import { canonicalizePath } from './paths/canonical-path.ts'
import { parseRedirectSource } from './paths/redirect-source.ts'
import { withQuery } from './with-query.ts'

/** Redirect as an editor wrote it. The destination is a path or an http(s) URL. */
export type Redirect = { source: string | null; destination: string | null; permanent: boolean | null }

export type Target = { destination: string; permanent: boolean }

type RedirectOptions = {
  redirects: Redirect[]
  siteUrl: string
  isPage: (path: string) => Promise<boolean>
}

const WEB_PROTOCOLS = new Set(['http:', 'https:'])

/**
 * Parses a destination. Returns undefined if it is unsafe: a URL with credentials, or a path such as `//host` in any
 * spelling, which leads to another site.
 */
function parseDestination(destination: string, siteUrl: string): URL | undefined {
  const isPath = destination.startsWith('/')
  // Without a base URL, `\\host` is invalid and does not lead to another site.
  const base = isPath ? siteUrl : undefined
  if (!URL.canParse(destination, base)) return undefined
  const url = new URL(destination, base)
  const isSiteUrl = url.origin === new URL(siteUrl).origin
  if (!WEB_PROTOCOLS.has(url.protocol) || url.username || url.password) return undefined
  if (isSiteUrl ? url.pathname.startsWith('//') : isPath) return undefined
  return url
}

/** Redirects by the canonical path of their source. The first of several duplicates is used. */
type RedirectTable = { bySource: ReadonlyMap<string, Redirect>; loggedLoops: Set<string> }

const tables = new WeakMap<Redirect[], RedirectTable>()

/**
 * Returns the table of a redirect list. The list stays the same object until a redirect is published, so the table is
 * built once per list.
 */
function getTable(redirects: Redirect[], siteUrl: string): RedirectTable {
  const cachedTable = tables.get(redirects)
  if (cachedTable) return cachedTable
  const bySource = new Map<string, Redirect>()
  for (const redirect of redirects) {
    const source = parseRedirectSource(redirect.source ?? '', siteUrl)
    if (source !== undefined && !bySource.has(source)) bySource.set(source, redirect)
  }
  const table = { bySource, loggedLoops: new Set<string>() }
  tables.set(redirects, table)
  return table
}

function logRedirectLoop({ loggedLoops }: RedirectTable, sources: string[]): void {
  if (!sources.some((source) => loggedLoops.has(source)))
    log.warn({ sources: sources.slice(0, 10) }, 'redirects: loop detected')
  for (const source of sources) loggedLoops.add(source)
}

/** Adds the query and fragment of the previous URL, as a browser does at each hop. */
const carryOverQuery = (url: URL, previousUrl: URL | undefined): string => {
  const address = withQuery(url.href, previousUrl?.search.slice(1) ?? '')
  return url.hash || !previousUrl?.hash ? address : address + previousUrl.hash
}

/**
 * Resolves a chain of redirects to its final target. The result is permanent if every hop is. Returns undefined for
 * loops and unsafe targets.
 */
export async function findRedirect(path: string, options: RedirectOptions): Promise<Target | undefined> {
  const { redirects, siteUrl, isPage } = options
  const table = getTable(redirects, siteUrl)
  const { origin } = new URL(siteUrl)
  const visited: string[] = []
  let permanent = true
  let target: URL | undefined
  let source = canonicalizePath(path)
  for (;;) {
    const redirect = source === undefined ? undefined : table.bySource.get(source)
    const isAtPage = target && source !== undefined && (await isPage(source))
    // The target uses the canonical spelling of the page.
    if (target && isAtPage && source !== undefined) target.pathname = source
    if (source === undefined || !redirect || isAtPage) break
    if (visited.includes(source)) return void logRedirectLoop(table, visited.slice(visited.indexOf(source)))
    visited.push(source)
    const url = parseDestination(redirect.destination ?? '', siteUrl)
    if (!url) return undefined
    permanent &&= redirect.permanent === true
    target = new URL(carryOverQuery(url, target))
    if (target.origin !== origin) break
    source = canonicalizePath(target.pathname)
  }
  if (!target) return undefined
  const { pathname, search, hash, href } = target
  return { destination: target.origin === origin ? `${pathname}${search}${hash}` : href, permanent }
}
