import { createHash } from 'node:crypto'

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi
const HAS_SOURCE = /\ssrc\s*=/i
/** Data blocks (JSON-LD, speculation rules of another type) are not executed, so they need no hash. */
const IS_DATA = /\stype\s*=\s*(?!["']?(?:module|text\/javascript)\b)/i

export type PolicyOptions = {
  /** Who may show the page in a frame, as CSP source expressions. */
  frameAncestors: string[]
  /** True on a site that is served over https. */
  secure: boolean
  /** Sources besides the site's own files, by directive: what a vendor's script needs. */
  additional?: Record<string, string[]>
}

/** The directives of a policy with more sources in some of them. */
function withSources(directives: string[], additional: Record<string, string[]>): string[] {
  const left = new Map(Object.entries(additional))
  const extended = directives.map((directive) => {
    const name = directive.split(' ', 1)[0] ?? ''
    const sources = left.get(name) ?? []
    left.delete(name)
    return [directive, ...sources].join(' ')
  })
  return [...extended, ...[...left].map(([name, sources]) => [name, ...sources].join(' '))]
}

/** The `'sha256-…'` source expression of each inline script that a browser would run, without repetition. */
export function scriptHashes(html: string): string[] {
  const hashes = new Set<string>()
  for (const [, attributes = '', code = ''] of html.matchAll(SCRIPT)) {
    if (code === '' || HAS_SOURCE.test(attributes) || IS_DATA.test(attributes)) continue
    hashes.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  }
  return [...hashes]
}

/**
 * The Content-Security-Policy of one finished page: nothing but own files, and exactly the inline scripts it contains.
 * Inline style attributes stay allowed: images carry their blurred placeholder and colour in one.
 */
export function contentSecurityPolicy(
  html: string,
  { frameAncestors, secure, additional = {} }: PolicyOptions,
): string {
  const own = [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes(html)].join(' '),
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors.join(' ')}`,
    ...(secure ? ['upgrade-insecure-requests'] : []),
  ]
  return withSources(own, additional).join('; ')
}
