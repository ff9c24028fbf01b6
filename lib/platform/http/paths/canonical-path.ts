/** Escapes of characters that RFC 3986 allows in a path segment (`pchar`). `encodeURIComponent` escapes them. */
const UNESCAPED_PATTERN = /%(?:24|26|2B|2C|3A|3B|3D|40)/g

/** Dot segments, which browsers resolve before they send a request. */
const DOT_SEGMENTS = new Set(['.', '..'])

/**
 * Returns the canonical segment; undefined if its escapes are not UTF-8. Escaped slashes and backslashes stay escaped.
 */
function canonicalizeSegment(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment).normalize('NFC').toLowerCase().normalize('NFC')
    return DOT_SEGMENTS.has(text)
      ? undefined
      : encodeURIComponent(text).replace(UNESCAPED_PATTERN, (escape) => decodeURIComponent(escape))
  } catch {
    // The escapes are malformed or contain unpaired surrogates.
    return undefined
  }
}

/**
 * Returns the canonical form of a path, for comparison: NFC, lower case, minimal escapes, no trailing slash.
 * `/Caf%c3%a9/` and `/café` become `/caf%C3%A9`. Returns undefined for malformed paths and dot segments.
 * @param path path excluding query and fragment; decoding never adds a segment
 */
export function canonicalizePath(path: string): string | undefined {
  if (!path.startsWith('/')) return undefined
  const segments = path.split('/').filter((segment) => segment !== '')
  const canonicalSegments = segments.map(canonicalizeSegment)
  return canonicalSegments.includes(undefined) ? undefined : `/${canonicalSegments.join('/')}`
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
  const canonicalForm = canonicalizePath(path)
  if (canonicalForm === undefined || canonicalForm === path) return undefined
  return (await isKnown(canonicalForm)) ? canonicalForm : undefined
}
