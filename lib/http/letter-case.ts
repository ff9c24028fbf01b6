/**
 * The known address that a path differs from in nothing but the case of its letters: `/Pricing` is `/pricing`.
 * @param isKnown whether the site has something at an address
 * @returns undefined where there is none, and for a path without capital letters
 */
export async function knownInLowerCase(
  path: string,
  isKnown: (path: string) => Promise<boolean>,
): Promise<string | undefined> {
  const lower = path.toLowerCase()
  // A browser reads `//` and `/\` as another site.
  if (lower === path || !/^\/[^/\\]/.test(lower)) return undefined
  return (await isKnown(lower)) ? lower : undefined
}
