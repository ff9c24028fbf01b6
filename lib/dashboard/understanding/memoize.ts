/**
 * Maximum number of cached results. The cache avoids repeated work, because the rules read every line again after each
 * new one.
 */
const MAX_CACHED_TEXTS = 2_000

export function memoize<Result>(compute: (text: string) => Result): (text: string) => Result {
  const cachedResults = new Map<string, Result>()
  return (text) => {
    if (!cachedResults.has(text)) {
      if (cachedResults.size >= MAX_CACHED_TEXTS) cachedResults.clear()
      cachedResults.set(text, compute(text))
    }
    return cachedResults.get(text) as Result
  }
}
