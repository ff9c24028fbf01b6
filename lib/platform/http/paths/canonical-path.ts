/** Escapes of characters that RFC 3986 allows in a path segment (`pchar`). `encodeURIComponent` escapes them. */
const PLAIN = /%(?:24|26|2B|2C|3A|3B|3D|40)/g

/** Dot segments, which browsers resolve before they send a request. */
const DOTS = new Set(['.', '..'])

/**
 * Returns the canonical segment; undefined if its escapes are not UTF-8. Escaped slashes and backslashes stay escaped.
 */
function canonicalSegment(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment).normalize('NFC').toLowerCase().normalize('NFC')
    return DOTS.has(text) ? undefined : encodeURIComponent(text).replace(PLAIN, (escape) => decodeURIComponent(escape))
  } catch {
    // The escapes are malformed or contain unpaired surrogates.
    return undefined
  }
}

/**
 * Returns the canonical form of a path, for comparison: NFC, lower case, minimal escapes, no trailing slash.
 * `/Caf%c3%a9/` and `/café` become `/caf%C3%A9`. Returns undefined for malformed paths and dot segments.
 * @param path without query and fragment; decoding never adds a segment
 */
export function canonicalPath(path: string): string | undefined {
  if (!path.startsWith('/')) return undefined
  const segments = path.split('/').filter((segment) => segment !== '')
  const canonical = segments.map(canonicalSegment)
  return canonical.includes(undefined) ? undefined : `/${canonical.join('/')}`
}

/**
 * Returns the canonical path of an existing page, such as `/pricing` for `/Pricing` or `/%70ricing`; undefined for a
 * path that is canonical already.
 * @param isKnown returns whether a page exists
 */
export async function findCanonicalPage(
  path: string,
  isKnown: (path: string) => Promise<boolean>,
): Promise<string | undefined> {
  const canonical = canonicalPath(path)
  if (canonical === undefined || canonical === path) return undefined
  return (await isKnown(canonical)) ? canonical : undefined
}
