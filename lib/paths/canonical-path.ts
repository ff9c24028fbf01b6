/** Characters of a segment that stand for themselves (`pchar` of RFC 3986), as `encodeURIComponent` encodes more. */
const PLAIN = /%(?:24|26|2B|2C|3A|3B|3D|40)/g

/** Segments that a browser resolves before it sends a request. */
const DOTS = new Set(['.', '..'])

/** A segment in one spelling; undefined when its escapes are not UTF-8. Escaped slashes and backslashes stay escaped. */
function canonicalSegment(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment).normalize('NFC').toLowerCase().normalize('NFC')
    return DOTS.has(text) ? undefined : encodeURIComponent(text).replace(PLAIN, (escape) => decodeURIComponent(escape))
  } catch {
    // Neither malformed escapes nor half of a surrogate pair are characters.
    return undefined
  }
}

/**
 * The one spelling of a path, for comparison: composed characters (NFC), lower case, escapes only where a path needs them,
 * and no slash at its end. `/Caf%c3%a9/`, `/café` and `/caf%C3%A9` are `/caf%C3%A9`.
 * @param path without query and fragment; decoding it never adds a segment
 * @returns undefined for a path that is malformed, has a segment of dots, or is none
 */
export function canonicalPath(path: string): string | undefined {
  if (!path.startsWith('/')) return undefined
  const segments = path.split('/').filter((segment) => segment !== '')
  const canonical = segments.map(canonicalSegment)
  return canonical.includes(undefined) ? undefined : `/${canonical.join('/')}`
}

/**
 * The known page that a path is another spelling of: `/Pricing` and `/%70ricing` are `/pricing`.
 * @param isKnown whether the site has something at a path
 * @returns undefined if there is no such page, or if the path is already canonical
 */
export async function findCanonicalPage(
  path: string,
  isKnown: (path: string) => Promise<boolean>,
): Promise<string | undefined> {
  const canonical = canonicalPath(path)
  if (canonical === undefined || canonical === path) return undefined
  return (await isKnown(canonical)) ? canonical : undefined
}
