/**
 * Maximum number of cached results. The cache avoids repeated work, because the rules read every line again after each
 * new one.
 */
const MAX_KEPT = 2_000

export function remember<Result>(compute: (text: string) => Result): (text: string) => Result {
  const kept = new Map<string, Result>()
  return (text) => {
    if (!kept.has(text)) {
      if (kept.size >= MAX_KEPT) kept.clear()
      kept.set(text, compute(text))
    }
    return kept.get(text) as Result
  }
}
