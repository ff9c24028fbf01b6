/**
 * Takes out of the address bar, behind `?` and `#`, every address that a form of Clerk might lead to afterwards and that
 * is not on this site: Clerk refuses other sites by itself, but its form does not survive an address that is none.
 * For a script in the page: needs nothing from outside itself.
 */
export function keepOwnRedirects(): void {
  const isOwn = (address: string): boolean => {
    if (!URL.canParse(address, location.origin)) return false
    const { origin, pathname } = new URL(address, location.origin)
    return origin === location.origin && !pathname.startsWith('//')
  }
  const cleaned = (text: string): string => {
    const [before = '', query] = text.split(/\?(.*)/s)
    if (query === undefined) return text
    const all = new URLSearchParams(query)
    const kept = new URLSearchParams()
    for (const [name, value] of all) {
      if (!/redirect_?url$/i.test(name) || (isOwn(value) && !kept.has(name))) kept.append(name, value)
    }
    if (kept.size === all.size) return text
    return kept.size > 0 ? `${before}?${kept}` : before
  }
  const { pathname, search, hash } = location
  const own = pathname + cleaned(search) + cleaned(hash)
  if (own !== pathname + search + hash) history.replaceState(history.state, '', own)
}
