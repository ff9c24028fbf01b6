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
    return [...new Set([...directive.split(' '), ...sources])].join(' ')
  })
  return [...extended, ...[...left].map(([name, sources]) => [name, ...sources].join(' '))]
}

/**
 * The Content-Security-Policy of a public page: nothing but own files, and the inline scripts that are named.
 * Inline style attributes stay allowed: images carry their blurred placeholder and colour in one.
 * @param scripts source expressions of the inline scripts that may run: hashes or a nonce
 */
export function sitePolicy(scripts: string[], { frameAncestors, secure, additional = {} }: PolicyOptions): string {
  const own = [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
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
