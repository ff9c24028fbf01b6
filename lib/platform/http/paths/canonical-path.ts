/** `pchar` of RFC 3986; `encodeURIComponent` escapes more. */
const PLAIN = /%(?:24|26|2B|2C|3A|3B|3D|40)/g

/** Browsers resolve these before sending. */
const DOTS = new Set(['.', '..'])

/** Undefined if its escapes are not UTF-8. Escaped slashes and backslashes stay escaped. */
function canonicalSegment(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment).normalize('NFC').toLowerCase().normalize('NFC')
    return DOTS.has(text) ? undefined : encodeURIComponent(text).replace(PLAIN, (escape) => decodeURIComponent(escape))
  } catch {
    // Malformed escapes or unpaired surrogates.
    return undefined
  }
}

/**
 * Canonical form of a path, for comparison: NFC, lower case, minimal escapes, no trailing slash. `/Caf%c3%a9/` and `/café`
 * become `/caf%C3%A9`. Undefined for malformed paths and dot segments.
 * @param path without query and fragment; decoding never adds a segment
 */
export function canonicalPath(path: string): string | undefined {
  if (!path.startsWith('/')) return undefined
  const segments = path.split('/').filter((segment) => segment !== '')
  const canonical = segments.map(canonicalSegment)
  return canonical.includes(undefined) ? undefined : `/${canonical.join('/')}`
}

/**
 * The page at `/pricing` for `/Pricing` or `/%70ricing`; undefined for a canonical path. @param isKnown whether a page exists
 */
export async function findCanonicalPage(
  path: string,
  isKnown: (path: string) => Promise<boolean>,
): Promise<string | undefined> {
  const canonical = canonicalPath(path)
  if (canonical === undefined || canonical === path) return undefined
  return (await isKnown(canonical)) ? canonical : undefined
}
