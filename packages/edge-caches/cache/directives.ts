/** What a header of the family of `Cache-Control` says; names in lower case. */
export type Directives = {
  has: (name: string) => boolean
  /** Seconds of `max-age` and the like; undefined when it is missing or no number. */
  seconds: (name: string) => number | undefined
}

/** Reads `Cache-Control`, `CDN-Cache-Control`, `Surrogate-Control` and the like. */
export function directivesOf(header: string | undefined): Directives {
  const found = new Map(
    (header ?? '').split(',').map((part) => {
      const [name = '', value = ''] = part.split('=', 2)
      return [name.trim().toLowerCase(), value.trim().replaceAll('"', '')]
    }),
  )
  return {
    has: (name) => found.has(name),
    seconds: (name) => (/^\d+$/.test(found.get(name) ?? '') ? Number(found.get(name)) : undefined),
  }
}

/** Seconds until `Expires`, counted from `Date`. */
export function secondsUntilExpiry(headers: { expires?: string; date?: string }, now: number): number | undefined {
  if (headers.expires === undefined) return undefined
  const expires = Date.parse(headers.expires)
  const date = Date.parse(headers.date ?? '')
  // What is no date counts as already past (RFC 9111, 5.3).
  return Number.isNaN(expires) ? 0 : Math.max(0, Math.floor((expires - (Number.isNaN(date) ? now : date)) / 1000))
}
