import { log } from '../log/log.ts'
import { canonicalPath } from './paths/canonical-path.ts'
import { redirectSource } from './paths/redirect-source.ts'
import { withQuery } from './with-query.ts'

/** As an editor wrote it; the destination is a path or an http(s) URL. */
export type Redirect = { source: string | null; destination: string | null; permanent: boolean | null }

export type Target = { destination: string; permanent: boolean }

type RedirectOptions = {
  redirects: Redirect[]
  siteUrl: string
  isPage: (path: string) => Promise<boolean>
}

const WEB = new Set(['http:', 'https:'])

/** Removes credentials. Undefined if unsafe: `//host` in any spelling leads to another site. */
function addressOf(destination: string, siteUrl: string): URL | undefined {
  const isPath = destination.startsWith('/')
  // Without a base, `\\host` is invalid instead of another site.
  const base = isPath ? siteUrl : undefined
  if (!URL.canParse(destination, base)) return undefined
  const url = new URL(destination, base)
  const isOwn = url.origin === new URL(siteUrl).origin
  if (!WEB.has(url.protocol) || url.username || url.password) return undefined
  if (isOwn ? url.pathname.startsWith('//') : isPath) return undefined
  return url
}

/** By the canonical path of the source; the first of duplicates wins. */
type Table = { bySource: ReadonlyMap<string, Redirect>; loggedLoops: Set<string> }

const tables = new WeakMap<Redirect[], Table>()

/** One table per response, which stays the same object until a redirect is published. */
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

function logLoop({ loggedLoops }: Table, sources: string[]): void {
  if (!sources.some((source) => loggedLoops.has(source)))
    log.warn({ sources: sources.slice(0, 10) }, 'redirects: loop detected')
  for (const source of sources) loggedLoops.add(source)
}

/** Carries query and fragment along, as a browser does on each hop. */
const continued = (url: URL, before: URL | undefined): string => {
  const address = withQuery(url.href, before?.search.slice(1) ?? '')
  return url.hash || !before?.hash ? address : address + before.hash
}

/** Resolves a chain to its final target: permanent if every hop is. Undefined for loops and unsafe targets. */
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
    // Uses the page's canonical spelling.
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
